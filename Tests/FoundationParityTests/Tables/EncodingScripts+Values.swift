import Foundation

extension EncodingScripts {
    static let singles = [
        script("null") { encoder in
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        },
        script("nothing") { _ in },
        script("an empty model as the single value") { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(EncodesNothing())
        },
        script("a scalar after a container") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
            var single = encoder.singleValueContainer()
            try single.encode(2)
        },
        script("a failed attempt, then a value") { encoder in
            var container = encoder.singleValueContainer()
            try? container.encode(Step { _ in throw CustomEncodingError() })
            try container.encode("instead")
        },
        script("a single value of a single value") { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Single(Single(Single("inside"))))
        },
        script("single values of all kinds") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            let date = Date(timeIntervalSinceReferenceDate: 0.5)
            try container.encode(Single(Single(date)), forKey: "date")
            try container.encode([Single(Data([1, 2]))], forKey: "data")
            try container.encode(Single(Single(Decimal(1.5))), forKey: "decimal")
            try container.encode(Single(URL(filePath: "/a")), forKey: "url")
            try container.encode(Single(Single(Int?.none)), forKey: "null")
            try container.encode(Single(Single([Single(1)])), forKey: "array")
            try container.encode(Single(Single(["a": Single(Month.may)])), forKey: "object")
            try container.encode(Single(EncodesNothing()), forKey: "mute")
            try container.encode(Single(Single(PathShown())), forKey: "path")
        },
        script("a single value of a single value after a container") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
            var single = encoder.singleValueContainer()
            try single.encode(Single(Single(2)))
        },
        script("a single value of a single value through super") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            let parent = container.superEncoder()
            var single = parent.singleValueContainer()
            try single.encode(Single(Single(Date(timeIntervalSinceReferenceDate: 2))))
        },
    ]

    private enum Month: String, Encodable { case may }

    private struct Single<Value: Encodable>: Encodable {
        let value: Value

        init(_ value: Value) { self.value = value }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    static let paths = [
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
            try container.encode([Step { _ in throw CustomEncodingError() }], forKey: "p")
        },
        script("user information") { encoder in
            var container = encoder.singleValueContainer()
            try container.encode(encoder.userInfo.keys.map(\.rawValue).sorted())
        },
    ]

    /// All methods of containers.
    static let members = [
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
