import Foundation
import PolicyJSON
import TestSupport
import Testing

/// A long key in a document that is part of the paths of many problems or changes does not make long texts of them.
@Suite struct LongPathsTests {
    private static let key = String(repeating: "k", count: 100_000)
    private static let json = #"{"\#(key)":[\#(repeatElement("\"x\"", count: 500).joined(separator: ","))]}"#

    @Test func problems() throws {
        do {
            _ = try PolicyJSONDecoder().decodeCollectingErrors([String: [Int]].self, from: Self.json)
            Issue.record("no error")
        } catch {
            #expect(error.problems.count == 500)
            let details = try #require(ProblemDetails(error))
            #expect(details.errors.count == 2)
            #expect(details.omittedCount == 498)
            #expect(details.detail == "The document has 500 problems.")
            #expect(details.errors[1].jsonPointer == "/\(Self.key)/1")
            #expect(try PolicyJSONEncoder().encode(details).count < 300_000)
            let line = "1:100006: \(Self.key.prefix(256))…: Expected to decode Int but found a string instead."
            #expect("\(error)".split(separator: "\n").first.map(String.init) == line)
            #expect("\(error)".utf8.count < 500 * 400)
            #expect("\(details.errors[0])".utf8.count < 400)
        }
    }

    @Test("the first problem is listed, however long its pointer is") func first() throws {
        let key = String(repeating: "k", count: 300_000)
        do {
            _ = try PolicyJSONDecoder().decodeCollectingErrors([String: [Int]].self, from: #"{"\#(key)":["x","y"]}"#)
            Issue.record("no error")
        } catch {
            let details = try #require(ProblemDetails(error))
            #expect(details.errors.map(\.jsonPointer) == ["/\(key)/0"])
            #expect(details.omittedCount == 1)
        }
    }

    @Test func reports() throws {
        let json = Self.json.replacing("\"x\"", with: "\"1\"")
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let report = try decoder.decodeReporting([String: [Int]].self, from: json).report
        #expect(report.entries.count == 500)
        let encoded = try JSONSerialization.jsonObject(with: PolicyJSONEncoder().encode(report)) as? [String: Any]
        #expect(encoded?["count"] as? Int == 500)
        #expect((encoded?["entries"] as? [Any])?.count == 5)
        #expect(encoded?["omittedCount"] as? Int == 495)
        #expect("\(report)".utf8.count < 500 * 400)
        let short = try decoder.decodeReporting([[Int]].self, from: #"[["1","2"]]"#).report
        let all = try JSONSerialization.jsonObject(with: PolicyJSONEncoder().encode(short)) as? [String: Any]
        #expect((all?["entries"] as? [Any])?.count == 2)
        #expect(all?["omittedCount"] as? Int == 0)
    }

    /// A character can have any length.
    @Test func shortenedCharacter() throws {
        let key = "a" + String(repeating: "\u{301}", count: 100_000)
        let report = try PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() }).decodeReporting(
            [String: [Int]].self, from: #"{"\#(key)":["1"]}"#
        ).report
        let entry = try #require(report.entries.first)
        #expect("\(entry)".unicodeScalars.count { $0 == "\u{301}" } == 127)
    }

    /// The texts of shorter paths are whole.
    @Test(arguments: [1, 255, 256]) func whole(_ length: Int) {
        let path = DecodingPath([.key(String(repeating: "a", count: length - 1) + "b")])
        #expect("\(DecodingProblem(.limit, at: path, message: "m"))" == "\(path): m")
    }
}
