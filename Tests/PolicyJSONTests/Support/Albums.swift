import Foundation

// Models for rules about objects, with various keys and custom validation.

struct Photo: Decodable { let id: Int, imageURL: String?, address2: String?, userName: String? }
struct Album: Decodable { let photos: [Photo], title: String? }
class Animal: Decodable { let name: String }
class Dog: Animal {
    let age: Int
    enum CodingKeys: String, CodingKey { case age }
    required init(from decoder: any Decoder) throws {
        age = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .age)
        try super.init(from: decoder)
    }
}
struct Dyn: Decodable {
    let n: Int
    struct K: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: K.self)
        n = try c.decode(Int.self, forKey: c.allKeys[0])
    }
}
struct Nested: Decodable {
    let x: Int
    enum K: String, CodingKey { case outer }
    enum L: String, CodingKey { case x }
    init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: K.self).nestedContainer(keyedBy: L.self, forKey: .outer)
        x = try c.decode(Int.self, forKey: .x)
    }
}
struct Valid: Decodable {
    let n: Int
    enum K: String, CodingKey { case n }
    init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: K.self)
        n = try c.decode(Int.self, forKey: .n)
        guard n > 0 else {
            throw DecodingError.dataCorruptedError(forKey: .n, in: c, debugDescription: "n must be positive.")
        }
    }
}
struct Probe: Decodable {
    let v: String
    let n: Int
    enum K: String, CodingKey { case v, n }
    init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: K.self)
        v = try (try? c.decode(String.self, forKey: .v)) ?? String(c.decode(Int.self, forKey: .v))
        n = try c.decode(Int.self, forKey: .n)
    }
}
enum Kind: String, Decodable { case a, b }
struct Wide: Decodable {
    let a: Int, b: String, c: Kind, d: [Int], e: Valid?, f: Probe?, g: [String: Int]?, h: URL?, i: Date?, j: [Valid]?,
        k: Album?
}
