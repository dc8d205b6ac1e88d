import Foundation
import PolicyJSON
import RuntimeFacts
import TestSupport
import Testing

/// Which rules decide about the document of a patch: those that are not turned off, and those for one call.
@Suite struct MergePatchRulesTests {
    struct Post: Codable, Equatable, Sendable {
        var title = "A"
        var tags = ["x", "y"]
    }

    struct Thread: Codable, Equatable, Sendable {
        var first = Post()
        var tags = ["a", "b"]
        var imageURL: String? = "u"
        var counts = [1]
    }

    /// Only values for which rules are not turned off are in the form that the rules read.
    @Test(
        arguments: [
            (DecodingPolicy { At("first.tags") { Without(SeparatedStrings.self) } }, #"["y"]"#, #""b""#),
            (DecodingPolicy { At("first.tags") { Without(named: "SeparatedStrings") } }, #"["y"]"#, #""b""#),
            (DecodingPolicy { At("first.tags") { Strictly() } }, #"["y"]"#, #""b""#),
            (DecodingPolicy { At("first") { Strictly() } }, #"["y"]"#, #""b""#),
            (DecodingPolicy { For(Post.self) { Without(SeparatedStrings.self) } }, #"["y"]"#, #""b""#),
            (DecodingPolicy { For(Post.self) { Strictly() } }, #"["y"]"#, #""b""#),
            (
                DecodingPolicy {
                    At("first.tags") { SeparatedStrings() }
                    For(Post.self) { Strictly() }
                }, #"["y"]"#, #""b""#
            ),
            (
                DecodingPolicy {
                    Without(SeparatedStrings.self)
                    At("tags") { SeparatedStrings() }
                }, #"["y"]"#, #""b""#
            ),
            (DecodingPolicy { Strictly() }, #"["y"]"#, #"["b"]"#),
        ])
    func rulesThatAreTurnedOff(_ off: DecodingPolicy, _ first: String, _ second: String) throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                off
                SeparatedStrings()
                NumbersFromStrings()
            })
        var thread = Thread()
        try decoder.applyMergePatch(#"{"first":{"title":"B"}}"#, to: &thread)
        #expect(thread == Thread(first: Post(title: "B")))
        try decoder.applyMergePatch(#"{"first":{"tags":\#(first)},"tags":\#(second)}"#, to: &thread)
        #expect(thread == Thread(first: Post(title: "B", tags: ["y"]), tags: ["b"]))
    }

    @Test(
        arguments: [
            DecodingPolicy { Without(Envelope.self) }, DecodingPolicy { At("") { Without(Envelope.self) } },
            DecodingPolicy { Strictly() },
        ])
    func envelopesThatAreTurnedOff(_ off: DecodingPolicy) throws {
        var post = Post()
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                off
                Envelope("data")
            })
        try decoder.applyMergePatch(#"{"title":"B"}"#, to: &post)
        #expect(post.title == "B")
    }

    @Test(
        arguments: [
            (DecodingPolicy { KeyMatching(.snakeCase) }, #"{"image_url":"v"}"#),
            (DecodingPolicy { Envelope("data") }, #"{"data":{"imageURL":"v"}}"#),
            (DecodingPolicy { Without(SeparatedStrings.self) }, #"{"imageURL":"v","tags":["a","b"]}"#),
            (DecodingPolicy { At("first") { Strictly() } }, #"{"imageURL":"v","first":{"tags":["x","y"]}}"#),
        ])
    func rulesForOneCall(_ rules: DecodingPolicy, _ patch: String) throws {
        var thread = Thread()
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { SeparatedStrings() })
        try decoder.prepending(rules).applyMergePatch(patch, to: &thread)
        #expect(thread == Thread(imageURL: "v"))
    }

    /// Those for one call can turn off names and envelopes of the policy.
    @Test func namesThatAreTurnedOff() throws {
        var thread = Thread()
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching(.snakeCase)
                Envelope("data")
            })
        try decoder.prepending(
            DecodingPolicy {
                Without(KeyMatching.self)
                Without(Envelope.self)
            }
        )
        .applyMergePatch(#"{"image_url":"v","tags":[]}"#, to: &thread)
        #expect(thread == Thread(tags: []))
    }

    enum Figure: Codable, Equatable {
        case disc(radius: Int, label: String)
    }

    @Test(.enabled(if: RuntimeFacts.areUsed))
    func variantsForOneCall() throws {
        var figures = ["a": Figure.disc(radius: 1, label: "l")]
        try PolicyJSONDecoder().prepending(DecodingPolicy { Variants(of: Figure.self, .internally(by: "type")) })
            .applyMergePatch(#"{"a":{"radius":2}}"#, to: &figures)
        #expect(figures == ["a": .disc(radius: 2, label: "l")])
    }

    /// Makes its decoder lenient.
    struct Changing: Codable, Equatable {
        var year = 1

        enum CodingKeys: CodingKey { case year }

        static let decoder = CodingUserInfoKey(rawValue: "decoder")

        init() {}

        init(from decoder: any Decoder) throws {
            year = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .year)
        }

        func encode(to encoder: any Encoder) throws {
            let decoder = Self.decoder.flatMap { encoder.userInfo[$0] as? PolicyJSONDecoder }
            decoder?.policy = .lenient
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(year, forKey: .year)
        }
    }

    @Test func settingsAreReadOnce() throws {
        let decoder = PolicyJSONDecoder()
        let other = decoder.overriding(userInfo: [try #require(Changing.decoder): decoder])
        decoder.userInfo = other.userInfo
        var value = Changing()
        let error = #expect(throws: DecodingError.self) { try decoder.applyMergePatch(#"{"year":"2"}"#, to: &value) }
        #expect(
            error.map(text(of:)) == "typeMismatch(Int) at year: Expected to decode Int but found a string instead.")
        try decoder.applyMergePatch(#"{"year":"2"}"#, to: &value)
        #expect(value.year == 2)
        decoder.userInfo = [:]
    }

    /// The limits are those for the patch; the value may exceed them.
    @Test func limits() throws {
        struct Song: Codable, Equatable {
            var title = String(repeating: "x", count: 5000)
            var year: Int? = 1
            var deep = try? RawJSON(parsing: String(repeating: "[", count: 100) + String(repeating: "]", count: 100))
        }
        var song = Song()
        let decoder = PolicyJSONDecoder(limits: .server(maximumBytes: 1_000))
        try decoder.applyMergePatch(#"{"year":null}"#, to: &song)
        #expect(song == Song(year: nil))
        let patch = #"{"title":"\#(song.title)"}"#
        let error = #expect(throws: DecodingError.self) { try decoder.applyMergePatch(patch, to: &song) }
        #expect(
            error.map(text(of:))
                == "dataCorrupted at the top: The given data was not valid JSON. [line 1, column 1001: "
                + "more bytes than the document limit\n" + String(repeating: "x", count: 60) + "\n"
                + String(repeating: " ", count: 60) + "^]")
    }

    /// The limits are also those for documents in the strings of a patch.
    @Test func `limits of documents in strings`() throws {
        struct Song: Codable, Equatable {
            var tags: RawJSON? = .null
            var scores = [1]
        }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { StringifiedJSON() }, limits: JSONLimits(depth: 64, elements: 100))
        var song = Song()
        try decoder.applyMergePatch(#"{"scores":"[\#((0..<100).map(String.init).joined(separator: ","))]"}"#, to: &song)
        #expect(song.scores.count == 100)
        let patch = #"{"scores":"[\#((0..<101).map(String.init).joined(separator: ","))]"}"#
        let error = #expect(throws: DecodingError.self) { try decoder.applyMergePatch(patch, to: &song) }
        #expect(error.map(text(of:))?.contains("more elements than the element limit") == true)
        #expect(song.scores.count == 100)
    }
}
