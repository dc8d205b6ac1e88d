import Foundation

// Models that try several types: their values depend on which attempts fail.

/// Any JSON, decoded by trying one type after another.
indirect enum ProbedValue: Decodable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case list([ProbedValue])
    case object([String: ProbedValue])

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
        } else if let value = try? container.decode([ProbedValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: ProbedValue].self))
        }
    }
}

/// One of two types: the second if the first throws.
enum Either<Left: Decodable & Equatable, Right: Decodable & Equatable>: Decodable, Equatable {
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

/// The value, or `nil` if it cannot be decoded.
struct Attempted<Value: Decodable & Equatable>: Decodable, Equatable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Value.self) }
}

/// A value and its index as an element.
struct Numbered<Value: Decodable & Equatable>: Decodable {
    let index: Int?
    let value: Value

    init(from decoder: any Decoder) throws {
        index = decoder.codingPath.last?.intValue
        value = try decoder.singleValueContainer().decode(Value.self)
    }
}

/// A model with all ways of trying to decode properties.
struct Probe: Decodable, Equatable {
    enum Kind: String, Decodable { case open, paid }

    struct Page<Item: Decodable & Equatable>: Decodable, Equatable { let items: [Item] }

    let id: String
    let kind: Kind?
    let otherKind: String?
    let page: Either<Page<Int>, Page<String>>?
    let tags: Either<[Int], [String]>?
    let day: Date?
    let flag: Either<Bool, Int>?
    private(set) var mixed: [String] = []
    let inner: [Probe]?
    let byName: [String: Probe]?
    let rest: ProbedValue?

    private enum CodingKeys: CodingKey { case id, kind, page, tags, day, flag, mixed, inner, byName, rest }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let number = try? container.decode(Int.self, forKey: .id) {
            id = "\(number)"
        } else {
            id = try container.decodeIfPresent(String.self, forKey: .id) ?? ""
        }
        do {
            kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
            otherKind = nil
        } catch {
            kind = nil
            otherKind = try container.decode(String.self, forKey: .kind)
        }
        if container.contains(.mixed), try !container.decodeNil(forKey: .mixed) {
            var list = try container.nestedUnkeyedContainer(forKey: .mixed)
            while !list.isAtEnd {
                if let number = try? list.decode(Int8.self) {
                    mixed.append("\(number)")
                } else if let text = try? list.decodeIfPresent(String.self) {
                    mixed.append(text)
                } else if let nested = try? list.nestedContainer(keyedBy: CodingKeys.self) {
                    mixed.append((try? nested.decode(String.self, forKey: .id)) ?? "object")
                } else {
                    mixed.append("\((try? ProbedValue(from: list.superDecoder())) == .null)")
                }
            }
        }
        page = try container.decodeIfPresent(Either<Page<Int>, Page<String>>.self, forKey: .page)
        tags = try container.decodeIfPresent(Either<[Int], [String]>.self, forKey: .tags)
        day = try container.decodeIfPresent(Date.self, forKey: .day)
        flag = try container.decodeIfPresent(Either<Bool, Int>.self, forKey: .flag)
        inner = try container.decodeIfPresent([Probe].self, forKey: .inner)
        byName = try container.decodeIfPresent([String: Probe].self, forKey: .byName)
        rest = try container.decodeIfPresent(ProbedValue.self, forKey: .rest)
    }
}
