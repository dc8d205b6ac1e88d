import Foundation
import PolicyJSON
import TestSupport
import Testing

/// Properties of all streams of elements: errors, limits, policies, pairs, envelopes.
@Suite("Streams of elements") struct ElementStreamTests {
    struct Item: Decodable, Equatable {
        let id: Int
        let name: String?
    }

    /// Reads a text cut at every offset, and expects the same result for every cut.
    private func deliveryForAllCuts<E>(
        _ text: String, _ sourceLocation: SourceLocation = #_sourceLocation,
        _ read: (Chunks) throws -> JSONElementReader<E>
    ) throws -> Delivery {
        let bytes = Array(text.utf8)
        let whole = Delivery(try read(Chunks(bytes)))
        for cut in 0...bytes.count {
            #expect(
                Delivery(try read(Chunks(bytes, cutAt: [cut]))) == whole, "cut at \(cut)",
                sourceLocation: sourceLocation)
        }
        for length in [1, 2, 3, 7] {
            #expect(
                Delivery(try read(Chunks(bytes, length: length))) == whole, "chunks of \(length)",
                sourceLocation: sourceLocation)
        }
        return whole
    }

    // MARK: Errors

    @Test func `an undecodable element ends the stream with its location`() throws {
        let text = "{\"items\": [{\"id\": 1},\n {\"id\": \"x\"}, {\"id\": 3}]}"
        let delivery = try deliveryForAllCuts(text) {
            try PolicyJSONDecoder().elements(of: Item.self, at: "items", from: $0)
        }
        #expect(delivery.elements == ["Item(id: 1, name: nil)"])
        #expect(
            delivery.failure
                == "2:9: items[1].id: Expected to decode Int but found a string instead. element 1")
        #expect(delivery.offset == 20)
    }

    @Test func `a truncated stream delivers the preceding elements, and then an error`() async throws {
        let text = Array(#"{"a":[{"id":1},{"id":2,"name":"é\n"},{"id":3}],"b":[1]}"#.utf8)
        let decoder = PolicyJSONDecoder()
        let whole = ["Item(id: 1, name: nil)", #"Item(id: 2, name: Optional("é\n"))"#, "Item(id: 3, name: nil)"]
        let ends = [14, 37, 46]
        for end in 0..<text.count {
            let cut = Array(text[..<end])
            for length in [1, 5, 1000] {
                let short = Delivery(try decoder.elements(of: Item.self, at: "a", from: Chunks(cut, length: length)))
                #expect(short.elements == Array(whole.prefix(ends.count { $0 <= end })), "cut at \(end)")
                #expect(short.failure != nil, "cut at \(end)")
                var chunks = Chunks(cut, length: length)
                chunks.error = ConnectionReset()
                let reset = Delivery(try decoder.elements(of: Item.self, at: "a", from: chunks))
                #expect(reset.elements == short.elements)
                #expect(reset.failure == "1:\(end + 1): ConnectionReset()", "cut at \(end)")
                #expect(await Delivery(decoder.elements(of: Item.self, at: "a", from: chunks.async)) == reset)
                let parallel = decoder.elements(of: Item.self, at: "a", from: chunks.async).concurrently(tasks: 2)
                #expect(await Delivery(parallel) == reset)
            }
        }
    }

    @Test(arguments: ["", "x", "{}"]) func `large documents cut at random`(_ wrong: String) async throws {
        var generator = SplitMix64(seed: 11)
        // Many times the size that is parsed at once, with an error in the middle.
        var text = #"{"before":[[1,{"a":"#
        text += "\"" + String(repeating: "é\\n", count: 40_000) + #""}]],"data":[{"items":["#
        for index in 0..<9000 {
            let id = index == 6000 && !wrong.isEmpty ? wrong : "\(index)"
            text += #"{"id":\#(id),"name":"\#(String(repeating: "n", count: generator.below(60)))"},\#n"#
            if index % 1000 == 999 { text += #"{"id":-1}]},{"items":["# }
        }
        text += "]}]}"
        let bytes = Array(text.utf8)
        let decoder = PolicyJSONDecoder()
        let whole = Delivery(try decoder.elements(of: Item.self, at: "data[*].items", from: Chunks(bytes)))
        #expect(whole.elements.count > 6000)
        for most in [100, 5000, 70_000, 300_000] {
            var ends: [Int] = []
            var end = 1 + generator.below(most)
            while end < bytes.count {
                ends.append(end)
                end += 1 + generator.below(most)
            }
            let chunks = Chunks(bytes, cutAt: ends)
            #expect(
                Delivery(try decoder.elements(of: Item.self, at: "data[*].items", from: chunks)) == whole,
                "chunks of up to \(most)")
            #expect(
                await Delivery(
                    decoder.elements(of: Item.self, at: "data[*].items", from: chunks.async).concurrently(tasks: 3))
                    == whole,
                "chunks of up to \(most)")
        }
    }

    @Test func `bytes that are not JSON in UTF-8`() throws {
        func read(_ bytes: [UInt8], length: Int = .max) throws -> Delivery {
            Delivery(try PolicyJSONDecoder().elements(of: Int.self, from: Chunks(bytes, length: length)))
        }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        for length in 1...5 {
            #expect(try read(mark + Array("[1,2]".utf8), length: length).elements == ["1", "2"])
            #expect(
                try read(mark + Array("\n[1,x]".utf8), length: length).failure
                    == "2:4 (7) unexpectedByte: unexpected 'x'")
            #expect(
                try read([0x5B, 0, 0x31, 0, 0x5D, 0], length: length).failure
                    == "1:1 (0) invalidEncoding: stream looks like UTF-16; streams have to be UTF-8")
        }
    }

    @Test(arguments: [
        ("[1, 2] x", "JSON5"), ("[1, 2,]", "allowsTrailingCommas"), ("", "assumesTopLevelDictionary"),
    ])
    func `settings for whole documents are rejected`(_ text: String, _ setting: String) throws {
        let decoder = PolicyJSONDecoder()
        decoder.allowsJSON5 = setting == "JSON5"
        decoder.allowsTrailingCommas = setting == "allowsTrailingCommas"
        decoder.assumesTopLevelDictionary = setting == "assumesTopLevelDictionary"
        let delivery = Delivery(try decoder.elements(of: Int.self, from: Chunks(Array(text.utf8))))
        #expect(delivery.failure == "1:1: \(setting) is for whole documents.")
    }

    // MARK: Limits

    @Test(arguments: [
        (JSONLimits(elementBytes: 9), #"[{"id":12},{"id":123}]"#, 1, "1:12 (11) elementBytesLimit"),
        (JSONLimits(elementBytes: 4), #"["ab","abc"]"#, 1, "1:7 (6) elementBytesLimit"),
        (JSONLimits(elementBytes: 4), "[1234,12345]", 1, "1:7 (6) elementBytesLimit"),
        (JSONLimits(elementBytes: 5), "[[1,2],[1,x,2]]", 1, "1:11 (10) unexpectedByte"),
        (JSONLimits(elementBytes: 5), "[[1,2],[1,2, x]]", 1, "1:8 (7) elementBytesLimit"),
        (JSONLimits(tokens: 4), "[[1,2],1,[1,2,3]]", 2, "1:16 (15) tokenLimit"),
        (JSONLimits(depth: 2), "[[1],[[1]]]", 1, "1:7 (6) depthLimit"),
        (JSONLimits(stringBytes: 3), #"["abc","abcd"]"#, 1, "1:8 (7) stringLimit"),
        (JSONLimits(documentBytes: 6), "[1, 2, 3]", 2, "1:7 (6) documentLimit"),
        (JSONLimits(elements: 2), "[1, 2, 3]", 2, "1:8 (7) elementLimit"),
    ])
    func `limits have codes and locations`(
        _ limits: JSONLimits, _ text: String, _ count: Int, _ failure: String
    ) throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits = limits
        let delivery = try deliveryForAllCuts(text) { try decoder.elements(of: RawJSON.self, from: $0) }
        #expect(delivery.elements.count == count)
        #expect(delivery.failure?.hasPrefix(failure + ":") == true, "\(delivery)")
    }

    @Test func `an endless element fails early`() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits.elementBytes = 100_000
        var given = 0
        for endless in [#"{"a":1,"#, #""abcdefgh"#, "[[0,0,0,0"] {
            given = 0
            let source = Endless(start: "[\n" + endless.prefix(1), rest: String(endless.dropFirst())) { given += $0 }
            let delivery = Delivery(try decoder.elements(of: RawJSON.self, from: source))
            #expect(
                delivery.failure?.contains("elementBytesLimit") == true
                    || delivery.failure?.contains("unexpected") == true)
            #expect(given < 400_000)
        }
    }

    // MARK: Policies

    @Test func `undecodable elements are dropped and reported`() throws {
        let text = "{\"items\": [{\"id\": 1},\n null, {\"id\": \"2\"}, {\"name\": 1}]}"
        let delivery = try deliveryForAllCuts(text) {
            try PolicyJSONDecoder(policy: .lenient).elements(of: Item.self, at: "items", from: $0)
        }
        #expect(delivery.elements == ["Item(id: 1, name: nil)", "Item(id: 2, name: nil)"])
        #expect(delivery.failure == nil)
        #expect(delivery.report.count == 3)
        #expect(
            delivery.report.first?.hasPrefix("2:2 items[1]: LossyCollections: dropped, null → dropped: Cannot get")
                == true)
        #expect(delivery.report[1].hasPrefix(#"2:15 items[2].id: NumbersFromStrings: converted, "2" → 2 (Int)"#))
        #expect(delivery.report[2].hasPrefix("2:21 items[3]: LossyCollections: dropped"))
        let reader = try PolicyJSONDecoder(policy: .lenient).elements(
            of: Item.self, at: "items", from: Chunks(Array(text.utf8), length: 9))
        while try reader.next() != nil {}
        #expect(reader.report.counts.byPath == ["items[*]": 2, "items[*].id": 1])
        #expect(reader.report.counts.byRule == ["LossyCollections": 2, "NumbersFromStrings": 1])
    }

    @Test func `the report is bounded and can be read during the stream`() throws {
        let text = "[" + (0..<100).map { _ in #""x",1"# }.joined(separator: ",") + "]"
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { LossyCollections() })
        decoder.reportLimit = 10
        let reader = try decoder.elements(of: Int.self, from: Chunks(Array(text.utf8), length: 10))
        var seen = 0
        while try reader.next() != nil {
            seen += 1
            #expect(reader.report.count == seen)
            #expect(reader.progress.elements == seen)
            #expect(reader.report.entries.count == min(seen, 10))
        }
        #expect(reader.report.omittedCount == 90)
        #expect(reader.progress.bytes == text.utf8.count)
    }

    @Test func `repairs are limited per element`() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.repairLimit = 2
        let text = #"[["1","2"],["1","2"],["1","2","3"]]"#
        let delivery = try deliveryForAllCuts(text) { try decoder.elements(of: [Int].self, from: $0) }
        #expect(delivery.elements == ["[1, 2]", "[1, 2]"])
        #expect(delivery.failure?.hasPrefix("1:31: [2][2]: More than 2 repairs.\n") == true)
    }

    @Test func `a model may retain its decoder`() throws {
        struct Kept: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) throws { self.decoder = decoder }
        }
        let text = "[" + (0..<50).map { #"{"id":\#($0),"name":"n\#($0)"}"# }.joined(separator: ",") + "]"
        let reader = try PolicyJSONDecoder().elements(of: Kept.self, from: Chunks(Array(text.utf8), length: 33))
        var kept: [Kept] = []
        while let element = try reader.next() { kept.append(element) }
        #expect(try kept.map { try Item(from: $0.decoder).id } == Array(0..<50))
        #expect(kept[49].decoder.codingPath.map(\.stringValue) == ["Index 49"])
    }

    // MARK: Pairs

    @Test func `members are delivered as pairs`() throws {
        let text = #"{"x":{"a":1},"by":{"a":{"id":1},"b\u0062":{"id":2},"a":{"id":3},"":{"id":4}}}"#
        let delivery = try deliveryForAllCuts(text) {
            try PolicyJSONDecoder().members(of: Item.self, at: "by", from: $0)
        }
        #expect(
            delivery.elements == [
                #"(key: "a", value: PolicyJSONTests.ElementStreamTests.Item(id: 1, name: nil))"#,
                #"(key: "bb", value: PolicyJSONTests.ElementStreamTests.Item(id: 2, name: nil))"#,
                #"(key: "a", value: PolicyJSONTests.ElementStreamTests.Item(id: 3, name: nil))"#,
                #"(key: "", value: PolicyJSONTests.ElementStreamTests.Item(id: 4, name: nil))"#,
            ])
        let bad = try deliveryForAllCuts(#"{"a":1,"b":"x"}"#) {
            try PolicyJSONDecoder().members(of: Int.self, from: $0)
        }
        #expect(bad.elements == [#"(key: "a", value: 1)"#])
        #expect(bad.failure == "1:12: b: Expected to decode Int but found a string instead. element 1")
        let array = try deliveryForAllCuts("[1]") { try PolicyJSONDecoder().members(of: Int.self, from: $0) }
        #expect(
            array.failure == "1:1: Expected to decode Dictionary<String, Any> but found an array instead.")
    }

    // MARK: Envelopes

    struct Page: Decodable, Equatable {
        let total: Int
        let next: String
        let items: [Int]
    }

    @Test func `the envelope is decoded at the end`() throws {
        let text = "{\"total\": \"7\",\n\"items\": [1,\n[2]], \"next\":\n1}"
        let decoder = PolicyJSONDecoder(policy: .lenient)
        for length in [1, 3, 1000] {
            let reader = try decoder.elements(
                of: RawJSON.self, at: "items", from: Chunks(Array(text.utf8), length: length),
                keepingEnvelope: true)
            #expect(throws: JSONDecodingError.self) { try reader.envelope(as: Page.self) }
            while try reader.next() != nil {}
            #expect(try reader.envelope(as: Page.self) == Page(total: 7, next: "1", items: []))
            #expect(reader.report.entries.map(\.location.description) == ["1:11", "4:1"])
            let failure = #expect(throws: JSONDecodingError.self) { try reader.envelope(as: [Int].self) }
            #expect(failure != nil)
        }
        let start = try decoder.elements(of: RawJSON.self, at: "items", from: Chunks(Array(text.utf8)))
        _ = try start.next()
        let rest = try decoder.elements(
            of: RawJSON.self, at: "items", from: Chunks(Array(text.utf8)), keepingEnvelope: true,
            resumingAt: start.resumePoint)
        while try rest.next() != nil {}
        let failure = #expect(throws: JSONDecodingError.self) { try rest.envelope(as: Page.self) }
        #expect(
            failure?.description.hasSuffix("There is no envelope: a stream that is resumed has none.") == true)
        decoder.limits.elementBytes = 15
        let long = try deliveryForAllCuts(#"{"a":"0123456789","items":[1],"b":0}"#) {
            try decoder.elements(of: Int.self, at: "items", from: $0, keepingEnvelope: true)
        }
        #expect(long.failure?.hasPrefix("1:16 (15) elementBytesLimit") == true)
    }
}

/// An endless document.
private struct Endless: JSONByteSource {
    let start: String
    let rest: String
    let count: (Int) -> Void

    func jsonReader(from offset: Int) -> JSONByteReader {
        var isFirst = true
        return JSONByteReader {
            defer { isFirst = false }
            let text = isFirst ? start : String(repeating: rest, count: 1000)
            count(text.utf8.count)
            return Array(text.utf8)
        }
    }
}
