import Foundation
import PolicyJSON
import Testing

/// Members whose encoding fails, in objects with more members than are compared one by one.
@Suite struct FailedMembersTests {
    /// Encodes numbers under the names `c0`, `c1`, …; after each of them attempts one that fails.
    private struct Rows: Encodable {
        let count: Int
        let failing: Set<Int>

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            for index in 0..<count {
                try container.encode(index, forKey: AnyKey("c\(index)"))
                guard failing.contains(index) else { continue }
                #expect(throws: EncodingError.self) {
                    try container.encode([[Double.nan]], forKey: AnyKey("failed \(index)"))
                }
                #expect(throws: EncodingError.self) {
                    try container.encode(["a": Double.nan], forKey: AnyKey("c\(index + 1)"))
                }
            }
        }
    }

    @Test("a failed member is withdrawn", arguments: [1, 127, 128, 129, 300]) func withdrawn(_ count: Int) throws {
        let expected = "{\((0..<count).map { "\"c\($0)\":\($0)" }.joined(separator: ","))}"
        for policy in [EncodingPolicy {}, EncodingPolicy { NilValues(.null) }] {
            for formatting in [JSONEncoder.OutputFormatting(), .prettyPrinted] {
                let encoder = PolicyJSONEncoder(policy: policy)
                encoder.outputFormatting = formatting
                let rows = Rows(count: count, failing: [0, 126, 127, 128, 250])
                let text = String(decoding: try encoder.encode(rows), as: UTF8.self)
                #expect(text.filter { !$0.isWhitespace } == expected)
            }
        }
    }

    private struct ID: Hashable, Encodable, CodingKeyRepresentable {
        let number: Int
        var codingKey: any CodingKey { AnyKey("id \(number)") }
        init(_ number: Int) { self.number = number }
        init?(codingKey: some CodingKey) { nil }
    }

    @Test func dictionaries() {
        let values = Dictionary(uniqueKeysWithValues: (0..<400).map { (ID($0), [$0 % 100 == 7 ? Double.nan : 1]) })
        for encode in [{ try JSONEncoder().encode(values) }, { try PolicyJSONEncoder().encode(values) }] {
            let error = #expect(throws: EncodingError.self) { _ = try encode() }
            guard case .invalidValue(_, let context)? = error else { continue }
            #expect(context.debugDescription == "Unable to encode Double.nan directly in JSON.")
        }
    }
}
