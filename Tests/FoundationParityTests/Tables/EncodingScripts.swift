import Foundation

/// A value that encodes itself as it is told.
struct Scripted: Encodable, Sendable {
    let script: @Sendable (any Encoder) throws -> Void

    init(_ script: @escaping @Sendable (any Encoder) throws -> Void) { self.script = script }

    func encode(to encoder: any Encoder) throws { try script(encoder) }
}

/// The same, inside of a script.
struct Step: Encodable {
    let script: (any Encoder) throws -> Void

    init(_ script: @escaping (any Encoder) throws -> Void) { self.script = script }

    func encode(to encoder: any Encoder) throws { try script(encoder) }
}

/// Its coding path, as an array of names.
struct PathShown: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.codingPath.map { "\(PathKey($0))" })
    }
}

/// Nothing at all.
struct Mute: Encodable {
    func encode(to encoder: any Encoder) throws {}
}

/// Containers used in all ways that Foundation survives.
enum EncodingScripts {
    static func script(_ name: String, _ script: @escaping @Sendable (any Encoder) throws -> Void) -> EncodingSubject {
        EncodingSubject(name, Scripted(script))
    }

    static let all = order + repeated + again + supers + singles + paths + members

    /// Nested containers, in parallel and out of order.
    private static let order = [
        script("nested object") { encoder in
            var outer = encoder.container(keyedBy: AnyName.self)
            var inner = outer.nestedContainer(keyedBy: AnyName.self, forKey: "inner")
            try inner.encode(1, forKey: "a")
            try outer.encode(2, forKey: "b")
            try inner.encode([3, 4], forKey: "c")
            try outer.encode(["x": Mute()], forKey: "d")
        },
        script("nested arrays in parallel") { encoder in
            var outer = encoder.container(keyedBy: AnyName.self)
            var left = outer.nestedUnkeyedContainer(forKey: "left")
            var right = outer.nestedUnkeyedContainer(forKey: "right")
            for number in 0..<5 {
                try left.encode(number)
                try right.encode("\(number)")
                try outer.encode(left.count + right.count, forKey: AnyName(stringValue: "count \(number)"))
            }
        },
        script("nested in arrays") { encoder in
            var outer = encoder.unkeyedContainer()
            var first = outer.nestedContainer(keyedBy: AnyName.self)
            var second = outer.nestedUnkeyedContainer()
            try outer.encode("third")
            try second.encode(1.5)
            try first.encode(true, forKey: "a")
            var inside = second.nestedUnkeyedContainer()
            try first.encodeNil(forKey: "b")
            try inside.encodeNil()
            try outer.encode(outer.count)
        },
        script("empty nested") { encoder in
            var outer = encoder.container(keyedBy: AnyName.self)
            _ = outer.nestedContainer(keyedBy: AnyName.self, forKey: "object")
            _ = outer.nestedUnkeyedContainer(forKey: "array")
            var array = outer.nestedUnkeyedContainer(forKey: "more")
            _ = array.nestedContainer(keyedBy: AnyName.self)
            _ = array.nestedUnkeyedContainer()
        },
        script("deep nested") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            for _ in 0..<20 {
                try container.encode("x", forKey: "before")
                var inner = container.nestedContainer(keyedBy: AnyName.self, forKey: "inner")
                try container.encode(["y"], forKey: "behind")
                try inner.encode(container.codingPath.count, forKey: "count")
                container = inner
            }
        },
        script("outer container from an inner value") { encoder in
            let outer = encoder.container(keyedBy: AnyName.self)
            var copy = outer
            try copy.encode("first", forKey: "a")
            try copy.encode(
                Step { inner in
                    var other = outer
                    try other.encode("from inside", forKey: "b")
                    var container = inner.container(keyedBy: AnyName.self)
                    try container.encode(1, forKey: "c")
                    try other.encode([1, 2], forKey: "d")
                    try container.encode(2, forKey: "e")
                }, forKey: "f")
            try copy.encode("last", forKey: "g")
        },
        script("outer array from an inner value") { encoder in
            var outer = encoder.unkeyedContainer()
            try outer.encode(0)
            let kept = outer
            try outer.encode(
                Step { inner in
                    var other = kept
                    try other.encode("from inside")
                    var container = inner.unkeyedContainer()
                    try container.encode(1)
                    try other.encode("again")
                    try container.encode(2)
                })
            try outer.encode("end")
        },
        script("nested container from an inner value") { encoder in
            var outer = encoder.container(keyedBy: AnyName.self)
            let nested = outer.nestedUnkeyedContainer(forKey: "nested")
            try outer.encode(
                (0..<3).map { number in
                    Step { inner in
                        var other = nested
                        try other.encode(number)
                        var container = inner.singleValueContainer()
                        try container.encode(other.count)
                    }
                }, forKey: "values")
        },
    ]

    /// The last of repeated keys counts.
    private static let repeated = [
        script("repeated scalars") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
            try container.encode(2, forKey: "b")
            try container.encode("three", forKey: "a")
            try container.encodeNil(forKey: "b")
            try container.encode([1: 2], forKey: "c")
            try container.encode(4.5, forKey: "a")
        },
        script("repeated as Unicode text") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "e\u{301}")
            try container.encode(2, forKey: "\u{E9}")
            try container.encode(3, forKey: "e")
        },
        script("one of many repeated") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            for number in 0..<200 { try container.encode(number, forKey: AnyName(stringValue: "key \(number % 150)")) }
        },
        script("many") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            for number in 0..<200 { try container.encode(number, forKey: AnyName(stringValue: "key/\(number)é")) }
        },
        script("a value after a nested container") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: "a")
            try nested.encode(1, forKey: "b")
            try container.encode(2, forKey: "a")
            try nested.encode(3, forKey: "c")
        },
        script("a repeated key in a failed attempt") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
            try? container.encode(Step { _ in throw EncodingRefusal() }, forKey: "a")
            try? container.encode(Step { _ in throw EncodingRefusal() }, forKey: "b")
            try container.encode(2, forKey: "c")
        },
    ]

    /// Containers asked for more than once.
    private static let again = [
        script("the same nested container twice") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            var one = container.nestedContainer(keyedBy: AnyName.self, forKey: "a")
            try one.encode(1, forKey: "x")
            var other = container.nestedContainer(keyedBy: AnyName.self, forKey: "a")
            try other.encode(2, forKey: "y")
            try one.encode(3, forKey: "z")
            var array = container.nestedUnkeyedContainer(forKey: "b")
            try array.encode(1)
            array = container.nestedUnkeyedContainer(forKey: "b")
            try array.encode(2)
        },
        script("a nested container where a value is") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(["x": [1, 2], "\"/\\\n": []], forKey: "a")
            var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: "a")
            try nested.encode(2, forKey: "y")
            try nested.encode(["new"], forKey: "x")
            try container.encode(["\"]", "}", "\\"], forKey: "b")
            var array = container.nestedUnkeyedContainer(forKey: "b")
            try array.encode(3)
            try array.encode(array.count)
        },
        script("the container of a value twice") { encoder in
            var one = encoder.container(keyedBy: AnyName.self)
            try one.encode(1, forKey: "a")
            var other = encoder.container(keyedBy: AnyName.self)
            try other.encode(2, forKey: "b")
            try one.encode(3, forKey: "c")
            try Step { inner in
                var third = inner.container(keyedBy: AnyName.self)
                try third.encode(4, forKey: "d")
            }.encode(to: encoder)
        },
        script("the array of a value twice") { encoder in
            var one = encoder.unkeyedContainer()
            try one.encode(1)
            var other = encoder.unkeyedContainer()
            try other.encode(2)
            try one.encode(other.count)
        },
        script("a value encoded, then a container") { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(["a": 1])
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(2, forKey: "b")
            try container.encode(3, forKey: "a")
        },
        script("a model encoded, then a container") { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(
                Step { inner in
                    var container = inner.container(keyedBy: AnyName.self)
                    try container.encode("model", forKey: "a")
                })
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(2, forKey: "b")
        },
        script("a container, then a model") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(2, forKey: "b")
            var single = encoder.singleValueContainer()
            try single.encode(
                Step { inner in
                    var container = inner.container(keyedBy: AnyName.self)
                    try container.encode("model", forKey: "a")
                })
        },
        script("an array encoded, then a container") { encoder in
            var single = encoder.singleValueContainer()
            try single.encode([[1], [2, 3]])
            var container = encoder.unkeyedContainer()
            try container.encode("x")
            try container.encode(container.count)
        },
    ]

    private static let supers = [
        script("super") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
            var parent = container.superEncoder().container(keyedBy: AnyName.self)
            try parent.encode(2, forKey: "b")
            try container.encode(3, forKey: "c")
            try parent.encode(4, forKey: "d")
        },
        script("super for a key") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            var array = container.superEncoder(forKey: "x").unkeyedContainer()
            try array.encode(PathShown())
            var single = container.superEncoder(forKey: "y").singleValueContainer()
            try single.encode(PathShown())
            var number = container.superEncoder(forKey: "z").singleValueContainer()
            try number.encode(1.5)
            _ = container.superEncoder(forKey: "nothing")
            try Mute().encode(to: container.superEncoder())
        },
        script("super in an array") { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(0)
            do {
                var first = container.superEncoder().container(keyedBy: AnyName.self)
                try first.encode(PathShown(), forKey: "path")
                try container.encode("while it is open")
            }
            try container.superEncoder().encodeText("second")
            _ = container.superEncoder()
            try container.encode(container.count)
        },
        script("super inside super") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            var parent = container.superEncoder().container(keyedBy: AnyName.self)
            try parent.encode(1, forKey: "parent")
            var grandparent = parent.superEncoder().container(keyedBy: AnyName.self)
            try grandparent.encode(PathShown(), forKey: "grandparent")
            var nested = parent.nestedUnkeyedContainer(forKey: "nested")
            try nested.superEncoder().encodeText("in nested")
            try nested.encode(nested.count)
        },
        script("super after the same key") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "super")
            try container.superEncoder().encodeText("two")
            try container.encode(3, forKey: "other")
        },
        script("models through super") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            let parent = container.superEncoder()
            var single = parent.singleValueContainer()
            try single.encode(["a": ["b": 1.5]])
            let list = container.superEncoder(forKey: "list")
            try [1, 2].encode(to: list)
            let date = container.superEncoder(forKey: "date")
            var when = date.singleValueContainer()
            try when.encode(Date(timeIntervalSinceReferenceDate: 1))
        },
    ]

    private static let singles = [
        script("null") { encoder in
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        },
        script("nothing") { _ in },
        script("an empty model as the single value") { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Mute())
        },
        script("a scalar after a container") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
            var single = encoder.singleValueContainer()
            try single.encode(2)
        },
        script("a failed attempt, then a value") { encoder in
            var container = encoder.singleValueContainer()
            try? container.encode(Step { _ in throw EncodingRefusal() })
            try container.encode("instead")
        },
    ]

    private static let paths = [
        script("paths") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(PathShown(), forKey: "a")
            try container.encode([PathShown(), PathShown()], forKey: "b")
            try container.encode([PathShown?.some(PathShown()), nil], forKey: "e")
            try container.encode([1.5: PathShown()], forKey: "g")
            try container.encode(Set([1]), forKey: "h")
            try container.encode(
                Step { inner in
                    var array = inner.unkeyedContainer()
                    try array.encode(PathShown())
                    try array.encode(array.codingPath.map(\.stringValue))
                    try array.encode(Optional(PathShown()))
                }, forKey: "i")
        },
        script("paths in dictionaries") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(["c": PathShown()], forKey: "d")
            try container.encode([[1: PathShown()]], forKey: "f")
        },
        script("error in dictionaries") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(["x": [["y": Double.nan]]], forKey: "a")
        },
        script("error in an array") { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            try container.encode([Float.infinity])
        },
        script("error in super") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            var parent = container.superEncoder(forKey: "p").container(keyedBy: AnyName.self)
            try parent.encode(-Double.infinity, forKey: "q")
        },
        script("another error") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode([Step { _ in throw EncodingRefusal() }], forKey: "p")
        },
        script("user information") { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(encoder.userInfo.keys.map(\.rawValue).sorted())
        },
    ]

    /// All methods of the containers.
    private static let members = [
        script("members of all types") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(true, forKey: "bool")
            try container.encode("text", forKey: "string")
            try container.encode(1.25, forKey: "double")
            try container.encode(Float(0.1), forKey: "float")
            try container.encode(Int.min, forKey: "int")
            try container.encode(Int8.min, forKey: "int8")
            try container.encode(Int16.min, forKey: "int16")
            try container.encode(Int32.min, forKey: "int32")
            try container.encode(Int64.min, forKey: "int64")
            try container.encode(Int128.min, forKey: "int128")
            try container.encode(UInt.max, forKey: "uint")
            try container.encode(UInt8.max, forKey: "uint8")
            try container.encode(UInt16.max, forKey: "uint16")
            try container.encode(UInt32.max, forKey: "uint32")
            try container.encode(UInt64.max, forKey: "uint64")
            try container.encode(UInt128.max, forKey: "uint128")
            try container.encode(Decimal(string: "-12345678901234567890.123"), forKey: "decimal")
        },
        script("optional members") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encodeIfPresent(Bool?.none, forKey: "a")
            try container.encodeIfPresent(true, forKey: "b")
            try container.encodeIfPresent(String?.none, forKey: "c")
            try container.encodeIfPresent("x", forKey: "d")
            try container.encodeIfPresent(Int??.some(nil), forKey: "e")
            try container.encodeIfPresent(Int??.none, forKey: "f")
            try container.encodeIfPresent([Int]?.none, forKey: "g")
            try container.encodeIfPresent([1], forKey: "h")
            try container.encode(Int?.none, forKey: "i")
            try container.encodeIfPresent(UInt128?.none, forKey: "j")
            try container.encodeIfPresent(Float(2), forKey: "k")
        },
        script("elements of all types") { encoder in
            var container = encoder.unkeyedContainer()
            try container.encode(contentsOf: [true, false])
            try container.encode(contentsOf: ["a", "b"])
            try container.encode(contentsOf: [1.5, 1e100])
            try container.encode(contentsOf: [Float(3.4e38)])
            try container.encode(contentsOf: [UInt8(1)])
            try container.encode(contentsOf: [[1], []])
            try container.encode(Int128.max)
            try container.encode(UInt128.max)
            try container.encode(Int16(-3))
            try container.encodeNil()
            try container.encode(Int?.none)
            try container.encode(Date(timeIntervalSinceReferenceDate: 0.5))
        },
        script("references") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encodeConditional(Referenced(), forKey: "a")
            var array = container.nestedUnkeyedContainer(forKey: "b")
            try array.encodeConditional(Referenced())
        },
    ]

    private final class Referenced: Encodable {}
}

extension Encoder {
    fileprivate func encodeText(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
