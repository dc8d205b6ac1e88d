import Foundation
import PolicyJSON
import Testing

/// Decoders and containers that are used after the call, on other threads, and within each other.
@Suite struct KeptDecoderTests {
    private static let texts = [
        #"{"a":[1,2],"b":[3]}"#, #"[1,"a",null,{"x":[true]}]"#, "7", "null", #""é\u0301""#, "{}",
        #"{"a":{"b":{"c":[1.5,"long enough to be kept on the heap"]}}}"#,
    ]

    private static func onAnotherThread(_ body: @escaping @Sendable () -> String) async -> String {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }

    @Test(arguments: texts)
    func decoders(_ text: String) async throws {
        let foundation: Kept
        let policyJSON: Kept
        do {
            // The bytes are released before the decoders are used.
            let data = Data(text.utf8)
            foundation = try JSONDecoder().decode(Kept.self, from: data)
            policyJSON = try PolicyJSONDecoder().decode(Kept.self, from: data)
        }
        let expected = foundation.observe()
        #expect(policyJSON.observe() == expected)
        #expect(policyJSON.observe() == expected, "once more")
        let transfer = UncheckedTransfer(value: policyJSON)
        #expect(await Self.onAnotherThread { transfer.value.observe() } == expected)
    }

    @Test func decodersOfElements() throws {
        let data = Data(#"[{"a":[{"b":1},2]},[[3]],"x",null]"#.utf8)
        let foundation = try JSONDecoder().decode(KeptElements.self, from: data).elements.map { $0.observe() }
        let kept = try PolicyJSONDecoder().decode(KeptElements.self, from: data).elements
        #expect(kept.map { $0.observe() } == foundation)
        // In any order.
        #expect(kept.reversed().map { $0.observe() } == foundation.reversed())
        #expect(foundation.count == 4)
    }

    /// While the dictionary is decoded, its keys have integers with both.
    @Test func keysOfDictionaries() throws {
        func paths(_ kept: [Int: KeptElements]) -> [[String]] {
            kept.values.flatMap(\.elements).map { kept in kept.decoder.codingPath.map { "\(PathKey($0))" } }
        }
        let data = Data(#"{"1":[true]}"#.utf8)
        #expect(try paths(JSONDecoder().decode([Int: KeptElements].self, from: data)) == [["1#1", "Index 0#0"]])
        #expect(try paths(PolicyJSONDecoder().decode([Int: KeptElements].self, from: data)) == [["1", "Index 0#0"]])
    }

    @Test func containers() async throws {
        let data = Data(#"{"a":[1,2],"b":"text","c":1.5,"super":9}"#.utf8)
        let expected = try JSONDecoder().decode(KeptContainers.self, from: data).observe()
        let kept = try PolicyJSONDecoder().decode(KeptContainers.self, from: data)
        #expect(kept.observe() == expected)
        let transfer = UncheckedTransfer(value: kept)
        #expect(await Self.onAnotherThread { transfer.value.observe() } == expected)
    }

    /// The decoder decodes other documents before the decoders of the first one are used.
    @Test func decodersOutliveTheNextCalls() throws {
        let foundation = JSONDecoder()
        let policyJSON = PolicyJSONDecoder()
        func observations(_ decode: (Data) throws -> Kept) throws -> [String] {
            let kept = try Self.texts.map { try decode(Data($0.utf8)) }
            for number in 0..<50 { _ = try decode(Data(#"[\#(number),{"other":"\#(number)"}]"#.utf8)) }
            return kept.map { $0.observe() }
        }
        #expect(
            try observations { try policyJSON.decode(Kept.self, from: $0) }
                == observations { try foundation.decode(Kept.self, from: $0) })
    }

    /// Foundation's decoder of a member refers to another value by then: a deliberate difference.
    @Test func lazyMembers() throws {
        let data = Data(#"{"value":{"value":1,"children":[{"value":2}]}}"#.utf8)
        let theirs = try JSONDecoder().decode(Member<Lazy<Node>>.self, from: data)
        #expect(
            "\(Outcome { try theirs.value.get() })"
                == "typeMismatch(Swift.Int) at [value]: Expected to decode Int but found a dictionary instead.")
        let ours = try PolicyJSONDecoder().decode(Member<Lazy<Node>>.self, from: data)
        let direct = try JSONDecoder().decode(Member<Node>.self, from: data)
        #expect(Outcome { try ours.value.get() } == Outcome { direct.value })
        let wrong = Data(#"{"value":{"value":1,"children":[{"value":"2"}]}}"#.utf8)
        let bad = try PolicyJSONDecoder().decode(Member<Lazy<Node>>.self, from: wrong)
        #expect(
            "\(Outcome { try bad.value.get() })"
                == "typeMismatch(Swift.Int) at [value/children/Index 0#0/value]: Expected to decode Int but found a string instead."
        )
    }

    /// Foundation's decoders read freed memory then: a deliberate difference.
    @Test(arguments: [DecodingPolicy.strict, .lenient])
    func decodersOfFailedCalls(_ policy: DecodingPolicy) throws {
        let retained = Retained()
        let decoder = PolicyJSONDecoder(policy: policy)
        let key = try #require(Retained.key)
        decoder.userInfo[key] = retained
        do {
            // The bytes are released before the decoders are used.
            let data = Data(#"["a text that is not stored in the string itself",["b"]]"#.utf8)
            #expect(throws: CustomStrategyError.self) { try decoder.decode(Retaining.self, from: data) }
        }
        for number in 0..<50 { _ = try decoder.decode([String].self, from: Data(#"["another text \#(number)"]"#.utf8)) }
        let decoders = Array(retained.decoders.suffix(2))
        try #require(decoders.count == 2)
        #expect(try String(from: decoders[0]) == "a text that is not stored in the string itself")
        #expect(try [String](from: decoders[1]) == ["b"])
        #expect(decoders.map { "\($0.codingPath.map { PathKey($0) })" } == ["[Index 0#0]", "[Index 1#1]"])
    }

    /// Many threads read one retained decoder at the same time, which Foundation does not guarantee.
    @Test func oneDecoderOnManyThreads() async throws {
        let members = (0..<100).map { #""key\#($0)":[\#($0),null,"\#($0)"]"# }.joined(separator: ",")
        let kept = try PolicyJSONDecoder().decode(Kept.self, from: Data("{\(members)}".utf8))
        let expected = kept.observe()
        let transfer = UncheckedTransfer(value: kept)
        let different = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<16 { group.addTask { transfer.value.observe() != expected } }
            return await group.contains(true)
        }
        #expect(!different)
    }
}
