import Foundation
import PolicyJSON
import Testing

/// Each limit of `JSONLimits.server` that can be reached.
@Suite struct ServerLimitsTests {
    private static let limits = JSONLimits.server(maximumBytes: 1 << 20)

    static let cases: [(String, JSONSyntaxError.Code)] = [
        (String(repeating: "[", count: 65) + String(repeating: "]", count: 65), .depthLimit),
        ("\"" + String(repeating: "a", count: 1 << 20) + "\"", .documentLimit),
        ("1." + String(repeating: "0", count: 1_023), .numberLimit),
        ("[" + String(repeating: "0,", count: 1 << 18) + "0]", .tokenLimit),
        ("{" + (0...10_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}", .memberLimit),
    ]

    @Test(arguments: cases.indices)
    func documents(_ index: Int) throws {
        let (text, code) = Self.cases[index]
        let decoder = PolicyJSONDecoder()
        decoder.limits = Self.limits
        let error = #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(RawJSON.self, from: text) }
        #expect(error?.syntaxError?.code == code)
        decoder.limits = .default
        #expect(throws: Never.self) { try decoder.decode(RawJSON.self, from: text) }
    }

    @Test func elements() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits = .server(maximumBytes: 1 << 30)
        let text = "[\"" + String(repeating: "a", count: 1 << 20) + "\"]"
        let elements = try decoder.elements(of: String.self, from: InputStream(data: Data(text.utf8)))
        let error = #expect(throws: JSONDecodingError.self) { try elements.next() }
        #expect(error?.syntaxError?.code == .elementBytesLimit)
    }

    @Test(arguments: [-1, 0, 1, 100, 20_000, .max])
    func anyMaximum(_ bytes: Int) {
        let limits = JSONLimits.server(maximumBytes: bytes)
        #expect(limits.documentBytes == min(max(bytes, 0), JSONLimits.default.documentBytes))
        #expect(limits.elementBytes == min(max(bytes, 0), 1 << 20))
        #expect(limits.tokens == min(max(bytes / 4, 4_096), JSONLimits.default.tokens))
    }
}
