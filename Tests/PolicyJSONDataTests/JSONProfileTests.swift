import Foundation
import PolicyJSON
import PolicyJSONData
import TestSupport
import Testing

@Suite struct JSONProfileTests: ProfileSamples {
    @Test func `chunks of all types`() throws {
        func profile(_ append: (inout JSONProfiler, [UInt8]) throws -> Void) throws -> [Int] {
            var profiler = JSONProfiler(named: "a")
            for chunk in ["[{\"a\":", "1},{}", "]"] { try append(&profiler, Array(chunk.utf8)) }
            try profiler.finish()
            let profile = try profiler.profile()
            return [profile.records, profile.bytes, try facts("a", profile).count(of: JSONKind.number)]
        }
        #expect(try profile { try $0.append($1) } == [2, 12, 1])
        #expect(try profile { try unsafe $0.append($1.span.bytes) } == [2, 12, 1])
        #expect(try profile { try $0.append(Data($1)) } == [2, 12, 1])
        // A slice whose indexes do not start at 0.
        #expect(try profile { try $0.append(Data([0] + $1).dropFirst()) } == [2, 12, 1])
    }

    @Test func `counts of presence and kinds`() throws {
        let text = #"[{"a":1,"b":null},{"a":"x"},{"a":2.5,"c":[true,false,[]]},{"a":{}},7]"#
        let profile = try profile(text)
        #expect(profile.records == 5)
        #expect(profile.paths.map(\.name) == ["", "a", "b", "c", "c[*]", "c[*][*]"].filter { $0 != "c[*][*]" })
        let a = try facts("a", profile)
        #expect(a.objects == 4)
        #expect(JSONKind.allCases.map { (kind: JSONKind) -> Int in a.count(of: kind) } == [0, 0, 2, 1, 0, 1])
        #expect([a.numbers.integers, a.numbers.fractions] as [Int] == [1, 1])
        #expect(profile.paths.map(\.missing) == [0, 0, 3, 3, 0])
        #expect(try facts("c[*]", profile).count(of: true) == 1)
        #expect(try facts("c", profile).arrayLengths.maximum == 3)
    }

