import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Under internal tags the member `_0` is what has no members of its own. Models may have a member of this name.
@Suite struct VariantsUnlabelledTests {
    struct Renamed: Codable, Equatable {
        let a: Int, b: Int
        enum CodingKeys: String, CodingKey {
            case a = "_0"
            case b
        }
    }

    class Base: Codable {
        let _0: Int
        init(_ value: Int) { _0 = value }
    }

    /// Writes the members of its superclass next to its own.
    final class Derived: Base {
        let b: Int
        enum CodingKeys: CodingKey { case b }
        init(_ value: Int, b: Int) {
            self.b = b
            super.init(value)
        }
        required init(from decoder: any Decoder) throws {
            b = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .b)
            try super.init(from: decoder)
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(b, forKey: .b)
            try super.encode(to: encoder)
        }
    }

    enum Value: Codable {
        case renamed(Renamed)
        case derived(Derived)
    }

    private func json(_ value: some Encodable, _ rule: Variants) throws -> String {
        let encoder = PolicyJSONEncoder(policy: EncodingPolicy { rule })
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func associatedValues() throws {
        let rule = Variants(of: Value.self, .internally(by: "type"))
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        let renamed = try json([Value.renamed(Renamed(a: 1, b: 2))], rule)
        #expect(renamed == #"[{"_0":{"_0":1,"b":2},"type":"renamed"}]"#)
        guard case .renamed(let value) = try decoder.decode([Value].self, from: renamed)[0] else {
            Issue.record("Another case.")
            return
        }
        #expect(value == Renamed(a: 1, b: 2))
        let derived = try json([Value.derived(Derived(1, b: 2))], rule)
        #expect(derived == #"[{"_0":{"_0":1,"b":2},"type":"derived"}]"#)
        guard case .derived(let value) = try decoder.decode([Value].self, from: derived)[0] else {
            Issue.record("Another case.")
            return
        }
        #expect(value._0 == 1 && value.b == 2)
    }

    /// Contents that are an object with this member are a member themselves, in the form of other objects.
    @Test(arguments: [[.sortedKeys], [.sortedKeys, .prettyPrinted]] as [PolicyJSONEncoder.OutputFormatting])
    func formatting(_ formatting: PolicyJSONEncoder.OutputFormatting) throws {
        let encoder = PolicyJSONEncoder(
            policy: EncodingPolicy { Variants(of: Value.self, .externally, cases: ["other": "derived"]) })
        encoder.outputFormatting = formatting
        let values = ["a": [Value.renamed(Renamed(a: 1, b: 2)), .derived(Derived(1, b: 2))]]
        let object = ["_0": ["_0": 1, "b": 2]]
        #expect(try encoder.encode(values) == encoder.encode(["a": [["renamed": object], ["other": object]]]))
    }

    @Test(arguments: [
        (#"{"_0":1}"#, true), (#"{"\u005F0":1}"#, true), (#"{"_\u0030":1}"#, true), (#"{"\u005f\u0030":"a"}"#, true),
        (#"{"_0\/":1}"#, false), (#"{"a\/\u0001":"_0"}"#, false), (#"{"a":{"_0":1}}"#, false), (#"[{"_0":1}]"#, false),
        ("{}", false), (#""_0""#, false), ("0", false),
    ])
    func contentsThatAreJSON(_ json: String, isWrapped: Bool) throws {
        enum Form: Codable { case raw(RawJSON) }
        let text = try self.json(
            [Form.raw(RawJSON(parsing: json))], Variants(of: Form.self, .externally))
        #expect(text == (isWrapped ? #"[{"raw":{"_0":\#(json)}}]"# : #"[{"raw":\#(json)}]"#))
    }

    struct Box: Codable { var _0 = 1, next: Chain? }

    indirect enum Chain: Codable {
        case node(Box)

        init(length: Int) { self = (1..<length).reduce(.node(Box())) { chain, _ in .node(Box(next: chain)) } }
    }

    /// The additional objects count as those that a model writes.
    @Test(arguments: [(170, nil), (171, "Unable to encode the given top-level value to JSON.")] as [(Int, String?)])
    func depth(length: Int, reason: String?) throws {
        let found = try withLargeStack { () -> String? in
            do {
                _ = try json(Chain(length: length), Variants(of: Chain.self, .externally))
            } catch EncodingError.invalidValue(_, let context) {
                return context.debugDescription
            }
            return nil
        }
        #expect(found == reason)
    }

    // MARK: Classes

    class Shape: Codable {
        init() {}
        required init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
        var text: String { "" }
    }
    final class Size: Shape {
        let value: Int?
        override init() {
            value = nil
            super.init()
        }
        init(_ value: Int) {
            self.value = value
            super.init()
        }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = container.decodeNil() ? nil : try container.decode(Int.self)
            super.init()
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let value { try container.encode(value) } else { try container.encodeNil() }
        }
        override var text: String { "size \(value ?? -1)" }
    }
    final class Path: Shape {
        let values: [Int]
        init(_ values: [Int]) {
            self.values = values
            super.init()
        }
        required init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            var values: [Int] = []
            while !container.isAtEnd { values.append(try container.decode(Int.self)) }
            self.values = values
            super.init()
        }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            for value in values { try container.encode(value) }
        }
        override var text: String { "path \(values)" }
    }
    final class Keyed: Shape {
        let value: Renamed
        init(_ value: Renamed) {
            self.value = value
            super.init()
        }
        required init(from decoder: any Decoder) throws {
            value = try Renamed(from: decoder)
            super.init()
        }
        override func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        override var text: String { "keyed \(value.a) \(value.b)" }
    }

    static var types: [String: any Codable.Type] {
        ["size": Size.self, "path": Path.self, "keyed": Keyed.self]
    }

    @Test(arguments: [
        (0, #"{"_0":3,"type":"size"}"#, #"{"c":3,"type":"size"}"#, #"{"size":3}"#, "size 3"),
        (1, #"{"_0":null,"type":"size"}"#, #"{"c":null,"type":"size"}"#, #"{"size":null}"#, "size -1"),
        (2, #"{"_0":[1,2],"type":"path"}"#, #"{"c":[1,2],"type":"path"}"#, #"{"path":[1,2]}"#, "path [1, 2]"),
        (
            3, #"{"_0":4,"b":5,"type":"keyed"}"#, #"{"c":{"_0":4,"b":5},"type":"keyed"}"#,
            #"{"keyed":{"_0":4,"b":5}}"#, "keyed 4 5"
        ),
    ])
    func classes(index: Int, internally: String, adjacently: String, externally: String, text: String) throws {
        let values = [Size(3), Size(), Path([1, 2]), Keyed(Renamed(a: 4, b: 5))]
        for (tagging, expected) in [
            (Variants.Tagging.internally(by: "type"), internally), (.adjacently(by: "type", in: "c"), adjacently),
            (.externally, externally),
        ] {
            let rule = Variants(of: Shape.self, tagging, types: Self.types)
            #expect(try json([values[index]], rule) == "[\(expected)]")
            for policy in [
                DecodingPolicy { rule },
                DecodingPolicy {
                    rule
                    UnknownKeys(.fail)
                    NumbersFromStrings()
                },
            ] {
                let decoder = PolicyJSONDecoder(policy: policy)
                #expect(try decoder.decode([Shape].self, from: "[\(expected)]")[0].text == text)
            }
        }
    }

    @Test func errorsOfClasses() {
        let rule = Variants(of: Shape.self, .internally(by: "type"), types: Self.types)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        #expect(
            decoder.outcome(of: [Shape].self, from: #"[{"type":"size","_0":"x"}]"#).text
                == "typeMismatch(Int) at [0]._0: Expected to decode Int but found a string instead.")
        #expect(
            decoder.outcome(of: [Shape].self, from: #"[{"type":"size"}]"#).text
                == "typeMismatch(Int) at [0]: Expected to decode Int but found a dictionary instead.")
    }

    enum Optionals: Codable, Equatable {
        case number(Int?)
        case text(String?)
        case list([Int]?)
    }

    /// Rules answer for an optional scalar as for any other optional.
    @Test(arguments: [
        (#"{"t":"number","c":"x"}"#, Optionals.number(nil)), (#"{"t":"text","c":5}"#, .text(nil)),
        (#"{"t":"list","c":5}"#, .list(nil)), (#"{"t":"number","c":7}"#, .number(7)),
        (#"{"t":"number","c":null}"#, .number(nil)), (#"{"t":"number"}"#, .number(nil)),
    ])
    func optionalScalars(_ json: String, _ value: Optionals) throws {
        let policy = DecodingPolicy {
            Variants(of: Optionals.self, .adjacently(by: "t", in: "c"))
            Fallbacks()
        }
        #expect(try PolicyJSONDecoder(policy: policy).decode(Optionals.self, from: json) == value)
    }
}
