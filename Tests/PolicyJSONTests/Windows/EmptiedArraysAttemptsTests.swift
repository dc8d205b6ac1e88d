import Foundation
import Synchronization
import Testing

@testable import PolicyJSON

/// How many times the elements of emptied arrays are decoded.
@Suite struct EmptiedArraysAttemptsTests {
    /// Counts how many times each element is decoded.
    struct Counted: Decodable {
        static let counts = Mutex<[String: Int]>([:])

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: EmptiedArraysTests.Name.self)
            let name = try container.decode(String.self, forKey: EmptiedArraysTests.Name("name"))
            Self.counts.withLock { $0[name, default: 0] += 1 }
            _ = try container.decode(Int.self, forKey: EmptiedArraysTests.Name("id"))
        }
    }

    /// An element that fails is decoded strictly once and with rules once, also where a model around the array fails with it.
    @Test(.serialized, arguments: ParsingMode.emptying)
    func attempts(_ mode: ParsingMode) throws {
        let ids = (0..<60).map { $0 % 9 == 5 ? #""x""# : $0 % 9 == 7 ? #""\#($0)""# : "\($0)" }
        let items = zip(ids.indices, ids).map { #"{"name":"\#($0)","id":\#($1)}"# }
        for (policy, mayFail) in [
            (DecodingPolicy { LossyCollections() }, false),
            (DecodingPolicy.lenient, false),
            (
                DecodingPolicy {
                    LossyCollections(maxDropped: 2)
                    NumbersFromStrings()
                }, true
            ),
        ] {
            let decoder = mode.decoder(policy)
            Counted.counts.withLock { $0 = [:] }
            let page = EmptiedArraysTests.page("[\(items.joined(separator: ","))]")
            let result = Result { try decoder.decode(EmptiedArraysTests.Page<[Counted]>.self, from: page) }
            if case .failure(let error) = result, !mayFail { Issue.record("\(error)") }
            let counts = Counted.counts.withLock { $0 }
            #expect(counts.count == 60)
            #expect(counts.values.max() == 2)
        }
    }
}
