import Foundation
import PolicyJSON

// More types that try several types, each in another way, and the shapes of all.

/// A type of the pool.
typealias ProbingModel = Decodable & Hashable & ProbingShaped & Sendable

extension Probing {
    /// Members of all kinds: checks which exist and which are `null` before trying types.
    struct Members: ProbingModel {
        private(set) var found: [String: String] = [:]

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }

            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys + [Key(stringValue: "none")] {
                found[key.stringValue] =
                    if !container.contains(key) {
                        "missing"
                    } else if try container.decodeNil(forKey: key) {
                        "null"
                    } else if let value = try? container.decodeIfPresent(Bool.self, forKey: key) {
                        "bool \(value)"
                    } else if let value = try? container.decodeIfPresent(UInt8.self, forKey: key) {
                        "byte \(value)"
                    } else if let value = try? container.decode(Double.self, forKey: key) {
                        "double \(value)"
                    } else if let value = try? container.decodeIfPresent(Genre.self, forKey: key) {
                        "genre \(value)"
                    } else if let value = try? container.decode(Date.self, forKey: key) {
                        "date \(value.timeIntervalSince1970)"
                    } else if let value = try? container.decode(String.self, forKey: key) {
                        "text \(value)"
                    } else if let value = try? container.decode([Int].self, forKey: key) {
                        "numbers \(value)"
                    } else if let value = try? container.decode([Genre?].self, forKey: key) {
                        "genres \(value)"
                    } else if let value = try? container.decode(Members.self, forKey: key) {
                        "members \(value.found.sorted { $0.key < $1.key })"
                    } else {
                        "else"
                    }
            }
        }

        static func shape(_ depth: Int) -> ProbingShape { .dictionary(.anything) }
    }

    /// Containers that are opened explicitly: tries a nested container of one kind, and then of another.
    struct Containers: ProbingModel {
        private(set) var found: [String] = []

        private enum CodingKeys: String, CodingKey { case value, items, `super` }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let inner = try? container.nestedContainer(keyedBy: CodingKeys.self, forKey: .value) {
                found.append(
                    "keyed \(try inner.decodeIfPresent(Either<Int, String>.self, forKey: .value).map(String.init(describing:)) ?? "none")"
                )
            } else if var inner = try? container.nestedUnkeyedContainer(forKey: .value) {
                while !inner.isAtEnd {
                    if let number = try? inner.decodeIfPresent(Int.self) {
                        found.append("number \(number)")
                    } else if let texts = try? inner.decode([String].self) {
                        found.append("texts \(texts)")
                    } else if let nested = try? inner.nestedContainer(keyedBy: CodingKeys.self) {
                        found.append("keyed \(nested.contains(.value))")
                    } else {
                        let element = try inner.superDecoder()
                        found.append("element \(try AnyJSON(from: element))")
                    }
                }
            } else if let number = try? Int(from: container.superDecoder(forKey: .value)) {
                found.append("number \(number)")
            } else {
                found.append("text \(try String(from: container.superDecoder(forKey: .value)))")
            }
            found.append("super \(try AnyJSON(from: container.superDecoder()))")
            found.append("items \((try? container.decode([Int: Bool].self, forKey: .items)) ?? [:])")
        }

        static func shape(_ depth: Int) -> ProbingShape {
            let value = ProbingShape.oneOf([
                .number, .text, .list(.anything), .members([("value", .oneOf([.number, .text]), true)]),
            ])
            return .members([
                ("value", value, false), ("super", .anything, true),
                ("items", .oneOf([.literal([#"{"1":true}"#, #"{"1":1}"#, #"{"a":true}"#]), .anything]), true),
            ])
        }
    }

    /// Skips undecodable elements.
    struct Lossy<Element: ProbingModel>: ProbingModel {
        private struct Anything: Decodable {}

        private(set) var elements: [Element] = []
        private(set) var dropped = 0

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                do {
                    elements.append(try container.decode(Element.self))
                } catch {
                    _ = try container.decode(AnyJSON.self)
                    dropped += 1
                }
            }
        }

        static func shape(_ depth: Int) -> ProbingShape { .list(.oneOf([Element.shape(depth), .anything])) }
    }

    /// Stores the text of an error in place of the value, without the path, which depends on the position.
    struct Failable<Value: ProbingModel>: ProbingModel {
        let value: Value?
        let error: String?

        init(from decoder: any Decoder) throws {
            do {
                value = try decoder.singleValueContainer().decode(Value.self)
                error = nil
            } catch {
                value = nil
                self.error = (error as? DecodingError)?.reason ?? "\(error)"
            }
        }

        static func shape(_ depth: Int) -> ProbingShape { .oneOf([Value.shape(depth), .anything]) }
    }

    /// Validates its value, with an error that is not a `DecodingError`.
    struct Positive: ProbingModel {
        struct Negative: Error {}

        let number: Int

        init(from decoder: any Decoder) throws {
            number = try decoder.singleValueContainer().decode(Int.self)
            if number <= 0 { throw Negative() }
        }

        static func shape(_ depth: Int) -> ProbingShape { .number }
    }

    /// A tree of class instances that try types.
    final class Tree: ProbingModel {
        let value: Either<Positive, Either<Genre, AnyJSON>>?
        let children: [Tree]?
        let byName: [String: Tree]?

        static func == (one: Tree, other: Tree) -> Bool {
            one.value == other.value && one.children == other.children && one.byName == other.byName
        }

        func hash(into hasher: inout Hasher) { hasher.combine(value) }

        static func shape(_ depth: Int) -> ProbingShape {
            let inner = depth > 0 ? shape(depth - 1) : .literal(["{}"])
            return .members([
                ("value", .anything, true), ("children", .list(inner), true), ("byName", .dictionary(inner), true),
            ])
        }
    }

    /// Synthesized conformance and wrappers for properties that try types.
    struct Sale: ProbingModel {
        let id: Either<Int, String>
        @Wrapping var reference: Either<Genre, String>
        let amount: Either<Int, Double>?
        let paid: Either<Bool, Int>
        let day: Date?
        let tags: Either<[Int], [String]>?
        let page: Either<NumbersPage, TextsPage>
        let genre: KeptGenre
        let rest: AnyJSON?

        static func shape(_ depth: Int) -> ProbingShape {
            .members([
                ("id", .oneOf([.number, .text]), false), ("reference", .text, false), ("amount", .number, true),
                ("paid", .literal(["true", "0", "1", "2"]), false),
                ("day", .literal(["1709164800", #""20240229""#, #""x""#]), true),
                ("tags", .oneOf([.list(.number), .list(.text)]), true),
                ("page", NumbersPage.shape(0), false), ("genre", KeptGenre.shape(0), false), ("rest", .anything, true),
            ])
        }
    }

    @propertyWrapper struct Wrapping<Value: ProbingModel>: ProbingModel {
        let wrappedValue: Value

        init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }

        static func shape(_ depth: Int) -> ProbingShape { Value.shape(depth) }
    }
}

extension DecodingError {
    fileprivate var reason: String? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.debugDescription
        @unknown default: nil
        }
    }
}
