import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// Rules in scopes that decide about the document of a patch.
@Suite struct MergePatchScopesTests {
    struct Artist: Codable, Equatable, Sendable {
        var name = "n"
        var born: Int? = 1
    }

    struct Song: Codable, Equatable, Sendable {
        var title: String? = "t"
        var year = 1
        var artist: Artist? = Artist()
        var artists = ["a": Artist()]
        var covers = [Artist()]
        var recorded = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        var counts = ["a": 1]
    }

    private func apply(
        _ patch: String, _ policy: DecodingPolicy, to song: inout Song
    ) throws -> [String] {
        let decoder = PolicyJSONDecoder(policy: policy)
        let changed = Mutex<[String]>([])
        decoder.onReport = { report in
            let entries = report.entries.map { "\($0.path) \($0.rule)" }
            changed.withLock { $0 += entries }
        }
        try decoder.applyMergePatch(patch, to: &song)
        return changed.withLock { $0 }
    }

    /// The types of the objects that a patch changes are those of the value's properties.
    @Test(
        arguments: [
            (
                DecodingPolicy { For(Artist.self) { DuplicateKeys(.last) } },
                #"{"year":2,"year":3,"artist":{"born":2,"born":3}}"#, Song(year: 2, artist: Artist(born: 3)),
                ["artist.born DuplicateKeys"]
            ),
            (
                DecodingPolicy { For(Song.self) { DuplicateKeys(.last) } },
                #"{"year":2,"year":3,"artist":{"born":2,"born":3}}"#, Song(year: 3, artist: Artist(born: 2)),
                ["year DuplicateKeys"]
            ),
            (
                DecodingPolicy {
                    DuplicateKeys(.first)
                    For(Artist.self) { Without(DuplicateKeys.self) }
                    For(Artist.self) { At("artist.name") { DuplicateKeys(.last) } }
                },
                #"{"artist":{"name":"x","name":"y","born":2,"born":3},"year":1,"year":4}"#,
                Song(artist: Artist(name: "y", born: 2)), ["year DuplicateKeys", "artist.name DuplicateKeys"]
            ),
            (
                DecodingPolicy { For(Artist.self) { DuplicateKeys(.last) } },
                #"{"artists":{"a":{"born":2,"born":3},"a":{"born":4}}}"#, Song(artists: ["a": Artist(born: 3)]),
                ["artists.a.born DuplicateKeys"]
            ),
            (
                DecodingPolicy {
                    KeyMatching(.snakeCase)
                    KeyMatching(aliases: ["artist": ["singer"]])
                    For(Artist.self) { DuplicateKeys(.last) }
                },
                #"{"singer":{"born":2,"born":3}}"#, Song(artist: Artist(born: 3)), ["singer.born DuplicateKeys"]
            ),
            // The type of an object that the value does not have is not known: the first counts.
            (
                DecodingPolicy { For(Artist.self) { DuplicateKeys(.last) } },
                #"{"artists":{"b":{"name":"x","born":2,"born":3}}}"#,
                Song(artists: ["a": Artist(), "b": Artist(name: "x", born: 2)]), []
            ),
            // Elements of arrays are decided about when the document is decoded.
            (
                DecodingPolicy { For(Artist.self) { DuplicateKeys(.last) } },
                #"{"covers":[{"name":"x","name":"y"}]}"#, Song(covers: [Artist(name: "y", born: nil)]),
                ["covers[0].name DuplicateKeys"]
            ),
        ])
    func repeatedKeys(_ policy: DecodingPolicy, _ patch: String, _ expected: Song, _ changed: [String]) throws {
        var song = Song()
        #expect(try apply(patch, policy, to: &song) == changed)
        #expect(song == expected)
    }

