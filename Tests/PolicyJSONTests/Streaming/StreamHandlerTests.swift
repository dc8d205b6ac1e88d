import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// The calls of a decoder's handlers for streams.
@Suite("Handlers of streams") struct StreamHandlerTests {
    /// A decoder whose handlers record their calls.
    private static func decoder(
        _ policy: DecodingPolicy = .lenient, limit: Int = 1_000, interval: Int? = nil
    ) -> (PolicyJSONDecoder, EventLog) {
        let decoder = PolicyJSONDecoder(policy: policy)
        let log = EventLog()
        decoder.reportLimit = limit
        decoder.reportInterval = interval
        decoder.onReport = { report in
            for entry in report.entries { log.add("\(entry.path) \(entry.found)") }
            let rules = report.counts.byRule.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            log.add("report of \(report.entries.count) + \(report.omittedCount): \(rules.joined(separator: ", "))")
        }
        return (decoder, log)
    }

    private static func read<E: Decodable & Sendable>(
        _ type: E.Type, _ source: StreamForm.Source, _ text: String, _ form: StreamForm, length: Int = .max,
        _ decoder: (PolicyJSONDecoder, EventLog)
    ) async -> [String] {
        await form.read(type, source, of: Chunks(Array(text.utf8), length: length), decoder.0, decoder.1)
        return decoder.1.events
    }

    // MARK: Order

