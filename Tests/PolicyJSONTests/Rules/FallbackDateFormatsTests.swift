import Foundation
import PolicyJSON
import Testing

@Suite struct FallbackDateFormatsTests {
    @Test(arguments: DocumentedTable.cases(of: "FallbackDateFormats")) func table(row: DocumentedCase) {
        let rules: [any DecodingRule] = [
            FallbackDateFormats([.secondsSince1970]), FallbackDateFormats([.millisecondsSince1970]),
            FallbackDateFormats([.secondsOrMillisecondsSince1970]),
            FallbackDateFormats([.secondsSince1970], includingNumericStrings: true),
            FallbackDateFormats([.formatted("yyyy-MM-dd")]), FallbackDateFormats([.formatted("d.M.yyyy HH:mm")]),
            FallbackDateFormats([.formatted("EEE, dd MMM yyyy HH:mm:ss zzz")]),
            FallbackDateFormats([.formatted("yyyy-MM-dd hh:mm:ss a XXX")]),
            FallbackDateFormats([.formatted("dd/MM/yyyy"), .formatted("MM/dd/yyyy")]),
        ]
        row.check(rules) { $0.dateDecodingStrategy = .iso8601 }
    }

    @Test func sameTable() { expectSameTable("FallbackDateFormats") }

    /// Until a strategy is set, the formats say what a number means.
    @Test func withoutAStrategy() throws {
        struct Dated: Decodable, Equatable {
            let at: Date
            let later: Date?
            let all: [Date]
        }
        let json = #"{"at":1700000000,"later":1700000001,"all":[1700000002]}"#
        func seconds(_ decoder: PolicyJSONDecoder) throws -> [Double] {
            let dated = try decoder.decode(Dated.self, from: json)
            return try ([dated.at, #require(dated.later)] + dated.all).map(\.timeIntervalSince1970)
        }
        let since1970: [Double] = [1_700_000_000, 1_700_000_001, 1_700_000_002]
        let since2001 = since1970.map { $0 + 978_307_200 }
        func decoder(_ rules: any DecodingRule...) -> PolicyJSONDecoder {
            PolicyJSONDecoder(policy: DecodingPolicy(rules))
        }
        #expect(try seconds(decoder(FallbackDateFormats([.secondsSince1970]))) == since1970)
        #expect(try seconds(decoder(FallbackDateFormats([.iso8601, .secondsSince1970]))) == since1970)
        #expect(
            try seconds(decoder(FallbackDateFormats([.millisecondsSince1970])))
                == since1970.map { Date(timeIntervalSince1970: $0 / 1000).timeIntervalSince1970 })
        // Formats of strings say nothing about numbers.
        #expect(try seconds(decoder(FallbackDateFormats([.iso8601, .formatted("yyyy-MM-dd")]))) == since2001)
        #expect(try seconds(decoder()) == since2001)
        // Scopes apply.
        #expect(
            try seconds(decoder(At("later") { FallbackDateFormats([.secondsSince1970]) }))
                == [since2001[0], since1970[1], since2001[2]])
        #expect(
            try seconds(decoder(FallbackDateFormats([.secondsSince1970]), At("all") { Strictly() }))
                == [since1970[0], since1970[1], since2001[2]])
        // A strategy that has been set comes first, also if it is the default one.
        let set = decoder(FallbackDateFormats([.secondsSince1970]))
        set.dateDecodingStrategy = .deferredToDate
        #expect(try seconds(set) == since2001)
        // Other rules are not consulted about numbers that decode strictly.
        let asked = decoder(
            ClosureRule("Any") { _ in .use(Date.distantPast) }, FallbackDateFormats([.secondsSince1970]))
        #expect(try seconds(asked) == since1970)
        let report = try decoder(FallbackDateFormats([.secondsSince1970])).decodeReporting(Dated.self, from: json)
            .report
        #expect(
            report.entries.map { text(of: $0) } == [
                "FallbackDateFormats, converted, 'at' '/at', 1:7+6, Date: 1700000000 → 2023-11-14T22:13:20Z, The decoder has no date strategy.",
                "FallbackDateFormats, converted, 'later' '/later', 1:26+25, Date: 1700000001 → 2023-11-14T22:13:21Z, The decoder has no date strategy.",
                "FallbackDateFormats, converted, 'all[0]' '/all/0', 1:44+43, Date: 1700000002 → 2023-11-14T22:13:22Z, The decoder has no date strategy.",
            ])
    }

    /// A number with which a rule answers about a number is not asked about.
    @Test func numberForANumber() throws {
        struct Milliseconds: DecodingRule {
            let situations: RepairSituation = .numericDate

            func repair(_ context: DecodingRuleContext) -> Repair {
                guard let number = context.number.flatMap(Double.init) else { return .decline }
                return .replace(with: .number("\(number / 1000 - 978_307_200)"))
            }
        }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Milliseconds() })
        #expect(
            try decoder.decode([Date].self, from: "[1700000000000]").map(\.timeIntervalSince1970) == [1_700_000_000])
    }

    /// A number that a rule has found in a string means what one in the document means.
    @Test func numbersFromStrings() throws {
        let formats = FallbackDateFormats([.iso8601, .secondsSince1970])
        let rules: [[any DecodingRule]] = [
            [NumbersFromStrings(), formats], [formats, NumbersFromStrings()], DecodingPolicy.lenient.rules + [formats],
            [At("[*]") { formats }, NumbersFromStrings()],
        ]
        let json = #"[1700000000,"1700000000","2023-11-14T22:13:20Z"]"#
        for rules in rules {
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy(rules))
            let dates = try decoder.decode([Date].self, from: json)
            #expect(dates.map(\.timeIntervalSince1970) == [1_700_000_000, 1_700_000_000, 1_700_000_000], "\(rules)")
            let optional = try decoder.decode([Date?].self, from: #"["1700000000",null]"#)
            #expect(optional.first??.timeIntervalSince1970 == 1_700_000_000)
            decoder.dateDecodingStrategy = .deferredToDate
            let set = try decoder.decode([Date].self, from: #"["1700000000"]"#)
            #expect(set.map(\.timeIntervalSinceReferenceDate) == [1_700_000_000])
        }
        let report = try PolicyJSONDecoder(policy: DecodingPolicy(rules[0])).decodeReporting([Date].self, from: json)
            .report
        #expect(
            report.entries.map { text(of: $0) } == [
                "FallbackDateFormats, converted, '[0]' '/0', 1:2+1, Date: 1700000000 → 2023-11-14T22:13:20Z, The decoder has no date strategy.",
                #"NumbersFromStrings, converted, '[1]' '/1', 1:13+12, Date: "1700000000" → 1700000000, Expected to decode Double but found a string instead."#,
                #"FallbackDateFormats, converted, '[1]' '/1', 1:13+12, Date: "1700000000" → 2023-11-14T22:13:20Z, The decoder has no date strategy."#,
                #"FallbackDateFormats, converted, '[2]' '/2', 1:26+25, Date: "2023-11-14T22:13:20Z" → 2023-11-14T22:13:20Z, Expected to decode Double but found a string instead."#,
            ])
    }

    /// The formats are tried if the strategy fails; dates that the strategy accepts are unchanged.
    @Test(arguments: [
        (JSONDecoder.DateDecodingStrategy.deferredToDate, "0", 0.0), (.secondsSince1970, "0", -978_307_200),
        (.iso8601, #""2001-01-01T00:00:01Z""#, 1), (.iso8601, "978307202", 2),
        (.deferredToDate, #""2001-01-01T00:00:00.5Z""#, 0.5), (.secondsSince1970, #""2001-01-02""#, 86_400),
        (.millisecondsSince1970, #""2001-01-01T00:00:00.125+00:00""#, 0.125),
        (.custom { _ in throw Rejected() }, "978307203", 3),
    ])
    func strategies(strategy: JSONDecoder.DateDecodingStrategy, json: String, expected: Double) throws {
        struct Dated: Decodable { let at: Date, ats: [Date?] }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { FallbackDateFormats([.iso8601, .secondsSince1970, .formatted("yyyy-MM-dd")]) })
        decoder.dateDecodingStrategy = strategy
        if case .custom = strategy {
            // An error that is not a `DecodingError` is not repaired.
            #expect(throws: Rejected.self) { try decoder.decode(Date.self, from: json) }
            return
        }
        let found = try decoder.decode(Dated.self, from: #"{"at":\#(json),"ats":[\#(json),null]}"#)
        #expect(found.at.timeIntervalSinceReferenceDate == expected)
        #expect(found.ats == [found.at, nil])
    }

    struct Rejected: Error {}

    @Test func closuresAndStrategies() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                At("year") {
                    FallbackDateFormats([
                        .custom("year") { $0.string == "now" ? Date(timeIntervalSinceReferenceDate: 7) : nil }
                    ])
                }
                FallbackDateFormats([.parsed(by: Date.ISO8601FormatStyle().year().month().day())])
            })
        struct Dated: Decodable { let year: Date, day: Date }
        let found = try decoder.decodeReporting(Dated.self, from: #"{"year":"now","day":"2001-01-02"}"#)
        #expect(found.value.year.timeIntervalSinceReferenceDate == 7)
        #expect(found.value.day.timeIntervalSinceReferenceDate == 86_400)
        #expect(found.report.entries.map(\.result) == ["2001-01-01T00:00:07Z", "2001-01-02T00:00:00Z"])
        #expect(
            decoder.outcome(of: Dated.self, from: #"{"year":"then","day":"2001-01-02"}"#).text.hasPrefix(
                "typeMismatch(Double) at year"))
        #expect(
            decoder.policy.description.hasPrefix("At(\"year\") {\n    FallbackDateFormats([.year {…}])\n}\n"))
    }

    /// The report has the date with its fraction of a second.
    @Test func fractions() {
        Row(
            Box<Date>.self, #"{"value":"2001-01-01T00:00:00.250Z"}"#, "Box<Date>(value: 2001-01-01 00:00:00 +0000)",
            #"FallbackDateFormats, converted, 'value' '/value', 1:10+9, Date: "2001-01-01T00:00:00.250Z" → 2001-01-01T00:00:00.250Z, Expected to decode Double but found a string instead."#
        ).check(DecodingPolicy { FallbackDateFormats([.iso8601]) })
    }

    /// The milliseconds in the report are those of the document, although most have no exact `Double`.
    @Test(arguments: [
        (1_717_243_200_123, "2024-06-01T12:00:00.123Z"), (1_499_040_000_007, "2017-07-03T00:00:00.007Z"),
        (-1, "1969-12-31T23:59:59.999Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
        (1_717_243_200_000, "2024-06-01T12:00:00Z"),
    ])
    func milliseconds(number: Int, expected: String) throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { FallbackDateFormats([.millisecondsSince1970]) })
        let report = try decoder.decodeReporting([Date].self, from: "[\(number)]").report
        #expect(report.entries.map(\.result) == [expected])
    }
}
