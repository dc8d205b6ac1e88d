/// One element of the generated document `escaped-text`.
struct Post: Codable, Equatable, Sendable {
    var id: Int
    var author: String
    var text: String
    var likes: Int
}

/// One element of the generated document `meshes`.
struct Mesh: Codable, Equatable, Sendable {
    var name: String
    var points: [[Double]]
}

/// One element of the generated document `any-json-numbers`.
struct Reading: Codable, Equatable, Sendable {
    var sensor: Int
    var values: [Double]
    var position: [Int]
}

/// One element of the generated document `failures`: a value that is sometimes a number and sometimes a string.
struct Attribute: Codable, Equatable, Sendable {
    var name: String
    var value: NumberOrString
}

/// A number or a string, as unions are usually written.
enum NumberOrString: Codable, Equatable, Sendable {
    case number(Int)
    case string(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Int.self) {
            self = .number(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        }
    }
}

/// The generated document `envelope`: orders that are not at the top.
struct OrderEnvelope: Codable, Equatable, Sendable {
    var page: Int
    var data: OrderList
}

/// The orders of an ``OrderEnvelope``.
struct OrderList: Codable, Equatable, Sendable {
    var items: [Order]
}