    @Test func refusedRepeatedKeys() throws {
        var song = Song()
        let policy = DecodingPolicy { For(Artist.self) { DuplicateKeys(.fail) } }
        let error = #expect(throws: DecodingError.self) {
            try apply(#"{"year":2,"year":3,"artist":{"born":2,"born":3}}"#, policy, to: &song)
        }
        #expect(
            error.map(text(of:))
                == #"dataCorrupted at artist.born: The key "born" occurs more than once. [rejected by DuplicateKeys]"#)
        #expect(song == Song())
        _ = try apply(#"{"year":2,"year":3}"#, policy, to: &song)
        #expect(song == Song(year: 2))
    }

    @Test(
        arguments: [
            (
                DecodingPolicy { For(Artist.self) { Envelope("data") } }, #"{"year":2,"artist":{"data":{"born":2}}}"#,
                Song(year: 2, artist: Artist(born: 2))
            ),
            (
                DecodingPolicy { For(Artist.self) { Envelope("some.data") } },
                #"{"artists":{"a":{"some":{"data":{"born":null}}},"b":{"some":{"data":{"name":"x"}}}}}"#,
                Song(artists: ["a": Artist(born: nil), "b": Artist(name: "x", born: nil)])
            ),
            (
                DecodingPolicy { At("artist") { Envelope("data", isRequired: false) } },
                #"{"artist":{"data":{"born":2}}}"#, Song(artist: Artist(born: 2))
            ),
            (
                DecodingPolicy { At("artist") { Envelope("data") } }, #"{"artist":null}"#, Song(artist: nil)
            ),
            (
                DecodingPolicy { At("") { Envelope("data") } }, #"{"data":{"year":2}}"#, Song(year: 2)
            ),
            (
                DecodingPolicy { At("covers") { Envelope("items") } },
                #"{"covers":{"items":[{"name":"x"}]}}"#, Song(covers: [Artist(name: "x", born: nil)])
            ),
            (
                DecodingPolicy { At("title") { Envelope("text[1]") } }, #"{"title":{"text":[0,"x"]}}"#, Song(title: "x")
            ),
            (DecodingPolicy { At("recorded") { Envelope("at") } }, #"{"year":2}"#, Song(year: 2)),
            (DecodingPolicy { For(Date.self) { Envelope("at") } }, #"{"year":2}"#, Song(year: 2)),
            (
                DecodingPolicy {
                    For(Artist.self) {
                        Envelope("data")
                        DuplicateKeys(.last)
                    }
                }, #"{"artist":{"data":{"born":2,"born":3}}}"#, Song(artist: Artist(born: 3))
            ),
        ])
    func envelopes(_ policy: DecodingPolicy, _ patch: String, _ expected: Song) throws {
        var song = Song()
        _ = try apply(patch, policy, to: &song)
        #expect(song == expected)
    }

    struct Album: Codable, Equatable {
        var year = 1
        var artist: Artist? = Artist()
    }

    /// The rule applies to the models that a model requests, too.
    @Test func envelopesInModels() throws {
        var album = Album()
        let policy = DecodingPolicy { For(Album.self) { Envelope("data") } }
        try PolicyJSONDecoder(policy: policy).applyMergePatch(
            #"{"data":{"year":2,"artist":{"data":{"born":2}}},"other":1}"#, to: &album)
        #expect(album == Album(year: 2, artist: Artist(born: 2)))
    }

    @Test func missingEnvelope() throws {
        var song = Song()
        let policy = DecodingPolicy { For(Artist.self) { Envelope("data") } }
        let error = #expect(throws: DecodingError.self) { try apply(#"{"artist":[]}"#, policy, to: &song) }
        #expect(
            error.map(text(of:))
                == "dataCorrupted at artist: No value at data in the envelope. [rejected by Envelope]")
    }

    /// No memory is allocated for the elements before the value.
    @Test(arguments: [1 << 16, .max])
    func largeIndexes(_ index: Int) {
        let envelope = Envelope(DecodingPath([.key("a"), .index(index)]), isRequired: false)
        func message(_ policy: DecodingPolicy) -> String? {
            var song = Song()
            do {
                _ = try apply(#"{"year":2}"#, policy, to: &song)
            } catch DecodingError.dataCorrupted(let context) {
                return context.debugDescription
            } catch EncodingError.invalidValue(_, let context) {
                return context.debugDescription
            } catch {
                return "\(error)"
            }
            return nil
        }
        let reason = "An index in the path a[\(index)] is too large for a merge patch."
        #expect(message(DecodingPolicy { envelope }) == reason)
        #expect(message(DecodingPolicy { For(Artist.self) { envelope } }) == "Rejected by Envelope: \(reason)")
    }
}
