import Foundation
import Synchronization
import Testing

@testable import PolicyJSON

/// How many times the elements of emptied arrays are decoded.
@Suite(.serialized) struct EmptiedArraysAttemptsTests {
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
    @Test(arguments: ParsingMode.emptying)
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

    /// The only element that fails may be in any window: in most of them the preceding windows have more elements than the window.
    @Test(arguments: ParsingMode.emptying)
    func placeOfTheFailure(_ mode: ParsingMode) throws {
        let decoder = mode.decoder(.lenient)
        for place in 0..<24 {
            let items = (0..<24).map { #"{"name":"\#($0)","id":\#($0 == place ? #""1""# : "1")}"# }
            Counted.counts.withLock { $0 = [:] }
            let page = EmptiedArraysTests.page("[\(items.joined(separator: ","))]")
            let outcome = try decoder.decodeReporting(EmptiedArraysTests.Page<[Counted]>.self, from: page)
            #expect(outcome.report.entries.map { "\($0.path)" } == ["data.items[\(place)].id"])
            // The page is decoded strictly up to the failure, and once more.
            let counts = Counted.counts.withLock { $0 }
            #expect(counts == Dictionary(uniqueKeysWithValues: (0..<24).map { ("\($0)", $0 <= place ? 2 : 1) }))
        }
    }

    /// An element of which the name is enough.
    struct Named: Decodable { let name: String }

    /// Requests the array as elements that fail, and then as others.
    struct Recovering: Decodable {
        let names: [Named], items: Bool
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: EmptiedArraysTests.Name.self)
            let key = EmptiedArraysTests.Name("items")
            items = (try? container.decode([EmptiedArraysTests.Item].self, forKey: key)) != nil
            names = try container.decode([Named].self, forKey: key)
        }
    }

    /// What is reported about a member is reported once, however many times the array is decoded.
    @Test(arguments: ParsingMode.emptying)
    func notes(_ mode: ParsingMode) throws {
        let policies = [
            DecodingPolicy { UnknownKeys() },
            DecodingPolicy {
                UnknownKeys()
                NumbersFromStrings()
            },
            DecodingPolicy {
                UnknownKeys()
                DuplicateKeys(.last)
            },
            DecodingPolicy {
                DuplicateKeys(.last)
                LossyCollections()
            },
        ]
        for place in 0...12 {
            let items = (0..<12).map {
                #"{"id":\#($0 == place ? #""x""# : "1"),"name":"a","more":{"a":1},"name":"\#($0)"}"#
            }
            let page = Array(#"{"more":0,"items":[\#(items.joined(separator: ","))],"last":[]}"#.utf8)
            for (number, policy) in policies.enumerated() {
                for type: any Decodable.Type in [Recovering.self, EmptiedArraysTests.Twice.self] {
                    WindowedReportsTests.compare(type, page, policy, mode, "policy \(number), place \(place)")
                }
            }
        }
        let outcome = try mode.decoder(policies[0]).decodeReporting(
            Recovering.self, from: #"{"items":[{"name":"a","more":1},{"name":"b","more":2}]}"#)
        #expect(outcome.report.entries.map { "\($0.path)" } == ["items[0].more", "items[1].more"])
    }
}
