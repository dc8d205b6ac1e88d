import Foundation
import PolicyJSON

/// Types that try several types: their values depend on which attempts fail.
enum Probing {}

/// A value whose decoding is compared under different policies.
typealias ProbedValue = Decodable & Hashable & Sendable

extension Probing {
    /// Any JSON, decoded by trying one type after another with `try?`.
    indirect enum AnyJSON: ProbedValue, CustomStringConvertible {
        case null
        case bool(Bool)
        case int(Int)
        case double(Double)
        case text(String)
        case list([AnyJSON])
        case object([String: AnyJSON])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Int.self) {
                self = .int(value)
            } else if let value = try? container.decode(Double.self) {
                self = .double(value)
            } else if let value = try? container.decode(String.self) {
                self = .text(value)
            } else if let value = try? container.decode([AnyJSON].self) {
                self = .list(value)
            } else {
                self = .object(try container.decode([String: AnyJSON].self))
            }
        }

        var description: String {
            switch self {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .int(let value): "\(value)"
            case .double(let value): "\(value)"
            case .text(let value): "\"\(value)\""
            case .list(let elements): "[\(elements.map(\.description).joined(separator: ", "))]"
            case .object(let members):
                "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", "))}"
            }
        }
    }

    /// One of two types: the second if the first throws.
    enum Either<Left: ProbedValue, Right: ProbedValue>: ProbedValue {
        case left(Left)
        case right(Right)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            do {
                self = .left(try container.decode(Left.self))
            } catch {
                self = .right(try container.decode(Right.self))
            }
        }
    }

    struct NumbersPage: ProbedValue { let items: [Int] }
    struct TextsPage: ProbedValue { let items: [String] }
    struct Numbered: ProbedValue { let number: Int }
    struct Named: ProbedValue { let name: String }

    /// An identifier that some servers send as a number.
    struct Account: ProbedValue {
        let id: String

        private enum CodingKeys: CodingKey { case id }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id =
                try (try? container.decode(Int.self, forKey: .id)).map { "\($0)" }
                ?? container.decode(String.self, forKey: .id)
        }
    }

    enum Genre: String, ProbedValue { case poem, essay }

    /// An enumeration that preserves unknown values.
    struct KeptGenre: ProbedValue {
        let known: Genre?
        let text: String?

        private enum CodingKeys: CodingKey { case genre }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            do {
                known = try container.decodeIfPresent(Genre.self, forKey: .genre)
                text = nil
            } catch {
                known = nil
                text = try container.decode(String.self, forKey: .genre)
            }
        }
    }

    /// Elements of two kinds, read from one container: a failed attempt does not advance the container.
    struct Mixed: ProbedValue {
        private(set) var numbers: [Int] = []
        private(set) var texts: [String] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                if let number = try? container.decode(Int.self) {
                    numbers.append(number)
                } else {
                    texts.append(try container.decode(String.self))
                }
            }
        }
    }

    /// A property wrapper over an optional, without an initial value.
    @propertyWrapper struct OptionalWrapper: ProbedValue {
        let wrappedValue: String?

        init(from decoder: any Decoder) throws {
            wrappedValue = try decoder.singleValueContainer().decode(String?.self)
        }
    }

    struct Attachment: ProbedValue { @OptionalWrapper var file: String? }

    /// A type that decodes from `null` and is not an optional.
    struct NullOrNumber: ProbedValue {
        let number: Int?

        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int?.self)
        }
    }
}
