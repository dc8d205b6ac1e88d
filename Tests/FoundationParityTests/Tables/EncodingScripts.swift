import Foundation

/// A value that is encoded by a closure.
struct Scripted: Encodable, Sendable {
    let script: @Sendable (any Encoder) throws -> Void

    init(_ script: @escaping @Sendable (any Encoder) throws -> Void) { self.script = script }

    func encode(to encoder: any Encoder) throws { try script(encoder) }
}

/// A value inside a script, encoded by a closure.
struct Step: Encodable {
    let script: (any Encoder) throws -> Void

    init(_ script: @escaping (any Encoder) throws -> Void) { self.script = script }

    func encode(to encoder: any Encoder) throws { try script(encoder) }
}

/// Encodes its coding path as an array of names.
struct PathShown: Encodable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(encoder.codingPath.map { "\(PathKey($0))" })
    }
}

/// Encodes nothing.
struct EncodesNothing: Encodable {
    func encode(to encoder: any Encoder) throws {}
}

/// Uses of containers, except those for which Foundation crashes.
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
            try outer.encode(["x": EncodesNothing()], forKey: "d")
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
                try container.encode(["y"], forKey: "after")
                try inner.encode(container.codingPath.count, forKey: "count")
                container = inner
            }
        },
        script("nested too deep") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            for _ in 0..<520 { container = container.nestedContainer(keyedBy: AnyName.self, forKey: "inner") }
            try container.encode(1, forKey: "a")
        },
        script("arrays nested too deep") { encoder in
            var container = encoder.unkeyedContainer()
            for _ in 0..<520 { container = container.nestedUnkeyedContainer() }
            try container.encode(1)
        },
        script("containers of one type at the same time") { encoder in
            var outer = encoder.container(keyedBy: AnyName.self)
            for name in ["a", "b"] {
                try outer.encode(
                    Step { inner in
                        var container = inner.container(keyedBy: AnyName.self)
                        try container.encode(
                            Step { inmost in
                                var container = inmost.container(keyedBy: AnyName.self)
                                try container.encode(1, forKey: "x")
                                var other = inmost.container(keyedBy: AnyName.self)
                                try other.encode(2, forKey: "y")
                            }, forKey: "z")
                        try container.encode("after", forKey: "c")
                    }, forKey: AnyName(stringValue: name))
                try outer.encode(0, forKey: AnyName(stringValue: name + "0"))
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
            try? container.encode(Step { _ in throw CustomEncodingError() }, forKey: "a")
            try? container.encode(Step { _ in throw CustomEncodingError() }, forKey: "b")
            try container.encode(2, forKey: "c")
        },
    ]

    /// Containers requested more than once.
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
        script("nil in a super encoder whose object was started") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            let parent = container.superEncoder()
            _ = parent.container(keyedBy: AnyName.self)
            var single = parent.singleValueContainer()
            try single.encodeNil()
        },
        script("nil in a super encoder whose array was started") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            let parent = container.superEncoder()
            var array = parent.unkeyedContainer()
            try array.encode(1)
            try Int?.none.encode(to: parent)
        },
        script("an optional in a super encoder whose object was started") { encoder in
            var container = encoder.unkeyedContainer()
            let parent = container.superEncoder()
            _ = parent.container(keyedBy: AnyName.self)
            var single = parent.singleValueContainer()
            try single.encode(Int?.none)
        },
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
            try EncodesNothing().encode(to: container.superEncoder())
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
}

extension Encoder {
    fileprivate func encodeText(_ text: String) throws {
        var container = singleValueContainer()
        try container.encode(text)
    }
}
