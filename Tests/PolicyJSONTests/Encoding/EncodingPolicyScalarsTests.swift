import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Scalars of every type in every position, under policies that decline: the text is the same as without a policy, and
/// rules are consulted once for each value.
@Suite struct EncodingPolicyScalarsTests {
    /// Declines, and records the values for which it is called.
    final class Recorder: EncodingRule {
        private let asked = Mutex<[String]>([])
        let encodingSituations: EncodingSituation = .value

        func represent(_ context: EncodingRuleContext) -> Representation {
            asked.withLock { $0.append("\(DecodingPath(context.codingPath)): \(context.type)") }
            return .decline
        }

        /// The calls since the last use of this function.
        func take() -> [String] {
            asked.withLock { asked in
                defer { asked = [] }
                return asked
            }
        }
    }

    private static func text(_ value: some Encodable, _ policy: EncodingPolicy = .default) throws -> String {
        String(decoding: try PolicyJSONEncoder(policy: policy).encode(value), as: UTF8.self)
    }

    private static let declining: [EncodingPolicy] = [
        EncodingPolicy { DatesAs(.iso8601) },
        EncodingPolicy { EnumsAsNames() },
        EncodingPolicy { For(Date.self) { NumbersAsStrings() } },
        EncodingPolicy { At("nowhere") { NumbersAsStrings() } },
        EncodingPolicy { KeyMatching(.snakeCase) }.followed(by: EncodingPolicy { At("b") { DatesAs(.iso8601) } }),
    ]