    @Test(arguments: [
        ("1 -2 3", 3, 0, 0, 0, 0, "-2", "3", 1, 0),
        ("2147483647 2147483648 -2147483649", 3, 0, 2, 0, 0, "-2147483649", "2147483648", 10, 0),
        ("9223372036854775807 9223372036854775808", 2, 0, 2, 1, 1, "9223372036854775807", "9223372036854775808", 19, 0),
        ("0.10 1e2 12.345", 0, 3, 0, 0, 0, "0.10", "1e2", 5, 3),
        ("1e400 -1e400 1e-400", 0, 3, 0, 0, 3, "-1e400", "1e400", 1, 0),
        ("1 0.001e400 2", 2, 1, 0, 0, 1, "1", "0.001e400", 1, 3),
        ("1 100e-400 2", 2, 1, 0, 0, 1, "100e-400", "2", 3, 0),
        ("1 1e99999999999999999999 2", 2, 1, 0, 0, 1, "1", "1e99999999999999999999", 1, 0),
        ("1 1e-99999999999999999999 2", 2, 1, 0, 0, 1, "1e-99999999999999999999", "2", 1, 0),
        ("0.1234567890123456789", 0, 1, 0, 0, 1, "0.1234567890123456789", "0.1234567890123456789", 19, 19),
        ("9007199254740993 9007199254740992", 2, 0, 2, 0, 1, "9007199254740992", "9007199254740993", 16, 0),
    ])
    func `numbers`(
        _ numbers: String, _ integers: Int, _ fractions: Int, _ beyondInt32: Int, _ beyondInt: Int, _ beyondDouble: Int,
        _ minimum: String, _ maximum: String, _ digits: Int, _ fractionDigits: Int
    ) throws {
        let text = "[" + numbers.split(separator: " ").joined(separator: ",") + "]"
        let facts = try profile(text).top.facts.numbers
        #expect([facts.integers, facts.fractions] as [Int] == [integers, fractions])
        #expect(
            [facts.beyondInt32, facts.beyondInt, facts.beyondDouble] as [Int] == [beyondInt32, beyondInt, beyondDouble])
        #expect(facts.minimum?.text == minimum)
        #expect(facts.maximum?.text == maximum)
        #expect([facts.digits, facts.fractionDigits] as [Int] == [digits, fractionDigits])
    }

    @Test(arguments: [
        (StringForm.empty, [""]), (.blank, [" ", "\t\n"]),
        (.number, ["0", "-1.5e3", " 12 ", "20260302", "12.50"]), (.boolean, ["true", "No", "OFF"]),
        (.dateTime, ["2026-03-02T08:15:00Z", "2026-03-02T08:15:00.123+01:00"]),
        (.dateTime, ["0000-02-29T00:00:00z", "9999-12-31T23:59:59.999999999-17:59"]),
        (.localDateTime, ["2026-03-02 08:15:00", "2026-03-02T08:15", "2026-03-02T08:15Z", "2026-03-02t08:15:00Z"]),
        (.localDateTime, ["2026-03-02T24:00:00Z", "2026-03-02T08:60:00Z", "2026-03-02T08:15:00.Z"]),
        (.localDateTime, ["2026-03-02T08:15:00+1:00", "2026-03-02T08:15:00+18:00", "2026-03-02T08:15:00Zz"]),
        (.date, ["2026-03-02", "2024-02-29", "2000-02-29", "0000-12-31"]),
        (.slashDate, ["03/02/2026", "3/2/26"]), (.dotDate, ["2.3.2026"]),
        (.mailDate, ["Mon, 02 Mar 2026 08:15:00 +0000", "Mon, 2 Mar 2026 08:15:00 GMT"]),
        (.uuid, ["123e4567-e89b-12d3-a456-426614174000", "ABCDEF01-e89b-12d3-a456-426614174000"]),
        (.url, ["https://example.org/a", "s3://b"]),
        (.json, [#"{"a":1}"#, "[1]", " {}", "\n[ ] "]),
        (
            .text,
            [
                "x", "01", "1.", "+1", "{a}", "[,]", "http:/x", "1.2.3.4", "2026-03-02x", "-", "yess", "1/2", "€ 5",
                "://x", " {a}", " ]", "{]", "2023-02-29", "1900-02-29", "2026-04-31", "2026-00-01", "2026-13-01",
                "2026-01-00",
                "2026-02-30T08:15:00Z", "Tue, 02 Mar 2026 08:15:00 +0000", "Mon, 02 Mar 2026 08:15:00 EST",
            ]
        ),
    ])
    func `forms of strings`(_ form: StringForm, _ texts: [String]) throws {
        for text in texts {
            let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
            let facts = try profile(json).top.facts
            #expect(facts.count(of: form) == 1, "\(text)")
        }
    }

    /// Models have `Date` for these forms.
    @Test(arguments: [
        "2026-03-02T08:15:00Z", "2026-03-02T08:15:00.5+01:00", "0000-02-29T00:00:00z", "0000-01-01", "9999-12-31",
        "9999-12-31T23:59:59.999999999-17:59", "2024-02-29T23:59:59+17:59", "2000-02-29",
    ])
    func `dates are decodable`(_ text: String) throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { FallbackDateFormats([.formatted("yyyy-MM-dd")]) })
        decoder.dateDecodingStrategy = .iso8601
        let json = "[\"\(text)\"]"
        let facts = try profile(json).top.facts
        #expect(facts.count(of: StringForm.dateTime) + facts.count(of: StringForm.date) == 1)
        #expect(try decoder.decode([Date].self, from: json).count == 1)
    }

    @Test(arguments: ["\n", "\r\n", ""]) func `a line that ends too early`(_ end: String) throws {
        let text = "{\"a\":1}\n{\"a\":\(end)" + (end.isEmpty ? "" : "{\"a\":2}\n")
        #expect(
            texts(try profile(text, format: .lines).invalidExamples) == [
                "2:6 unexpected end of document, expected a value"
            ])
    }

    @Test func `examples have locations`() throws {
        let text = "{\"a\":1}\n{\"a\":\"2\"}\n{oops}\n\n{\"a\":\"3\", \"b\":1, \"b\":2}\n  {\"a\":\"4\"}"
        let profile = try profile(text, named: "x")
        #expect([profile.records, profile.invalidRecords] as [Int] == [5, 1])
        #expect(texts(profile.invalidExamples) == ["3:2 unexpected 'o'"])
        let examples = try #require(try facts("a", profile).examples[.string(.number)])
        #expect(texts(examples) == ["2:6 \"2\"", "5:6 \"3\""])
        let repeated = try #require(profile.top.facts.examples[.repeatedKey])
        #expect(texts(repeated) == ["5:18 b"])
        #expect(profile.top.facts.repeatedKeys == 1)
        #expect(try facts("b", profile).values == 2)
        #expect(try facts("b", profile).objects == 1)
    }

    @Test(arguments: [
        ("", 0, 0), (" \n", 0, 0), ("{}", 1, 0), ("[]", 0, 0), ("[1,2]", 2, 0), ("[\n1,\n2]", 2, 0), ("1\n2", 2, 0),
        ("{}\n{}\n{", 3, 1), ("[1]\n[2]\n", 2, 0), ("\u{FEFF}[1,2,3]", 3, 0), ("\u{FEFF}1\n2\n", 2, 0),
        ("\u{FEFF}", 0, 0), ("\u{FEFF}\n1\n2\n", 2, 0), ("1 2\n3\n4\n", 3, 1), ("[1,\n2]\n{}\n3\n4\n5\n", 6, 2),
    ])
    func `records and their formats`(_ text: String, _ records: Int, _ invalid: Int) throws {
        for chunk in [1, 3, 1 << 16] {
            let profile = try profile(text, chunk: chunk)
            #expect([profile.records, profile.invalidRecords] as [Int] == [records, invalid], "in chunks of \(chunk)")
        }
    }

    // Indexes count as any index.
    @Test(arguments: ["data[*].items", "data[7].items", "**.items"] as [PathPattern])
    func `arrays at a path`(_ path: PathPattern) throws {
        let text = #"{"data":[{"items":[{"a":1},{"a":"x"}]},{"items":[{"b":1}]}],"n":1}"#
        let profile = try profile(text, at: path)
        #expect(profile.records == 3)
        #expect(profile.paths.map(\.name) == ["", "a", "b"])
        #expect(profile.paths.map(\.missing) == [0, 1, 2])
        #expect(throws: JSONProfiler.NoArray.self) { try self.profile(text, at: "data.items") }
    }

    /// The records are those of a stream of the elements at the path.
    @Test(
        arguments: [
            ("**.items", #"{"items":[{"items":[1,2]}]}"#, "1 record"),
            ("data.*", #"{"data":{"a":[1],"b":2}}"#, "not all values at data.b are arrays"),
            ("[*].a", #"[{"a":[1]},{"a":null}]"#, "not all values at [0].a are arrays"),
            ("data.*", #"{"data":{"b":2}}"#, "there is no array at data.*"),
        ] as [(PathPattern, String, String)])
    func `other values at a path, and arrays inside of records`(_ path: PathPattern, _ text: String, _ expected: String)
        throws
    {
        let result = Result { try profile(text, at: path).records }
        switch result {
        case .success(let count): #expect("\(count) record" == expected)
        case .failure(let error): #expect("\(error)" == expected)
        }
    }

    @Test func `an error ends a document after the records before it`() throws {
        var profiler = JSONProfiler(named: "a")
        #expect(throws: JSONSyntaxError.self) {
            try profiler.append(Array("[1,2,\n3,x".utf8))
            try profiler.finish()
        }
        #expect(try profiler.profile().records == 3)
    }

    @Test(arguments: 0..<16)
    func `profiles of halves merge to the profile of the whole`(_ seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let keys = ["a", "b", "ä", "c d", "e"]
        func value(_ depth: Int) -> String {
            switch random.below(depth > 3 ? 5 : 7) {
            case 0: return "null"
            case 1: return random.oneIn(2) ? "true" : "false"
            case 2:
                let digits = String(random.next())
                let texts = [
                    "\(random.below(9))", "-\(random.below(1 << 40))", "\(random.below(100)).5", digits,
                    "1e\(random.below(500))",
                    digits + digits,
                ]
                return random.pick(texts)
            case 3, 4:
                let form = random.pick(["\"\"", "\" \"", "\"12\"", "\"true\"", "\"2026-01-01\"", "\"[1]\"", "?"])
                return form == "?" ? "\"v\(random.below(300))\"" : form
            case 5: return "[" + (0..<random.below(4)).map { _ in value(depth + 1) }.joined(separator: ",") + "]"
            default:
                // Sometimes so many keys that the object is a map.
                let many = depth == 0 && random.oneIn(8)
                let members = (0..<random.below(many ? 90 : 4)).map { _ in
                    "\"\(many ? "k\(random.below(400))" : random.pick(keys))\":" + value(depth + 2)
                }
                return "{" + members.joined(separator: ",") + "}"
            }
        }
        func lines(_ count: Int) -> String {
            (0..<count).map { _ in random.oneIn(30) ? "nope" : value(0) }.joined(separator: "\n") + "\n"
        }
        let parts = [lines(random.below(60)), lines(random.below(60)), lines(60)]
        let profiles = try zip(parts, ["a", "b", "c"]).map { try profile($0, named: $1, format: .lines) }
        var (forwards, backwards, nested) = (JSONProfile(), JSONProfile(), profiles[1])
        for profile in profiles { forwards.merge(profile) }
        for profile in profiles.reversed() { backwards.merge(profile) }
        nested.merge(profiles[2])
        var last = profiles[0]
        last.merge(nested)
        #expect(forwards == backwards)
        #expect(forwards == last)
        // The whole has other places: everything else is the same.
        let whole = try profile(parts.joined(), format: .lines)
        #expect(try withoutPlaces(whole) == withoutPlaces(forwards))
        // Saving keeps everything.
        let saved = try JSONEncoder().encode(forwards)
        #expect(try PolicyJSONDecoder().decode(JSONProfile.self, from: saved) == forwards)
        #expect(try JSONDecoder().decode(JSONProfile.self, from: saved) == forwards)
        // Cuts of chunks do not count.
        #expect(try profile(parts[2], named: "c", format: .lines, chunk: 7) == profiles[2])
    }

    /// A profile as saved, without examples. The members are in the order of their names.
    private func withoutPlaces(_ profile: JSONProfile) throws -> NSDictionary {
        func cleaned(_ value: Any) -> Any {
            if let object = value as? [String: Any] {
                var kept = object.filter { !["examples", "first", "invalidExamples"].contains($0.key) }.mapValues(
                    cleaned)
                if let children = kept["children"] as? [[String: Any]] {
                    kept["children"] = children.sorted { "\($0["key"] ?? "")" < "\($1["key"] ?? "")" }
                }
                return kept
            }
            return (value as? [Any])?.map(cleaned) ?? value
        }
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(profile))
        return try #require(cleaned(object) as? NSDictionary)
    }

    @Test func `distinct values are exact up to a bound and estimated beyond it`() throws {
        for count in [1, 100, 101, 500, 5_000, 20_000] {
            let text = "[" + (0..<count).map { "\"value \($0)\"" }.joined(separator: ",") + "]"
            let strings = try profile(text).top.facts.strings
            #expect(strings.isExact == (count <= DistinctValues.exactLimit))
            let error = abs(Double(strings.count) / Double(count) - 1)
            #expect(error <= (strings.isExact ? 0 : 4 * DistinctValues.standardError), "\(count): \(strings.count)")
        }
    }

    @Test func `maps are recognized`() throws {
        let text =
            "[" + (0..<20).map { "{\"prices\":{\"\($0)\":{\"v\":1},\"\($0 + 1)\":{\"w\":2}}}" }.joined(separator: ",")
            + "]"
        let profile = try profile(text).combiningMaps()
        #expect(profile.paths.map(\.name) == ["", "prices", "prices.*", "prices.*.v", "prices.*.w"])
        #expect(try facts("prices.*", profile).values == 40)
    }
}
