import PolicyJSON

/// The types in the tables of the rules' documentation.
struct Point: Codable, Hashable, Sendable { var x: Int, y: Int }

enum Fruit: String, Codable, CaseIterable { case apple, pear }

enum Level: Int, Codable, CaseIterable {
    case low = 1
    case high
}

/// A model with an optional property.
struct Entry: Codable, Hashable, Sendable { var id: Int, note: String? }

/// A model that keeps the members that it has no property for.
struct Memo: Codable, Hashable, Sendable { var id: Int, note: String?, extra: ExtraMembers }

/// An enumeration with associated values.
enum Shape: Codable {
    case circle(Int)
    case dot
}

enum Status: String, Codable, CaseIterable {
    case packed, sent
    case inTransit = "in_transit"
}

enum Twins: String, Codable, CaseIterable {
    case one = "Ab"
    case two = "aB"
}

/// A type that decodes from `null` and is not an optional.
struct Maybe: Decodable, CustomStringConvertible {
    let value: Int?
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int?.self) }
    var description: String { "Maybe(\(value.map { "\($0)" } ?? "none"))" }
}

/// A collection that reads an unkeyed container itself.
struct Tags: Decodable, CustomStringConvertible {
    var texts: [String] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd { texts.append(try container.decode(String.self)) }
    }

    var description: String { "Tags(\(texts.joined(separator: ", ")))" }
}

/// A model with initial values.
struct Page: Codable, Hashable, Sendable {
    var size = 20, title = "none", origin = Point(x: 1, y: 2)
}
