import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Objects of which a call decodes so many that their keys are looked up by number (`NumberedKeys`).
@Suite struct NumberedKeysTests {
    /// What a model requests of an object, one after the other.
    @TaskLocal private static var requests: [Subject.CodingKeys] = []

    /// Requests members by ``requests``, in any order, more than once, present or not.
    private struct Subject: Decodable, Equatable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case a, b, id, identifier
            case empty = ""
            case created = "created_at"
            case updated = "updated_at"
            case fifteen = "fifteen_bytes_k"
            case sixteen = "sixteen_bytes_ke"
            case seventeen = "seventeen_bytes_k"
            case long = "a_key_that_is_longer_than_two_words"
            case longer = "a_key_that_is_longer_than_two_words_"
            case accented = "é"
        }

        struct Inner: Decodable, Equatable {
            let a: Int?
            let id: Int?
        }

        var values: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // Other requests for each object, so that keys are first requested in different ones, early and late.
            let place = decoder.codingPath.last?.intValue ?? 0
            let all = NumberedKeysTests.requests
            // Few, or many.
            let most = all.count.isMultiple(of: 2) ? 4 : all.count + 1
            let requests = (all.dropFirst(place * 11 % 13) + all).prefix(place * 5 % most)
            for (index, key) in (requests + requests + requests.reversed()).enumerated() {
                let value =
                    switch index % 6 {
                    case 0: try container.decodeIfPresent(Int.self, forKey: key).map { "\($0)" }
                    case 1: container.contains(key) ? "there" : nil
                    case 2: (try? container.decode(Int.self, forKey: key)).map { "\($0)" }
                    case 3: (try? container.decode(Inner.self, forKey: key)).map { "\($0)" }
                    case 4: (try? container.decodeNil(forKey: key)).map { "\($0)" }
                    default: try container.superDecoder(forKey: key).codingPath.last?.stringValue
                    }
                values.append("\(key.stringValue): \(value ?? "none")")
            }
        }
    }

    private func document(_ generator: inout SplitMix64) -> String {
        let names = Subject.CodingKeys.allCases.map(\.stringValue) + ["other", "ide", "created_a", "x", "ididentifier"]
        let isPretty = generator.next() % 2 == 0
        let objects = (0..<150).map { number in
            var names = names.shuffled(using: &generator)
            if generator.next() % 3 == 0 { names.sort() }
            let members = names.prefix(Int(generator.next() % UInt64(names.count + 1))).map { name in
                name == "other" ? #""other":{"a":[\#(number)],"id":{}}"# : #""\#(name)":\#(number)"#
            }
            return "{" + members.joined(separator: isPretty ? ",\n  " : ",") + "}"
        }
        return "[" + objects.joined(separator: ",") + "]"
    }

    @Test("random objects and requests", arguments: 0..<60 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        let keys = Subject.CodingKeys.allCases
        var requests = (0..<Int(generator.next() % 30)).map { _ in keys[Int(generator.next() % UInt64(keys.count))] }
        if seed % 3 == 0 { requests = keys }
        let data = Data(document(&generator).utf8)
        let decoder = PolicyJSONDecoder()
        try Self.$requests.withValue(requests) {
            let theirs = try JSONDecoder().decode([Subject].self, from: data)
            // The second call asks for the names again.
            for _ in 0..<2 {
                let ours = try decoder.decode([Subject].self, from: data)
                #expect(ours == theirs)
            }
        }
    }

    /// Keys of more than 64 cases, and objects of up to 129 members.
    @Test(arguments: [63, 64, 65, 128, 129])
    func manyMembers(count: Int) throws {
        struct Wide: Decodable, Equatable {
            struct Key: CodingKey {
                let number: UInt8
                init(_ number: Int) { self.number = UInt8(number) }
                init?(stringValue: String) { return nil }
                init?(intValue: Int) { return nil }
                var stringValue: String { "member \(number)" }
                var intValue: Int? { nil }
            }

            let values: [Int?]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                values = try (0..<200).reversed().map { try container.decodeIfPresent(Int.self, forKey: Key($0)) }
            }
        }
        let object = "{" + (0..<count).map { #""member \#($0)":\#($0)"# }.joined(separator: ",") + "}"
        let data = Data("[\(Array(repeating: object, count: 100).joined(separator: ","))]".utf8)
        let theirs = try JSONDecoder().decode([Wide].self, from: data)
        let decoder = PolicyJSONDecoder()
        for _ in 0..<3 { #expect(try decoder.decode([Wide].self, from: data) == theirs) }
    }

    /// Two cases with one name, and one that only the type knows. Names of cases that are not requested are not asked for.
    @Test func namesThatAreEqual() throws {
        struct Twins: Decodable, Equatable {
            enum Key: CodingKey {
                case one, other, never
                var stringValue: String {
                    if self == .never { preconditionFailure("not requested") }
                    return "name"
                }
            }

            let values: [Int?]

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                values = try [.one, .other, .one].map { try container.decodeIfPresent(Int.self, forKey: $0) }
            }
        }
        let data = Data("[\((0..<200).map { #"{"x":0,"name":\#($0)}"# }.joined(separator: ","))]".utf8)
        let theirs = try JSONDecoder().decode([Twins].self, from: data)
        let decoder = PolicyJSONDecoder()
        for _ in 0..<3 { #expect(try decoder.decode([Twins].self, from: data) == theirs) }
    }

    /// The errors of members that are missing or of another type.
    @Test(arguments: [#"{"id":1}"#, #"{"id":1,"name":2}"#, #"{"name":"n","id":"1"}"#, #"{"id":1,"name":null}"#])
    func errors(last: String) throws {
        struct Named: Decodable {
            let id: Int
            let name: String
        }
        let objects = (0..<200).map { #"{"name":"n","x":[],"id":\#($0)}"# } + [last]
        let data = Data("[\(objects.joined(separator: ","))]".utf8)
        let theirs = Outcome { try JSONDecoder().decode([Named].self, from: data) }
        #expect(Outcome { try PolicyJSONDecoder().decode([Named].self, from: data) } == theirs)
    }

    /// A key that is first requested late, and twice, before one that precedes it in the document.
    @Test func lateKeys() throws {
        struct Late: Decodable, Equatable {
            let kind: String
            var c: String?
            let a: Int?

            enum CodingKeys: CodingKey { case kind, a, c }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                kind = try container.decode(String.self, forKey: .kind)
                if kind == "y", container.contains(.c) { c = try container.decode(String.self, forKey: .c) }
                a = try container.decodeIfPresent(Int.self, forKey: .a)
            }
        }
        let objects = (0..<200).map { #"{"kind":"x","a":\#($0)}"# } + [#"{"kind":"y","a":7,"c":"text"}"#]
        let data = Data("[\(objects.joined(separator: ","))]".utf8)
        let theirs = try JSONDecoder().decode([Late].self, from: data)
        let ours = try PolicyJSONDecoder().decode([Late].self, from: data)
        #expect(ours == theirs)
        #expect(ours.last?.a == 7)
    }

    // MARK: Names that change

    private struct Changing: Decodable {
        enum Key: CodingKey {
            case only, other
            @TaskLocal static var name = ""
            var stringValue: String { Self.name }
        }

        let value: Int

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let known = try container.decodeIfPresent(Int.self, forKey: .other) ?? -1
            value = try Key.$name.withValue("b") { try container.decodeIfPresent(Int.self, forKey: .other) ?? known }
        }
    }

    /// A key has the name that it had in an earlier object of the call: a deliberate difference.
    @Test func changingNames() throws {
        let data = Data("[\(Array(repeating: #"{"a":1,"b":2}"#, count: 200).joined(separator: ","))]".utf8)
        try Changing.Key.$name.withValue("a") {
            let theirs = try JSONDecoder().decode([Changing].self, from: data)
            #expect(theirs.allSatisfy { $0.value == 2 })
            // Settings of its own, and so containers that no other test uses.
            let decoder = PolicyJSONDecoder()
            decoder.userInfo[CodingUserInfoKey(rawValue: "own")!] = true
            let ours = try decoder.decode([Changing].self, from: data)
            #expect(ours.first?.value == 2)
            #expect(ours.last?.value == 1)
        }
    }

    /// From call to call names may change.
    @Test func namesOfAnotherCall() throws {
        // A type of its own: keys are numbered for a type, by decoders with the same settings.
        enum Key: CodingKey {
            case only, other
            @TaskLocal static var name = ""
            var stringValue: String { Self.name }
        }
        let data = Data("[\(Array(repeating: #"{"a":1,"b":2,"c":3}"#, count: 200).joined(separator: ","))]".utf8)
        let decoder = PolicyJSONDecoder()
        struct Plain: Decodable {
            let value: Int?
            init(from decoder: any Decoder) throws {
                value = try decoder.container(keyedBy: Key.self).decodeIfPresent(Int.self, forKey: .only)
            }
        }
        for (name, value) in [("a", 1), ("b", 2), ("c", 3), ("d", nil), ("a", 1)] {
            let ours = try Key.$name.withValue(name) { try decoder.decode([Plain].self, from: data) }
            #expect(ours.allSatisfy { $0.value == value })
        }
    }
}