    /// Encodes a value through a closure.
    struct Written: Encodable {
        let write: (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    private static let key = AnyKey("a")

    /// The value in every position in containers, and the paths for which rules are called.
    private static func positions<T: Encodable & Hashable>(_ value: T) -> [(any Encodable, [String])] {
        let optional: T? = value
        let doubleOptional: T?? = value
        func written(_ write: @escaping (any Encoder) throws -> Void) -> Written { Written(write: write) }
        // A dictionary with other key types than these two is encoded as an array of keys and values.
        let hasOtherKeys = T.self != String.self && T.self != Int.self
        return [
            (value, [""]), (optional, [""]), (doubleOptional, [""]), ([value], ["[0]"]), ([optional], ["[0]"]),
            ([[doubleOptional]], ["[0][0]"]), (ContiguousArray([value]), ["[0]"]), (Set([value]), ["[0]"]),
            (["a": value], ["a"]), (["a": optional], ["a"]), ([1: value], ["1"]),
            ([UInt8(1): value], T.self == UInt8.self ? ["[0]", "[1]"] : ["[1]"]),
            ([value: Bool?.none], hasOtherKeys ? ["[0]"] : []),
            (written { try $0.unkeyedContainer(encoding: value) }, ["[0]"]),
            (written { try $0.unkeyedContainer(encoding: optional) }, ["[0]"]),
            (
                written {
                    var container = $0.container(keyedBy: AnyKey.self)
                    try container.encode(value, forKey: key)
                }, ["a"]
            ),
            (
                written {
                    var container = $0.container(keyedBy: AnyKey.self)
                    try container.encodeIfPresent(optional, forKey: key)
                    try container.encodeIfPresent(T?.none, forKey: AnyKey("b"))
                }, ["a"]
            ),
            (
                written {
                    var container = $0.container(keyedBy: AnyKey.self)
                    try container.encodeConditional(Box(value), forKey: key)
                }, ["a"]
            ),
            (
                written {
                    var container = $0.singleValueContainer()
                    try container.encode(value)
                }, [""]
            ),
            (
                written {
                    var container = $0.container(keyedBy: AnyKey.self)
                    var list = container.nestedUnkeyedContainer(forKey: key)
                    try list.encode(value)
                    var object = list.nestedContainer(keyedBy: AnyKey.self)
                    try object.encode(value, forKey: key)
                }, ["a[0]", "a[1].a"]
            ),
            (
                written {
                    var container = $0.container(keyedBy: AnyKey.self)
                    var single = container.superEncoder(forKey: key).singleValueContainer()
                    try single.encode(value)
                }, ["a"]
            ),
            (
                written {
                    var container = $0.unkeyedContainer()
                    try value.encode(to: container.superEncoder())
                    try container.superEncoder().unkeyedContainer(encoding: value)
                }, ["[0]", "[1][0]"]
            ),
            // Written out of order.
            (
                written {
                    var container = $0.unkeyedContainer()
                    var inner = container.nestedUnkeyedContainer()
                    try container.encode(value)
                    try inner.encode(value)
                }, ["[1]", "[0][0]"]
            ),
        ]
    }

    final class Box<T: Encodable>: Encodable {
        let value: T
        init(_ value: T) { self.value = value }
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    private func check<T: Encodable & Hashable>(_ value: T) throws {
        let recorder = Recorder()
        for (index, (value, paths)) in Self.positions(value).enumerated() {
            let expected = try Self.text(value)
            for policy in Self.declining {
                #expect(try Self.text(value, policy) == expected, "\(T.self), position \(index), \(policy)")
            }
            #expect(try Self.text(value, EncodingPolicy([recorder])) == expected, "\(T.self), position \(index)")
            let asked = recorder.take().filter { $0.hasSuffix(": \(T.self)") }
            #expect(asked.sorted() == paths.map { "\($0): \(T.self)" }.sorted(), "\(T.self), position \(index)")
        }
    }

    @Test func integers() throws {
        try check(Int.min)
        try check(Int8.min)
        try check(Int16.min)
        try check(Int32.min)
        try check(Int64.min)
        try check(Int128.min)
        try check(UInt.max)
        try check(UInt8.max)
        try check(UInt16.max)
        try check(UInt32.max)
        try check(UInt64.max)
        try check(UInt128.max)
    }

    @Test func others() throws {
        try check(true)
        try check("a/\"b")
        try check(-1.5)
        try check(Float(0.1))
    }

    /// Properties of every type with a specific method of keyed containers.
    struct Properties: Encodable {
        var a = true, b = "b", c = 1.5, d = Float(2.5), e = -1, f = Int8(-8), g = Int16(-16), h = Int32(-32)
        var i = Int64(-64), j = Int128(-128), k = UInt(1), l = UInt8(8), m = UInt16(16), n = UInt32(32), o = UInt64(64)
        var p = UInt128(128)
        var oa: Bool? = true, ob: String? = "b", oc: Double? = 1.5, od: Float? = 2.5, oe: Int? = -1, of: Int8? = -8
        var og: Int16? = -16, oh: Int32? = -32, oi: Int64? = -64, oj: Int128? = -128, ok: UInt? = 1, ol: UInt8? = 8
        var om: UInt16? = 16, on: UInt32? = 32, oo: UInt64? = 64, op: UInt128? = 128
    }

    /// Values of every type with a specific method of unkeyed and single-value containers.
    private static func elements(_ encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(true)
        try container.encode("b")
        try container.encode(1.5)
        try container.encode(Float(2.5))
        try container.encode(-1)
        try container.encode(Int8(-8))
        try container.encode(Int16(-16))
        try container.encode(Int32(-32))
        try container.encode(Int64(-64))
        try container.encode(Int128(-128))
        try container.encode(UInt(1))
        try container.encode(UInt8(8))
        try container.encode(UInt16(16))
        try container.encode(UInt32(32))
        try container.encode(UInt64(64))
        try container.encode(UInt128(128))
        try container.encode(contentsOf: [UInt16(1), 2])
        try container.encodeNil()
    }

    @Test func methodsOfContainers() throws {
        let types = [
            "Bool", "String", "Double", "Float", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8",
            "UInt16", "UInt32", "UInt64", "UInt128",
        ]
        let values = "true,\"b\",1.5,2.5,-1,-8,-16,-32,-64,-128,1,8,16,32,64,128"
        let letters = "abcdefghijklmnop".map { "\($0)" }
        let names = letters + letters.map { "o" + $0 }
        let members = zip(names, (values + "," + values).split(separator: ","))
            .map { "\"\($0)\":\($1)" }.joined(separator: ",")
        let recorder = Recorder()
        for policy in Self.declining + [EncodingPolicy([recorder])] {
            guard !policy.description.contains("KeyMatching") else { continue }
            #expect(try Self.text(Properties(), policy) == "{\(members)}")
            #expect(try Self.text(Written(write: Self.elements), policy) == "[\(values),1,2,null]")
        }
        let paths = names + (0..<16).map { "[\($0)]" }
        let expected =
            [": Properties"] + zip(paths, types + types + types).map { "\($0): \($1)" }
            + [": Written", "[16]: UInt16", "[17]: UInt16"]
        #expect(recorder.take().sorted() == expected.sorted())
    }

    @Test("rules answer for every type")
    func answers() throws {
        let policy = EncodingPolicy { NumbersAsStrings() }
        func check<T: FixedWidthInteger & Codable>(_ value: T) throws {
            for (value, _) in Self.positions(value) {
                let plain = try Self.text(value)
                let quoted = try Self.text(value, policy)
                #expect(quoted != plain)
                #expect(quoted.replacing("\"", with: "") == plain.replacing("\"", with: ""))
            }
            #expect(try Self.text(["a": value], policy) == "{\"a\":\"\(value)\"}")
            #expect(try Self.text([value], policy) == "[\"\(value)\"]")
            #expect(try Self.text(value, policy) == "\"\(value)\"")
        }
        try check(Int8.min)
        try check(UInt8.max)
        try check(Int32.min)
        try check(UInt64.max)
        try check(Int128.min)
        // Rules are not called for the contents of an answer, regardless of its type.
        struct Wrapped: EncodingRule {
            let encodingSituations: EncodingSituation = .value
            func represent(_ context: EncodingRuleContext) -> Representation {
                guard let value = context.value as? UInt16 else { return .decline }
                return .encode { encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode(value + 1)
                }
            }
        }
        #expect(try Self.text([UInt16(1), 2], EncodingPolicy { Wrapped() }) == "[2,3]")
    }

    enum Level: UInt8, Codable {
        case low = 1
        case high
    }

    @Test("raw values of enumerations")
    func rawValues() throws {
        let recorder = Recorder()
        #expect(try Self.text([Level.low, .high], EncodingPolicy([recorder])) == "[1,2]")
        #expect(
            recorder.take() == [": Array<Level>", "[0]: Level", "[0]: UInt8", "[1]: Level", "[1]: UInt8"])
    }

    /// A single value after a container is discarded, regardless of its type.
    @Test("a single value in addition to a container", arguments: [false, true])
    func inAdditionToContainers(hasPolicy: Bool) throws {
        let policy = hasPolicy ? EncodingPolicy { DatesAs(.iso8601) } : .default
        func outcome<T: Encodable>(_ value: T) -> [String] {
            let writers: [(any Encoder) throws -> Void] = [
                { encoder in
                    var container = encoder.container(keyedBy: AnyKey.self)
                    let inner = container.superEncoder(forKey: Self.key)
                    var object = inner.container(keyedBy: AnyKey.self)
                    try object.encode(1, forKey: Self.key)
                    var single = inner.singleValueContainer()
                    try single.encode(value)
                },
                { encoder in
                    var container = encoder.unkeyedContainer()
                    try container.encode(1)
                    var single = encoder.singleValueContainer()
                    try single.encode(value)
                },
                { encoder in
                    var single = encoder.singleValueContainer()
                    try single.encode(value)
                    try single.encode(value)
                },
                { encoder in
                    var single = encoder.singleValueContainer()
                    try single.encode(value)
                    _ = encoder.unkeyedContainer()
                },
            ]
            return writers.map { write in
                Result { try Self.text(["": Written(write: write)], policy) }.description
            }
        }
        let expected = outcome(7)
        #expect(outcome(Int8(7)) == expected)
        #expect(outcome(Int16(7)) == expected)
        #expect(outcome(Int32(7)) == expected)
        #expect(outcome(Int64(7)) == expected)
        #expect(outcome(Int128(7)) == expected)
        #expect(outcome(UInt(7)) == expected)
        #expect(outcome(UInt8(7)) == expected)
        #expect(outcome(UInt16(7)) == expected)
        #expect(outcome(UInt32(7)) == expected)
        #expect(outcome(UInt64(7)) == expected)
        #expect(outcome(UInt128(7)) == expected)
        #expect(outcome(Float(7)) == expected)
    }
}

extension Encoder {
    fileprivate func unkeyedContainer(encoding value: some Encodable) throws {
        var container = unkeyedContainer()
        try container.encode(value)
    }
}

extension Result where Success == String, Failure == any Error {
    fileprivate var description: String {
        switch self {
        case .success(let text): text
        case .failure(EncodingError.invalidValue(_, let context)): context.debugDescription
        case .failure(let error): "\(error)"
        }
    }
}
