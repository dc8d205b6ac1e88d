import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Containers that several threads share while keys are numbered.
@Suite struct SharedNumberedKeysTests {
    private struct Shared: Decodable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case a, b, c, d, e, f, g, h, missing, absent
        }

        init(from decoder: any Decoder) throws {
            let container = UncheckedTransfer(value: try decoder.container(keyedBy: CodingKeys.self))
            let wrong = Mutex(0)
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for key in thread.isMultiple(of: 2) ? CodingKeys.allCases : CodingKeys.allCases.reversed() {
                    let value = try? container.value.decodeIfPresent(String.self, forKey: key)
                    let isThere = key != .missing && key != .absent
                    if value != (isThere ? key.rawValue : nil) { wrong.withLock { $0 += 1 } }
                }
            }
            if wrong.withLock({ $0 }) > 0 {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: [], debugDescription: "\(wrong.withLock { $0 }) wrong values"))
            }
        }
    }

    @Test func threads() throws {
        let object = #"{"d":"d","b":"b","x":0,"a":"a","c":"c","h":"h","g":"g","f":"f","e":"e"}"#
        let data = Data("[\(Array(repeating: object, count: 300).joined(separator: ","))]".utf8)
        let decoder = PolicyJSONDecoder()
        for _ in 0..<2 { #expect(try decoder.decode([Shared].self, from: data).count == 300) }
    }
}
