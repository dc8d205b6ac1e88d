import Foundation
import PolicyJSON
import Testing

/// The text of a rejected element that is truncated ends with a whole character.
@Suite struct RejectedTextTests {
    @Test(arguments: [
        (0, ""), (1, "["), (2, "[\""), (3, "[\""), (4, "[\"é"), (5, "[\"é"), (6, "[\"é"), (7, "[\"é€"), (8, "[\"é€"),
        (9, "[\"é€"), (10, "[\"é€"), (11, "[\"é€😀"), (12, "[\"é€😀\""), (13, "[\"é€😀\"]"),
    ])
    func truncated(_ count: Int, _ expected: String) throws {
        let reader = try PolicyJSONDecoder().elements(
            of: Int.self, in: .lines, from: InputStream(data: Data("[\"é€😀\"]\n".utf8))
        )
        .results(keeping: count)
        guard case .failure(let rejected)? = try reader.next() else {
            Issue.record("not rejected")
            return
        }
        let members = try JSONSerialization.jsonObject(with: PolicyJSONEncoder().encode(rejected)) as? [String: Any]
        #expect(members?["raw"] as? String == expected)
        #expect(members?["byteCount"] as? Int == (count < 13 ? 13 : nil))
    }

    /// Bytes that do not start a character are not taken for one.
    @Test func invalid() throws {
        let reader = try PolicyJSONDecoder().elements(
            of: Int.self, in: .lines, from: InputStream(data: Data([0x22, 0xFF, 0x22, 0x31, 0x0A]))
        ).results(keeping: 2)
        guard case .failure(let rejected)? = try reader.next() else {
            Issue.record("not rejected")
            return
        }
        let members = try JSONSerialization.jsonObject(with: PolicyJSONEncoder().encode(rejected)) as? [String: Any]
        #expect(members?["rawBase64"] as? String == "Iv8=")
    }
}