    @Test(arguments: StreamForm.allCases)
    func `each change before its element, and a report at the end`(_ form: StreamForm) async {
        for length in [1, 4, 1_000] {
            let log = await Self.read(
                Int.self, .elements("a"), #"{"a": ["1", {}, null, 2, "3", 4, []]}"#, form, length: length,
                Self.decoder(interval: 1))
            let dropped = "report of 1 + 0: LossyCollections 1"
            let repaired = "report of 1 + 0: NumbersFromStrings 1"
            #expect(
                log == [
                    #"a[0] "1""#, repaired, "> 1", "a[1] {}", dropped, "a[2] null", dropped, "> 2", #"a[4] "3""#,
                    repaired,
                    "> 3", "> 4", "a[6] []", dropped,
                ], "chunks of \(length)")
            let whole = await Self.read(
                Int.self, .elements("a"), #"{"a": ["1", {}, null, 2, "3", 4, []]}"#, form, length: length,
                Self.decoder())
            #expect(
                whole == [
                    "> 1", "> 2", "> 3", "> 4", #"a[0] "1""#, "a[1] {}", "a[2] null", #"a[4] "3""#, "a[6] []",
                    "report of 5 + 0: LossyCollections 3, NumbersFromStrings 2",
                ], "chunks of \(length)")
        }
    }

    /// The reports for elements that are repaired, repaired, clean, dropped, repaired and clean.
    static let intervals: [(interval: Int?, log: String)] = [
        (1, "report1 >1 report1 >2 >0 report1 report1 >3 >4"),
        (2, ">1 report2 >2 >0 report1 >3 report1 >4"),
        (3, ">1 >2 report2 >0 >3 report2 >4"), (4, ">1 >2 >0 report3 >3 >4 report1"),
        (6, ">1 >2 >0 >3 report4 >4"), (7, ">1 >2 >0 >3 >4 report4"),
        (nil, ">1 >2 >0 >3 >4 report4"), (0, ">1 >2 >0 >3 >4 report4"),
        (-2, ">1 >2 >0 >3 >4 report4"),
    ]

    @Test(arguments: StreamForm.allCases) func `reports during the stream`(_ form: StreamForm) async {
        for (interval, expected) in Self.intervals {
            for length in [1, 3, 1_000] {
                let (decoder, log) = Self.decoder(interval: interval)
                decoder.onReport = { log.add("report\($0.count)") }
                let found = await Self.read(
                    Int.self, .elements(""), #"["1","2",0,{},"3",4]"#, form, length: length, (decoder, log))
                #expect(
                    found.joined(separator: " ").replacing("> ", with: ">") == expected,
                    "every \(interval.map(String.init) ?? "nil"), chunks of \(length)")
            }
        }
    }

    @Test func `an interval below 1 means no interval`() {
        let decoder = PolicyJSONDecoder()
        #expect(decoder.reportInterval == nil)
        for (interval, expected) in [(5, 5), (1, 1), (0, nil), (-1, nil), (.min, nil), (nil, nil)] as [(Int?, Int?)] {
            decoder.reportInterval = interval
            #expect(decoder.reportInterval == expected)
        }
    }

    @Test(arguments: StreamForm.allCases) func members(_ form: StreamForm) async {
        let log = await Self.read(
            Int.self, .pairs("by"), #"{"by":{"a":"1","b":{},"c":"3"}}"#, form, Self.decoder(interval: 2))
        #expect(
            log == [
                "> 1", #"by.a "1""#, "by.b {}", "report of 2 + 0: LossyCollections 1, NumbersFromStrings 1",
                "> 3", #"by.c "3""#, "report of 1 + 0: NumbersFromStrings 1",
            ])
    }

    @Test(arguments: StreamForm.allCases) func `skipped records`(_ form: StreamForm) async {
        for length in [1, 5, 1_000] {
            let log = await Self.read(
                Int.self, .records(.lines(skippingInvalid: true)), "\"1\"\n[\n\n2\n]\nz\n{}\n\"3\"\nx", form,
                length: length,
                Self.decoder(interval: 4))
            #expect(
                log == [
                    "> 1", "> 2", #"[0] "1""#, "[1] [", "[3] ]",
                    "report of 3 + 0: JSONStreamFormat 2, NumbersFromStrings 1", "> 3", "[4] z", "[5] {}", #"[6] "3""#,
                    "[7] x",
                    "report of 4 + 0: JSONStreamFormat 2, LossyCollections 1, NumbersFromStrings 1",
                ], "chunks of \(length)")
        }
        // Also without a policy.
        let log = await Self.read(
            Int.self, .records(.lines(skippingInvalid: true)), "1\n[\n", form, Self.decoder(.strict))
        #expect(log == ["> 1", "[1] [", "report of 1 + 0: JSONStreamFormat 1"])
    }

    @Test(arguments: StreamForm.allCases) func `clean streams`(_ form: StreamForm) async {
        #expect(await Self.read(Int.self, .elements(""), "[1,2]", form, Self.decoder(interval: 1)) == ["> 1", "> 2"])
        #expect(await Self.read(Int.self, .elements(""), "[]", form, Self.decoder(interval: 1)) == [])
        let failure = await Self.read(Int.self, .elements(""), #"["1"]"#, form, Self.decoder(.strict))
        #expect(failure == ["failed: 1:2: [0]: Expected to decode Int but found a string instead. element 0"])
    }

    // MARK: Failures

    struct Pair: Decodable, Sendable { let a: Int, b: Int? }

    /// The changes up to the failure are reported, as for a whole document.
    @Test(arguments: StreamForm.allCases) func `an undecodable element`(_ form: StreamForm) async {
        let text = #"[{"a":"1"},{"a":"2","b":{}},{"a":"3"}]"#
        let log = await Self.read(
            Pair.self, .elements(""), text, form, Self.decoder(DecodingPolicy { NumbersFromStrings() }))
        #expect(
            log == [
                "> Pair(a: 1, b: nil)", #"[0].a "1""#, #"[1].a "2""#, "report of 2 + 0: NumbersFromStrings 2",
                "failed: 1:25: [1].b: Expected to decode Int but found a dictionary instead. element 1",
            ])
        let (decoder, limited) = Self.decoder()
        decoder.repairLimit = 1
        _ = await Self.read(
            Pair.self, .elements(""), #"[{},{"a":"2"},null,{"a":"1","b":"2"}]"#, form, (decoder, limited))
        #expect(
            limited.events.dropLast() == [
                "> Pair(a: 2, b: nil)", "[0] {}", #"[1].a "2""#, "[2] null", #"[3].a "1""#, #"[3].b "2""#,
                "report of 5 + 0: LossyCollections 2, NumbersFromStrings 3",
            ])
    }

    struct Rejection: Error {}

    /// Changes in failed attempts of a model are not reported, even if the stream fails with the same error later.
    @Test(arguments: StreamForm.allCases) func `undone changes`(_ form: StreamForm) async {
        struct Rejecting: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try [String: Int](from: decoder)
                throw Rejection()
            }
        }
        struct Trying: Decodable, Sendable {
            let index: Int?
            init(from decoder: any Decoder) throws {
                index = decoder.codingPath.last?.intValue
                do {
                    _ = try decoder.singleValueContainer().decode(Rejecting.self)
                } catch {
                    if index == 2 { throw error }
                }
                if index == 1 { _ = try decoder.singleValueContainer().decode([String: Int].self) }
            }
        }
        let log = await Self.read(
            Trying.self, .elements(""), #"[{"a":"1"},{"a":"2"},{"a":3}]"#, form,
            Self.decoder(DecodingPolicy { NumbersFromStrings() }, interval: 1))
        #expect(
            log == [
                "> Trying(index: Optional(0))", #"[1].a "2""#, "report of 1 + 0: NumbersFromStrings 1",
                "> Trying(index: Optional(1))", "failed: 1:22: [2]: Rejection() element 2",
            ])
        let earlier = await Self.read(
            Trying.self, .elements(""), #"[{"a":"1"},{"a":2},{"a":3}]"#, form,
            Self.decoder(DecodingPolicy { NumbersFromStrings() }))
        #expect(
            earlier == [
                "> Trying(index: Optional(0))", "> Trying(index: Optional(1))",
                "failed: 1:20: [2]: Rejection() element 2",
            ])
    }

    @Test(arguments: StreamForm.allCases)
    func `bytes that are not JSON, and sources that fail`(_ form: StreamForm) async {
        let log = await Self.read(Int.self, .elements(""), #"["1", "2", x]"#, form, length: 5, Self.decoder())
        #expect(
            log == [
                "> 1", "> 2", #"[0] "1""#, #"[1] "2""#, "report of 2 + 0: NumbersFromStrings 2",
                "failed: 1:12 (11) unexpectedByte: unexpected 'x'",
            ])
        let (decoder, reset) = Self.decoder()
        var chunks = Chunks(Array(#"["1", "2", "#.utf8), length: 4)
        chunks.error = ConnectionReset()
        await form.read(Int.self, .elements(""), of: chunks, decoder, reset)
        #expect(reset.events == log.dropLast() + ["failed: 1:12: ConnectionReset()"])
    }

    // MARK: Limits

    @Test(arguments: StreamForm.allCases) func `beyond the limit, changes are only counted`(_ form: StreamForm) async {
        let text = "[" + (0..<50).map { #""\#($0)""# }.joined(separator: ",") + "]"
        for length in [1, 30, 1_000] {
            let log = await Self.read(
                Int.self, .elements(""), text, form, length: length, Self.decoder(limit: 3, interval: 20))
            #expect(
                log.filter { !$0.hasPrefix(">") } == [
                    #"[0] "0""#, #"[1] "1""#, #"[2] "2""#, "report of 3 + 17: NumbersFromStrings 20",
                    "report of 0 + 20: NumbersFromStrings 20", "report of 0 + 10: NumbersFromStrings 10",
                ], "chunks of \(length)")
        }
        let none = await Self.read(Int.self, .elements(""), #"["1"]"#, form, Self.decoder(limit: 0))
        #expect(none == ["> 1", "report of 0 + 1: NumbersFromStrings 1"])
        let lines = await Self.read(
            Int.self, .records(.lines(skippingInvalid: true)), "\"1\"\nx\ny\n\"2\"\n", form, Self.decoder(limit: 2))
        #expect(
            lines == [
                "> 1", "> 2", #"[0] "1""#, "[1] x", "report of 2 + 2: JSONStreamFormat 2, NumbersFromStrings 2",
            ])
    }

    /// The sum of all reports is that of the stream, and their entries are its first ones, with many windows.
    @Test(arguments: StreamForm.allCases, [nil, 1, 700, 5_000] as [Int?])
    func `reports add up`(_ form: StreamForm, _ interval: Int?) async {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.reportInterval = interval
        decoder.reportLimit = 1_000
        let received = Mutex<[DecodingReport]>([])
        decoder.onReport = { report in received.withLock { $0.append(report) } }
        let items = (0..<6_000).map { index in
            let a = index % 5 == 0 ? "\"\(index)\"" : index % 700 == 3 ? "{}" : "\(index)"
            return #"{"a": \#(a), "b": \#(index % 11 == 0 ? "\"7\"" : "7")}"#
        }
        let text = Array(("[" + items.joined(separator: ",\r\n") + "]").utf8)
        let log = EventLog()
        await form.read(Pair.self, .elements(""), of: Chunks(text, length: 3_001), decoder, log)
        // The changes in decoding the whole document.
        let whole = decoder.audit([Pair].self, from: text).report
        let reports = received.withLock { $0 }
        let entries = reports.flatMap(\.entries)
        #expect(log.events.count == 6_000 - (whole.counts.byRule["LossyCollections"] ?? 0))
        #expect(entries == whole.entries && entries.count == 1_000)
        #expect(reports.map(\.omittedCount).reduce(0, +) == whole.omittedCount)
        for counts in [\.byRule, \.byType, \.byPath] as [KeyPath<DecodingReport.Counts, [String: Int]>] {
            let sum = reports.map { $0.counts[keyPath: counts] }.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
            #expect(sum == whole.counts[keyPath: counts])
        }
        let kinds = reports.map(\.counts.byKind).reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
        #expect(kinds == whole.counts.byKind)
        let expected = [nil: 1, 700: 9, 5_000: 2][interval]
        #expect(expected.map { $0 == reports.count } ?? (reports.count > 1_200))
    }
}
