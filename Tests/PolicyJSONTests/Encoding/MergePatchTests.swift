import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

@Suite struct MergePatchTests {
    /// RFC 7396 appendix A.
    private static let examples: [(original: String, patch: String, result: String)] = [
        (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
        (#"{"a":"b"}"#, #"{"a":null}"#, "{}"),
        (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
        (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
        (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
        (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
        (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
        (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
        (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
        (#"{"a":"foo"}"#, "null", "null"),
        (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
        (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
        ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
        ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    ]

    @Test func appendix() throws {
        for example in Self.examples {
            var value = try RawJSON(parsing: example.original)
            try PolicyJSONDecoder().applyMergePatch(Data(example.patch.utf8), to: &value)
            #expect(value.text == example.result, "\(example)")
        }
    }

    @Test func whiteSpaceAndEscapes() throws {
        var value = try RawJSON(parsing: #"{ "a\"/" : [ 1.0 ,"}" ] , "b":{"c" : 1e400}}"#)
        try PolicyJSONDecoder().applyMergePatch(
            Data("\t{\r\n \"b\" : { \"\\u0064\" :\t[ \"]\" ] }\n}".utf8), to: &value)
        #expect(value.text == #"{"a\"\/":[ 1.0 ,"}" ],"b":{"c":1e400,"d":[ "]" ]}}"#)
    }

    struct Song: Codable, Equatable {
        var title: String
        var year: Int?
        var imageURL: String?
        var artist: Artist?
        var tags: [String] = []
        var recorded = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        var cover = Data([1, 2, 255])
        var gain = Double.infinity
        var counts: [String: Int] = [:]
    }

    struct Artist: Codable, Equatable {
        var name: String
        var born: Int?
    }

    private static let song = Song(
        title: "Hello", year: 1999, imageURL: "a", artist: Artist(name: "A", born: 1), tags: ["x"], counts: ["a_b": 1])

    @Test func models() throws {
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.dataDecodingStrategy = .custom { _ in Data() }
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var song = Self.song
        try decoder.applyMergePatch(Data("{}".utf8), to: &song)
        #expect(song == Self.song)
        let patch = #"{"year":null,"artist":{"born":2},"tags":["y"],"counts":{"c_d":2},"image_url":"b"}"#
        try decoder.applyMergePatch(Data(patch.utf8), to: &song)
        var expected = Self.song
        expected.year = nil
        expected.artist?.born = 2
        expected.tags = ["y"]
        expected.counts = ["a_b": 1, "c_d": 2]
        // Foundation's strategy converts it to imageUrl, which the model does not have.
        #expect(song == expected)
        try decoder.applyMergePatch(Data(#"{"recorded":"2001-01-01T00:00:01Z","artist":null}"#.utf8), to: &song)
        expected.recorded = Date(timeIntervalSinceReferenceDate: 1)
        expected.artist = nil
        #expect(song == expected)
    }

    /// Dates, `Data` and numbers that JSON cannot represent, in all positions in which an encoder can write them.
    struct Exact: Codable, Equatable {
        struct Inner: Codable, Equatable {
            var moment: Date
            var bytes: Data
        }

        /// Encodes its values in nested containers, in reverse order.
        struct Nested: Codable, Equatable {
            var moment: Date
            var number: Float

            enum CodingKeys: String, CodingKey {
                case first, second, moment, number
            }

            init(moment: Date, number: Float) {
                self.moment = moment
                self.number = number
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                moment = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
                    .decode(Date.self, forKey: .moment)
                var elements = try container.nestedUnkeyedContainer(forKey: .second)
                number = try elements.decode(Float.self)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                var first = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .first)
                var second = container.nestedUnkeyedContainer(forKey: .second)
                try second.encode(number)
                try first.encode(moment, forKey: .moment)
            }
        }

        var inner: [Inner] = []
        var dates: [String: Date] = [:]
        var nested: Nested
        var numbers: [Double] = []
        var optional: Date?
        var text = "detached"
    }

    private static let exact = Exact(
        inner: (0..<20).map { Exact.Inner(moment: date(Double($0) / 7), bytes: Data([UInt8($0)])) },
        dates: ["infinite": date(.infinity), "zero": date(-0.0), "pi": date(.pi)],
        nested: Exact.Nested(moment: date(1e-300), number: -.infinity),
        numbers: [1, .infinity, -.infinity, 0.1], optional: date(0.1 + 0.2))

    private static func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @Test("values that the document does not mention keep every bit", arguments: [false, true])
    func exactValues(hasFloatStrings: Bool) throws {
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        if hasFloatStrings {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(
                positiveInfinity: "detached", negativeInfinity: "-", nan: "n")
        }
        var value = Self.exact
        try decoder.applyMergePatch(Data("{}".utf8), to: &value)
        #expect(value == Self.exact)
        var expected = Self.exact
        expected.dates["pi"] = nil
        expected.dates["new"] = Self.date(1)
        expected.nested.moment = Self.date(2)
        expected.optional = nil
        let patch = #"""
            {"dates": {"pi": null, "new": "2001-01-01T00:00:01Z"}, "optional": null,
             "nested": {"first": {"moment": "2001-01-01T00:00:02Z"}}}
            """#
        try decoder.applyMergePatch(Data(patch.utf8), to: &value)
        #expect(value == expected)
        var number = [Double.nan]
        try decoder.applyMergePatch(Data("1".utf8), to: &number[0])
        #expect(number == [1])
        var nan = ["a": Double(nan: 5, signaling: false)]
        try PolicyJSONDecoder().applyMergePatch(Data(#"{"b": 1}"#.utf8), to: &nan)
        #expect(nan["a"]?.bitPattern == Double(nan: 5, signaling: false).bitPattern)
    }

    /// A value that is decoded as the first type that accepts the JSON, a date if possible.
    enum Loose: Codable, Equatable {
        case date(Date)
        case number(Double)
        case text(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let date = try? container.decode(Date.self) {
                self = .date(date)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .text(try container.decode(String.self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .date(let date): try container.encode(date)
            case .number(let number): try container.encode(number)
            case .text(let text): try container.encode(text)
            }
        }
    }

    @Test("only placeholders are exact values")
    func looseValues() throws {
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let values: [Loose] = [
            .date(Self.date(0.1)), .number(0), .text("detached"), .number(.infinity), .text("0x00000000"), .number(31),
        ]
        var value = ["values": values]
        try decoder.applyMergePatch(Data(#"{"more": ["detached"]}"#.utf8), to: &value)
        #expect(value == ["values": values, "more": [.text("detached")]])
    }

    /// Rules answer with JSON that is parsed on a separate tape, where positions have another meaning.
    @Test func replacementsHaveNoExactValues() throws {
        struct Moments: Codable, Equatable {
            var first: Date
            var second: [Date]
        }
        struct Answer: DecodingRule {
            let description = "Answer()"
            let situations: RepairSituation = .mismatch

            func repair(_ context: DecodingRuleContext) -> Repair {
                context.number == "7" ? .replace(with: .document(#"[5, "x"]"#)) : .decline
            }
        }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Answer() })
        var value = Moments(first: Self.date(.infinity), second: [Self.date(1), Self.date(2), Self.date(3)])
        #expect(throws: DecodingError.self) { try decoder.applyMergePatch(Data(#"{"second": 7}"#.utf8), to: &value) }
        #expect(value.second.count == 3)
    }

    @Test func snakeCaseRule() throws {
        var song = Self.song
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(.snakeCase) })
        try decoder.applyMergePatch(Data(#"{"image_url":"b"}"#.utf8), to: &song)
        #expect(song.imageURL == "b")
    }

    /// A patch with repeated keys, also in a nested object and in an array, which is replaced.
    @Test(arguments: [
        (DecodingPolicy.strict, 1, 10, "1", [] as [String]),
        (DecodingPolicy { DuplicateKeys(.first) }, 1, 10, "1", ["year", "artist.born", "years[0].a"]),
        (DecodingPolicy { DuplicateKeys(.last) }, 2, 20, "2", ["year", "artist.born", "years[0].a"]),
        (DecodingPolicy { At("artist.born") { DuplicateKeys(.last) } }, 1, 20, "1", ["artist.born"]),
    ])
    func repeatedKeys(policy: DecodingPolicy, year: Int, born: Int, inArray: String, paths: [String]) throws {
        struct Song: Codable { var year: Int, artist: Artist, years: [[String: Int]] }
        var song = Song(year: 0, artist: Artist(name: "A", born: 1), years: [])
        let decoder = PolicyJSONDecoder(policy: policy)
        let changed = Mutex<[String]>([])
        decoder.onReport = { report in
            let paths = report.entries.map(\.path.description)
            changed.withLock { $0 += paths }
        }
        let patch = #"{"year":1,"\u0079ear":2,"artist":{"born":10,"born":20},"years":[{"a":1,"a":2}]}"#
        try decoder.applyMergePatch(patch, to: &song)
        #expect(song.year == year)
        #expect(song.artist.name == "A")
        #expect(song.artist.born == born)
        #expect("\(song.years[0]["a"] ?? 0)" == inArray)
        #expect(changed.withLock { $0 } == paths)
    }

    @Test func refusedRepeatedKeys() throws {
        var song = Self.song
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(.fail) })
        for (patch, path) in [
            (#"{"year":1,"year":2}"#, "year"), (#"{"artist":{"born":1,"born":1}}"#, "artist.born"),
        ] {
            let error = #expect(throws: DecodingError.self) { try decoder.applyMergePatch(patch, to: &song) }
            #expect(
                error.map(text(of:))
                    == "dataCorrupted at \(path): The key \"\(path.split(separator: ".").last ?? "")\" occurs more than once. "
                    + "[rejected by DuplicateKeys]")
        }
        #expect(song == Self.song)
    }

    /// The patch is in the envelope, as all documents of the decoder.
    @Test(arguments: [
        (DecodingPolicy { Envelope("data") }, "data", #"{"data":{"year":"2"},"x":1}"#),
        (DecodingPolicy { Envelope("some.items[1]") }, "some.items[1]", #"{"some":{"items":[0,{"year":"2"}]}}"#),
        (DecodingPolicy { Envelope("data", isRequired: false) }, "data", #"{"data":{"year":"2"}}"#),
        (DecodingPolicy { Envelope("data", isRequired: false) }, "data", #"{"year":"2"}"#),
    ])
    func envelopes(policy: DecodingPolicy, path: String, patch: String) throws {
        var (song, expected) = (Self.song, Self.song)
        expected.year = 2
        let scope = try PathPattern(path + ".year")
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                policy
                At(scope) { NumbersFromStrings() }
            })
        try decoder.applyMergePatch(patch, to: &song)
        #expect(song == expected)
        let error = #expect(throws: DecodingError.self) {
            try decoder.applyMergePatch(patch.replacing(#""2""#, with: "[]"), to: &song)
        }
        #expect(
            error.map(text(of:))
                == "typeMismatch(Int) at \(path).year: Expected to decode Int but found an array instead.")
        #expect(song == expected)
    }

    @Test func missingEnvelope() {
        var song = Self.song
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Envelope("data") })
        let error = #expect(throws: DecodingError.self) { try decoder.applyMergePatch(#"{"year":2}"#, to: &song) }
        #expect(
            error.map(text(of:))
                == "dataCorrupted at the top: No value at data in the envelope. [rejected by Envelope]")
    }

    /// Merging takes stack for each level.
    @Test(arguments: [1, 512, 513, 100_000])
    func deepPatches(_ depth: Int) throws {
        let deep = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
        let decoder = PolicyJSONDecoder()
        decoder.limits.depth = .max
        var value = try RawJSON(parsing: "{}")
        let encoder = PolicyJSONEncoder()
        let new = try RawJSON(parsing: deep, limits: JSONLimits(depth: .max))
        if depth <= 512 {
            try decoder.applyMergePatch(deep, to: &value)
            #expect(value.text == deep)
            #expect(String(decoding: try encoder.mergePatch(from: .null, to: new), as: UTF8.self) == deep)
            return
        }
        let error = #expect(throws: DecodingError.self) { try decoder.applyMergePatch(deep, to: &value) }
        #expect(error.map(text(of:)) == "dataCorrupted at the top: A merge patch can be nested at most 512 deep.")
        #expect(value.text == "{}")
        for (old, new) in [(RawJSON.null, new), (new, .null), (new, new)] {
            let error = #expect(throws: EncodingError.self) { try encoder.mergePatch(from: old, to: new) }
            guard case .invalidValue(_, let context) = error else { return }
            #expect(context.debugDescription == "A merge patch can be nested at most 512 deep.")
        }
    }

    @Test(arguments: [#"{"title":null}"#, #"{"title":1}"#, "[]", "{", ""])
    func errors(_ patch: String) {
        var song = Self.song
        #expect(throws: DecodingError.self) { try PolicyJSONDecoder().applyMergePatch(Data(patch.utf8), to: &song) }
        #expect(song == Self.song)
    }

    @Test func patches() throws {
        let encoder = PolicyJSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+", negativeInfinity: "-", nan: "n")
        func patch(_ change: (inout Song) -> Void) throws -> String {
            var changed = Self.song
            change(&changed)
            return String(decoding: try encoder.mergePatch(from: Self.song, to: changed), as: UTF8.self)
        }
        #expect(try patch { _ in } == "{}")
        #expect(try patch { $0.year = nil } == #"{"year":null}"#)
        #expect(try patch { $0.artist?.born = nil } == #"{"artist":{"born":null}}"#)
        #expect(try patch { $0.artist = nil } == #"{"artist":null}"#)
        #expect(try patch { $0.tags = [] } == #"{"tags":[]}"#)
        #expect(
            try patch {
                $0.counts["a_b"] = nil
                $0.counts["/"] = 3
            } == #"{"counts":{"\/":3,"a_b":null}}"#)
        encoder.outputFormatting = .prettyPrinted
        #expect(try patch { $0.artist?.name = "B" } == "{\n  \"artist\" : {\n    \"name\" : \"B\"\n  }\n}")
        #expect(String(decoding: try encoder.mergePatch(from: [1], to: [1]), as: UTF8.self) == "[\n  1\n]")
    }

    /// A member that is `null` in the old value and missing in the new one is removed.
    @Test func removedNulls() throws {
        var value = try RawJSON(parsing: #"{"a":null,"b":{"c":null,"d":null},"e":null}"#)
        let new = try RawJSON(parsing: #"{"b":{"c":null},"e":{"f":1}}"#)
        let patch = try PolicyJSONEncoder().mergePatch(from: value, to: new)
        #expect(String(decoding: patch, as: UTF8.self) == #"{"a":null,"b":{"d":null},"e":{"f":1}}"#)
        try PolicyJSONDecoder().applyMergePatch(patch, to: &value)
        #expect(value == new)
    }

    /// Patches of nested objects are correct at any depth.
    @Test(arguments: [1, 2, 40])
    func depth(_ depth: Int) throws {
        func text(_ inmost: String) -> String {
            (0..<depth).reversed().reduce(inmost) { inner, level in
                #"{"a":[{"x":[\#(level),"]}\"{"]}],"b":\#(inner),"c":\#(level)}"#
            }
        }
        let old = try RawJSON(parsing: text(#"{"d":1,"e":[{}]}"#))
        let new = try RawJSON(parsing: text(#"{"d":2,"e":[{}]}"#))
        let patch = try PolicyJSONEncoder().mergePatch(from: old, to: new)
        let expected = (0..<depth).reduce(#"{"d":2}"#) { inner, _ in #"{"b":\#(inner)}"# }
        #expect(String(decoding: patch, as: UTF8.self) == expected)
        var value = old
        try PolicyJSONDecoder().applyMergePatch(patch, to: &value)
        #expect(value == new)
    }
}
