import Foundation

/// Any JSON as a recursive enumeration.
indirect enum JSONValue: Decodable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }
}

/// Any JSON as a type-erased tree, as in many programs.
struct AnyDecodable: Decodable {
    let value: Any

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            var members: [String: Any] = [:]
            for key in container.allKeys {
                members[key.stringValue] = try container.decode(AnyDecodable.self, forKey: key).value
            }
            value = members
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [Any] = []
            while !container.isAtEnd { elements.append(try container.decode(AnyDecodable.self).value) }
            value = elements
        } else {
            let container = try decoder.singleValueContainer()
            if let bool = try? container.decode(Bool.self) {
                value = bool
            } else if let integer = try? container.decode(Int.self) {
                value = integer
            } else if let double = try? container.decode(Double.self) {
                value = double
            } else if let string = try? container.decode(String.self) {
                value = string
            } else if container.decodeNil() {
                value = NSNull()
            } else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value")
            }
        }
    }
}

/// Elements of several types, distinguished by a member.
struct Drawing: Decodable {
    class Figure: Decodable {
        let kind: String
    }

    final class Circle: Figure {
        private enum CodingKeys: CodingKey { case radius }
        let radius: Double

        required init(from decoder: any Decoder) throws {
            radius = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .radius)
            try super.init(from: decoder)
        }
    }

    final class Group: Figure {
        private enum CodingKeys: CodingKey { case figures }
        let figures: [Figure]

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            figures = try Drawing.figures(try container.nestedUnkeyedContainer(forKey: .figures))
            try super.init(from: decoder)
        }
    }

    private enum Kind: String, Decodable { case circle, group }
    private enum KindKey: CodingKey { case kind }

    let figures: [Figure]

    init(from decoder: any Decoder) throws { figures = try Self.figures(try decoder.unkeyedContainer()) }

    /// Reads the kind of each element with a copy of the container, and then decodes the element, or its super decoder.
    static func figures(_ container: any UnkeyedDecodingContainer) throws -> [Figure] {
        var (container, peek) = (container, container)
        var figures: [Figure] = []
        while !container.isAtEnd {
            let kind = try peek.nestedContainer(keyedBy: KindKey.self).decode(Kind.self, forKey: .kind)
            switch kind {
            case .circle: figures.append(try container.decode(Circle.self))
            case .group: figures.append(try Group(from: container.superDecoder()))
            }
        }
        return figures
    }
}

/// Members with dynamic names, which become part of the values.
struct Catalog: Decodable {
    struct Entry: Decodable {
        let name: String
        let price: Double
        let path: [PathKey]

        private enum CodingKeys: CodingKey { case price }

        init(from decoder: any Decoder) throws {
            name = decoder.codingPath.last?.stringValue ?? "none"
            price = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .price)
            path = decoder.codingPath.map { PathKey($0) }
        }
    }

    let entries: [Entry]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        entries = try container.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
            try container.decode(Entry.self, forKey: $0)
        }
    }
}

enum Trees {
    static let subjects = [
        Subject(JSONValue.self), Subject([JSONValue].self), Subject(AnyDecodable.self),
        Subject([String: AnyDecodable].self),
        Subject(Drawing.self), Subject(Catalog.self), Subject([Catalog].self), Subject(Tree.self), Subject(Node.self),
        Subject([Node].self), Subject(Nested.self),
    ]

    static let texts =
        ValueTexts.all + [
            #"[{"kind":"circle","radius":1},{"kind":"group","figures":[{"kind":"circle","radius":2},{"kind":"group","figures":[]}]}]"#,
            #"[{"kind":"circle"}]"#, #"[{"kind":"square"}]"#, #"[{"radius":1}]"#,
            #"[{"kind":"group","figures":[{"kind":"circle","radius":"2"}]}]"#, #"[{"kind":"group"}]"#,
            #"[{"kind":null}]"#, #"{"tea":{"price":1.5},"coffee":{"price":2}}"#, #"{"tea":{}}"#, #"{"tea":null}"#,
            #"[{"a":{"price":1}},{"b":{"price":"1"}}]"#, #"{"leaf":{"_0":1}}"#,
            #"{"branch":{"left":{"leaf":{"_0":1}},"right":{"branch":{"left":{"leaf":{"_0":2}},"right":{"leaf":{"_0":3}}}}}}"#,
            #"{"branch":{"left":{"leaf":{"_0":1}},"right":{"leaf":{"_0":"2"}}}}"#,
            #"{"branch":{"left":{"leaf":{"_0":1}}}}"#,
            #"{"value":1,"next":{"value":2,"next":null,"children":[{"value":3},{"value":4,"children":[]}]}}"#,
            #"{"value":1,"children":[{"value":2,"next":{}}]}"#,
            #"{"a":{"a":1,"b":{"x":{"a":2,"b":{}}}},"value":[{"a":3}]}"#, #"{"a":{"a":1,"b":{"x":{"a":null}}}}"#,
        ]
}
