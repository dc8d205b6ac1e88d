import Foundation

// Models that cover all kinds of types, as they are commonly written.

struct Order: Codable, Equatable {
    enum Status: String, Codable { case open, paid, shipped, unknown }
    enum Payment: Codable, Equatable {
        case card(number: String, months: Int?)
        case invoice
        case voucher(Decimal)
    }

    struct Item: Codable, Equatable {
        var sku: String
        var quantity: UInt8
        var price: Double
        var tags: Set<String>?
        var attributes: [String: Int]?
        var discount: Float?
    }

    var id: Int
    var status: Status
    var customerName: String?
    var paid: Bool?
    var total: Decimal?
    var items: [Item]
    var created: Date?
    var link: URL?
    var picture: Data?
    var payment: Payment?
    var counts: [Int: String]?
    var stages: [Status: Date]?
    var matrix: [[Double]]?
    var notes: [String?]?
    var parts: [Order]?
    var big: Int128?
    var wide: UInt128?
}

/// A tree of class instances.
final class Folder: Codable, Equatable {
    var name: String
    var parent: Folder?
    var children: [Folder]?

    static func == (one: Folder, other: Folder) -> Bool {
        one.name == other.name && one.parent == other.parent && one.children == other.children
    }
}

/// Inheritance with super decoders, nested containers and probing.
class Animal: Decodable {
    let name: String
    private enum KeyMatching: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: KeyMatching.self).decode(String.self, forKey: .name)
    }
    var words: [String] { [name] }
}

final class Dog: Animal {
    let tricks: [String]
    let probed: [String]
    private enum KeyMatching: CodingKey { case tricks, mixed, inner }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: KeyMatching.self)
        tricks = try container.decodeIfPresent([String].self, forKey: .tricks) ?? []
        var probed: [String] = []
        if var mixed = try? container.nestedUnkeyedContainer(forKey: .mixed) {
            var before = -1
            while !mixed.isAtEnd, mixed.currentIndex > before {
                before = mixed.currentIndex
                if let number = try? mixed.decode(Int8.self) {
                    probed.append("\(number)")
                } else if let date = try? mixed.decode(Date.self) {
                    probed.append("\(date.timeIntervalSince1970)")
                } else if let list = try? mixed.decode([String: Bool?].self) {
                    probed.append("\(list.count)")
                } else if let nested = try? mixed.nestedContainer(keyedBy: KeyMatching.self) {
                    probed.append("\(nested.allKeys.count)")
                } else if let inner = try? mixed.superDecoder() {
                    probed.append((try? String(from: inner)) ?? "\(inner.codingPath.count)")
                }
            }
        }
        if let inner = try? container.nestedContainer(keyedBy: KeyMatching.self, forKey: .inner) {
            probed.append("\((try? inner.decodeNil(forKey: .tricks)) == true) \(inner.contains(.mixed))")
        }
        self.probed = probed
        try super.init(from: container.superDecoder())
    }

    override var words: [String] { super.words + tricks + probed }
}

struct Kennel: Decodable, Equatable {
    let dogs: [Dog]

    init(from decoder: any Decoder) throws { dogs = try decoder.singleValueContainer().decode([Dog].self) }

    static func == (one: Kennel, other: Kennel) -> Bool { one.dogs.map(\.words) == other.dogs.map(\.words) }
}

/// Retains the decoder and containers, and reads from them after the call.
final class Kept: Decodable, Equatable {
    private let decoder: any Decoder
    private let list: (any UnkeyedDecodingContainer)?
    private let parts: [String: Kept]?

    init(from decoder: any Decoder) throws {
        self.decoder = decoder
        list = try? decoder.unkeyedContainer()
        parts = try? [String: Kept](from: decoder)
    }

    var words: [String] {
        var words = [decoder.codingPath.map(\.stringValue).joined(separator: "/")]
        if let text = try? String(from: decoder) { words.append(text) }
        if let number = try? Double(from: decoder) { words.append("\(number)") }
        if var list {
            while !list.isAtEnd, let element = try? list.superDecoder() {
                words.append((try? String(from: element)) ?? "\(element.codingPath.count)")
            }
        }
        for (name, part) in (parts ?? [:]).sorted(by: { $0.key < $1.key }) { words += [name] + part.words }
        return words
    }

    static func == (one: Kept, other: Kept) -> Bool { one.words == other.words }
}
