import Foundation
import PolicyJSON
import Testing

/// Decodes the same document from every kind of source.
@Suite struct DecoderSourcesTests {
    struct Song: Decodable, Equatable { let title: String, length: Int }
    static let text = #"{"title":"Grüße 🎈","length":"7"}"#
    static let song = Song(title: "Grüße 🎈", length: 7)

    private let decoder = PolicyJSONDecoder(policy: .lenient)

    @Test func bytesTextDataAndSpan() throws {
        let bytes = Array(Self.text.utf8)
        #expect(try decoder.decode(Song.self, from: bytes) == Self.song)
        #expect(try decoder.decode(Song.self, from: Self.text) == Self.song)
        #expect(try decoder.decode(Song.self, from: Data(bytes)) == Self.song)
        #expect(try unsafe decoder.decode(Song.self, from: bytes.span.bytes) == Self.song)
        // A slice, whose indexes do not start at 0.
        let padded = Data([0x20, 0x20] + bytes + [0x7D])
        #expect(try decoder.decode(Song.self, from: padded[2..<(bytes.count + 2)]) == Self.song)
        #expect(try decoder.decode(Song.self, from: padded.prefix(bytes.count + 2)) == Self.song)
    }

    @Test func reports() throws {
        let bytes = Array(Self.text.utf8)
        let outcomes = [
            try decoder.decodeReporting(Song.self, from: bytes),
            try decoder.decodeReporting(Song.self, from: Self.text),
            try decoder.decodeReporting(Song.self, from: Data(bytes)),
            try unsafe decoder.decodeReporting(Song.self, from: bytes.span.bytes),
        ]
        for outcome in outcomes {
            #expect(outcome.value == Self.song)
            #expect(
                outcome.report.entries.map(text(of:)) == [
                    #"NumbersFromStrings, converted, 'length' '/length', 1:34+33, Int: "7" → 7, Expected to decode Int but found a string instead."#
                ])
        }
    }

    @Test func file() throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: "PolicyJSON-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(component: "song.json")
        try Data(Self.text.utf8).write(to: file)
        #expect(try decoder.decode(Song.self, contentsOf: file) == Self.song)
        #expect(try decoder.decodeReporting(Song.self, contentsOf: file).value == Self.song)
        #expect(try decoder.decodeCollectingErrors(Song.self, contentsOf: file) == Self.song)
        #expect(try PolicyJSONDecoder().decode(Song.self, contentsOf: file, policy: .lenient) == Self.song)
        let none = folder.appending(component: "none.json")
        #expect(throws: CocoaError.self) { try decoder.decode(Song.self, contentsOf: none) }
        for decode in [
            { _ = try decoder.decodeReporting(Song.self, contentsOf: none) },
            { _ = try decoder.decodeCollectingErrors(Song.self, contentsOf: none) },
        ] {
            let error = #expect(throws: JSONDecodingError.self) { try decode() }
            #expect(error?.underlyingError is CocoaError)
            #expect(error?.location == nil && error?.count == 0)
        }
    }

    /// All problems of the document, from every kind of source.
    @Test func problems() throws {
        let bytes = Array(Self.text.utf8)
        let strict = PolicyJSONDecoder()
        let file = FileManager.default.temporaryDirectory.appending(component: "PolicyJSON-\(UUID().uuidString).json")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let sources: [() throws -> Song] = [
            { try strict.decodeCollectingErrors(Song.self, from: bytes) },
            { try strict.decodeCollectingErrors(Song.self, from: Self.text) },
            { try strict.decodeCollectingErrors(Song.self, from: Data(bytes)) },
            { try unsafe strict.decodeCollectingErrors(Song.self, from: bytes.span.bytes) },
            { try strict.decodeCollectingErrors(Song.self, contentsOf: file) },
            { try strict.decodeCollectingErrors(Song.self, from: JSONValue(parsing: bytes)) },
        ]
        for decode in sources {
            let error = #expect(throws: JSONDecodingError.self) { try decode() }
            #expect(error?.description == "1:34: length: Expected to decode Int but found a string instead.")
        }
    }

    /// Every function that decodes, from every kind of source, with a policy and `userInfo` for the call.
    @Test func settingsForOneCall() throws {
        struct Messy: Decodable {
            let song: Song
            let note: String?
            init(from decoder: any Decoder) throws {
                song = try Song(from: decoder)
                note = decoder.userInfo[CodingUserInfoKey(rawValue: "note")!] as? String
            }
        }
        let bytes = Array(Self.text.utf8)
        let file = FileManager.default.temporaryDirectory.appending(component: "PolicyJSON-\(UUID().uuidString).json")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let value = try JSONValue(parsing: bytes)
        let strict = PolicyJSONDecoder()
        let (policy, user) = (DecodingPolicy.lenient, [CodingUserInfoKey(rawValue: "note")!: "n"] as [_: any Sendable])
        let calls: [(DecodingPolicy?) throws -> Messy] = [
            { try strict.decode(Messy.self, from: bytes, policy: $0, userInfo: user) },
            { try strict.decode(Messy.self, from: Self.text, policy: $0, userInfo: user) },
            { try strict.decode(Messy.self, from: Data(bytes), policy: $0, userInfo: user) },
            { try unsafe strict.decode(Messy.self, from: bytes.span.bytes, policy: $0, userInfo: user) },
            { try strict.decode(Messy.self, contentsOf: file, policy: $0, userInfo: user) },
            { try strict.decode(Messy.self, from: value, policy: $0, userInfo: user) },
            { try strict.decodeReporting(Messy.self, from: bytes, policy: $0, userInfo: user).value },
            { try strict.decodeReporting(Messy.self, contentsOf: file, policy: $0, userInfo: user).value },
            { try strict.decodeReporting(Messy.self, from: value, policy: $0, userInfo: user).value },
            { try strict.decodeCollectingErrors(Messy.self, from: bytes, policy: $0, userInfo: user) },
            { try strict.decodeCollectingErrors(Messy.self, contentsOf: file, policy: $0, userInfo: user) },
            { try strict.decodeCollectingErrors(Messy.self, from: value, policy: $0, userInfo: user) },
        ]
        for call in calls {
            let messy = try call(policy)
            #expect(messy.song == Self.song && messy.note == "n")
            #expect(throws: (any Error).self) { try call(nil) }
        }
    }

    private static func units<Unit: FixedWidthInteger>(_ units: [Unit], bigEndian: Bool) -> [UInt8] {
        units.flatMap { unit in
            let shifts = stride(from: 0, to: Unit.bitWidth, by: 8)
            let bytes = shifts.map { UInt8(truncatingIfNeeded: unit >> Unit($0)) }
            return bigEndian ? bytes.reversed() : bytes
        }
    }

    @Test(arguments: [false, true], [false, true])
    func otherEncodings(bigEndian: Bool, withMark: Bool) throws {
        let mark = withMark ? "\u{FEFF}" : ""
        let utf16 = Self.units(Array((mark + Self.text).utf16), bigEndian: bigEndian)
        let utf32 = Self.units((mark + Self.text).unicodeScalars.map(\.value), bigEndian: bigEndian)
        #expect(try decoder.decode(Song.self, from: utf16) == Self.song)
        #expect(try decoder.decode(Song.self, from: utf32) == Self.song)
        #expect(try decoder.decode(Song.self, from: Array((mark + Self.text).utf8)) == Self.song)
    }

    /// The limit is one of bytes in UTF-8, whatever the encoding: the errors are equal.
    @Test(arguments: [false, true], [false, true])
    func limitsInOtherEncodings(bigEndian: Bool, braces: Bool) throws {
        let text = #""a\u0301": ["é", "日本", "😀😀", 1]"#
        let decoder = PolicyJSONDecoder()
        decoder.assumesTopLevelDictionary = braces
        let document = braces ? text : "{\(text)}"
        func result(_ bytes: [UInt8]) -> String {
            do {
                return try decoder.decode(RawJSON.self, from: bytes).text
            } catch {
                return "\(error)"
            }
        }
        for limit in 0...(document.utf8.count + 1) {
            decoder.limits.documentBytes = limit
            let expected = result(Array(document.utf8))
            #expect(expected.contains("document limit") == (limit < document.utf8.count))
            #expect(result(Self.units(Array(document.utf16), bigEndian: bigEndian)) == expected)
            #expect(result(Self.units(document.unicodeScalars.map(\.value), bigEndian: bigEndian)) == expected)
        }
    }

    /// The bytes of strings are not copied.
    @Test func stringsInPlace() throws {
        let text = String(repeating: "[1,2] ", count: 100)
        func address(_ bytes: RawSpan) -> UInt { unsafe bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
        let whole = text.withJSONBytes(address)
        #expect(text.dropFirst(6).withJSONBytes(address) == whole + 6)
        #expect(String(text.dropFirst(6)).withJSONBytes { $0.byteCount } == 594)
        #expect(text.dropFirst(6).withJSONBytes { $0.byteCount } == 594)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x7B, 0x00, 0x7D], "UTF-16"), ([0xFE, 0xFF, 0xD8, 0x00], "UTF-16"),
            ([0xFF, 0xFE, 0x00, 0x00, 0x7B], "UTF-32"),
            ([0x00, 0x00, 0xFE, 0xFF, 0x00, 0x11, 0x00, 0x00], "UTF-32"),
        ] as [([UInt8], String)])
    func invalidEncodings(bytes: [UInt8], name: String) {
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Song.self, from: bytes) }
        #expect(
            error.map(text(of:))
                == "dataCorrupted at the top: The given data was not valid JSON. [line 1, column 1: document is not valid \(name)]"
        )
    }

    struct Configured: DecodableWithConfiguration {
        let text: String
        init(from decoder: any Decoder, configuration: String) throws {
            text = try configuration + decoder.singleValueContainer().decode(String.self)
        }
    }
    enum Provider: DecodingConfigurationProviding { static let decodingConfiguration = "<" }

    @Test func configurations() throws {
        #expect(try decoder.decode(Configured.self, from: Data(#""a""#.utf8), configuration: ">").text == ">a")
        #expect(try decoder.decode(Configured.self, from: Data("1".utf8), configuration: Provider.self).text == "<1")
        let strict = PolicyJSONDecoder()
        #expect(try strict.decode(Configured.self, from: "1", configuration: ">", policy: .lenient).text == ">1")
        let provided = try strict.decode(Configured.self, from: "1", configuration: Provider.self, policy: .lenient)
        #expect(provided.text == "<1")
        #expect(throws: DecodingError.self) { try strict.decode(Configured.self, from: "1", configuration: ">") }
    }

    @Test(arguments: [
        ("", "line 1, column 1: unexpected end of document, expected a value"),
        ("  ", "line 1, column 3: unexpected end of document, expected a value\n  \n  ^"),
        ("[1", "line 1, column 3: unexpected end of document, expected ',' or ']'\n[1\n  ^"),
        ("{\"a\":1}\n x", "line 2, column 2: unexpected 'x'\n x\n ^"),
        ("{\n  \"a\" 1}", "line 2, column 7: unexpected '1', expected ':'\n  \"a\" 1}\n      ^"),
        ("nul", "line 1, column 4: unexpected end of document, expected a value\nnul\n   ^"),
        ("01", "line 1, column 2: invalid number at '1'\n01\n ^"),
        ("\"\\x\"", "line 1, column 2: invalid escape sequence\n\"\\x\"\n ^"),
    ])
    func notJSON(json: String, message: String) {
        let (found, _) = decoder.outcome(of: [Int].self, from: json)
        #expect(found == "dataCorrupted at the top: The given data was not valid JSON. [\(message)]")
    }
}
