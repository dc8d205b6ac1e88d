import Foundation
import PolicyJSON
import Synchronization
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

    /// Where the key's text is stored.
    private static func storage(of key: String) -> UInt? {
        unsafe key.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
    }

    private static func path(of error: DecodingError) -> [any CodingKey] {
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }

    private struct Item: Decodable { let id: Int }

    /// Keeps the errors of its elements, as wrappers written by hand do.
    private struct Errors: Decodable {
        var errors: [DecodingError] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd {
                let element = try container.superDecoder()
                do { _ = try Item(from: element) } catch let error as DecodingError { errors.append(error) }
            }
        }
    }

    @Test("paths share the text of their keys", arguments: [1, 40]) func sharedText(_ depth: Int) throws {
        let items = "[\(repeatElement(#"{"id":"x"}"#, count: 50).joined(separator: ","))]"
        let json = (0..<depth).reduce(items) { json, _ in "{\"\(Self.key.prefix(5_000))\":\(json)}" }
        for strategy in [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase] {
            let decoder = PolicyJSONDecoder()
            decoder.keyDecodingStrategy = strategy
            do {
                _ = try decoder.decodeCollectingErrors(Nested<[Item]>.self, from: json)
                Issue.record("no error")
            } catch {
                #expect(error.problems.count == 50)
                for step in 0..<depth {
                    let keys = error.problems.map { problem in
                        if case .key(let key) = problem.path.steps[step] { Self.storage(of: key) } else { nil as UInt? }
                    }
                    #expect(Set(keys).count == 1 && keys[0] != nil)
                }
            }
            let errors = try decoder.decode(Nested<Errors>.self, from: json).value.errors
            #expect(errors.count == 50)
            for step in 0..<depth {
                let keys = errors.map { Self.storage(of: Self.path(of: $0)[step].stringValue) }
                #expect(Set(keys).count == 1 && keys[0] != nil)
            }
        }
    }

    /// The keys of members of a stream, too.
    @Test func sharedTextInStreams() throws {
        let json = Self.json.replacing("\"x\"", with: "\"1\"")
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let members = try decoder.members(of: [Int].self, from: InputStream(data: Data(json.utf8)))
        while try members.next() != nil {}
        #expect(members.report.entries.count == 500)
        let keys = members.report.entries.map { entry in
            if case .key(let key) = entry.path.steps[0] { Self.storage(of: key) } else { nil as UInt? }
        }
        #expect(Set(keys).count == 1 && keys[0] != nil)
    }

    /// A value inside objects of one member each.
    private struct Nested<Value: Decodable>: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            guard let container = try? decoder.container(keyedBy: AnyKey.self), let key = container.allKeys.first else {
                value = try Value(from: decoder)
                return
            }
            value = try container.decode(Self.self, forKey: key).value
        }
    }

    @Test("the key strategy is called once for a long key") func strategies() throws {
        let calls = Mutex(0)
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .custom { path in
            let key = path[path.count - 1]
            if key.stringValue.utf8.count > 1_000 { calls.withLock { $0 += 1 } }
            return key
        }
        #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors([String: [Item]].self, from: Self.json)
        }
        #expect(calls.withLock { $0 } < 10)
    }

    /// Paths of 300 keys.
    @Test("counts have texts of a limited length") func counts() throws {
        struct Deep: Decodable {
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                for key in container.allKeys {
                    if key.stringValue.hasPrefix("n") {
                        _ = try container.decode(Deep.self, forKey: key)
                    } else {
                        _ = try container.decode(Int.self, forKey: key)
                    }
                }
            }
        }
        let values = (0..<1_500).map { "\"k\($0)\":\"1\"" }.joined(separator: ",")
        let json = (0..<300).reduce("{\(values)}") { json, _ in "{\"\(String(repeating: "n", count: 60))\":\(json)}" }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        let counts = try decoder.decodeReporting(Deep.self, from: json).report.counts
        let bytes = counts.byPath.keys.reduce(0) { $0 + $1.utf8.count }
        #expect(bytes <= 1 << 20)
        #expect(counts.byPath.count > 10)
        #expect(counts.byPath.values.reduce(counts.otherPaths, +) == 1_500)
        #expect(counts.byRule == ["NumbersFromStrings": 1_500])
    }
}
