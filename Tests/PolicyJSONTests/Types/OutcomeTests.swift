import Foundation
import PolicyJSON
import Testing

@Suite struct OutcomeTests {
    struct Song: Codable, Hashable { let title: String }
    struct Fault: Codable, Hashable { let code: Int }
    struct Denied: Codable, Error, Hashable, Discriminated {
        static let discriminator = Discriminator.key("status", equals: "denied")
        let reason: String
    }
    struct Sheet: Codable, Discriminated {
        static let discriminator = Discriminator.key("status", in: [.string("ok"), 1])
        let title: String
    }
    struct Broken: Codable, Discriminated {
        static let discriminator = Discriminator.has("error")
        let error: Fault
    }

    struct Property<Value: Codable>: Codable { let value: Value }
    struct InOptional: Codable { let value: Outcome<Song, Fault>? }
    struct InOptionals: Codable { let value: Outcome<Song, Fault>?? }
    struct InPresence: Codable { let value: Presence<Outcome<Song, Fault>> }

    static let table = PropertyTable(in: "PolicyJSON/Types/Outcome.swift", heading: "property")
    static let models = PropertyModels(models: [
        "Outcome<Song, Fault>": Property<Outcome<Song, Fault>>.self,
        "Outcome<Song, Denied>": Property<Outcome<Song, Denied>>.self,
        "Outcome<Sheet, Denied>": Property<Outcome<Sheet, Denied>>.self,
        "Outcome<Sheet, Broken>": Property<Outcome<Sheet, Broken>>.self,
        "Outcome<Song, Broken>": Property<Outcome<Song, Broken>>.self,
        "Outcome<[Int], Denied>": Property<Outcome<[Int], Denied>>.self,
        "Outcome<Song, Fault>?": InOptional.self, "Outcome<Song, Fault>??": InOptionals.self,
        "[Outcome<Song, Fault>]": Property<[Outcome<Song, Fault>]>.self,
        "[Outcome<Int, String>?]": Property<[Outcome<Int, String>?]>.self,
        "[String: Outcome<Int, String>]": Property<[String: Outcome<Int, String>]>.self,
        "Presence<Outcome<Song, Fault>>": InPresence.self,
    ])

    @Test func tableExists() {
        #expect(Self.table.rows.count == 26)
        #expect(Self.table.isOnPage("ModelTypes.md"))
    }

    @Test(arguments: table.rows) func isAsDocumented(row: PropertyTable.Row) { Self.models.check(row) }

    @Test(arguments: table.rows.filter { !$0["written"].isEmpty })
    func isWrittenAsDocumented(row: PropertyTable.Row) throws { try Self.models.checkWritten(row) }

    // MARK: Errors and reports

    @Test func bothErrorsAreKept() throws {
        let error = #expect(throws: DecodingError.self) {
            try PolicyJSONDecoder().decode([Outcome<Song, Fault>].self, from: #"[{"title": 1, "code": "x"}]"#)
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let mismatch = try #require(context.underlyingError as? OutcomeMismatch)
        #expect(
            text(of: mismatch.success)
                == "typeMismatch(String) at [0].title: Expected to decode String but found number instead.")
        #expect(
            text(of: mismatch.failure)
                == "typeMismatch(Int) at [0].code: Expected to decode Int but found a string instead.")
        #expect(DecodingPath(context.codingPath).description == "[0]")
    }

    @Test func cleanDecodingTakesPrecedence() throws {
        struct Loose: Codable { @Optionally var title: String? }
        let decoder = PolicyJSONDecoder(policy: .lenient)
        // `Loose` needs a repair, because its key is missing.
        let first = try decoder.decodeReporting(Outcome<Loose, Fault>.self, from: #"{"code": 1}"#)
        #expect(first.value.failure?.code == 1)
        #expect(first.report.count == 0)
        let second = try decoder.decodeReporting(Outcome<Fault, Loose>.self, from: #"{"code": 1}"#)
        #expect(second.value.success?.code == 1)
        #expect(second.report.count == 0)
        let third = try decoder.decodeReporting(Outcome<Fault, Loose>.self, from: #"{"code": "x"}"#)
        #expect(third.value.failure?.title == nil)
        #expect(third.report.entries.map(\.rule) == ["OptionalPropertyWrappers"])
        #expect(throws: JSONDecodingError.self) {
            try decoder.decodeReporting(Outcome<Fault, Loose>.self, from: #"{"code": "1"}"#)
        }
    }

    @propertyWrapper struct Optionally<Value: Codable>: Codable {
        var wrappedValue: Value
        init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
        func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
    }

    @Test func noRepairsBeyondTheLimit() throws {
        struct Strings: Codable { let items: [Int] }
        struct Anything: Codable {}
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let json = #"{"items": ["1", "2", "3"]}"#
        decoder.repairLimit = 3
        #expect(try decoder.decode(Outcome<Strings, Fault>.self, from: json).success?.items == [1, 2, 3])
        decoder.repairLimit = 2
        #expect(decoder.outcome(of: Outcome<Strings, Fault>.self, from: json).text.contains("More than 2 repairs."))
        // One of the two decodes strictly, so that no rule is consulted about the other.
        #expect(try decoder.decode(Outcome<Strings, Anything>.self, from: json).failure != nil)
    }

    @Test func hasOneCollectedError() {
        struct Model: Decodable {
            let a: Int
            let outcome: Outcome<Song, Fault>
            let sent: Outcome<Song, Denied>
            let b: Int
        }
        func problems(_ json: String) -> [String] {
            do throws(JSONDecodingError) {
                return [printed(try PolicyJSONDecoder().decodeCollectingErrors(Model.self, from: json))]
            } catch {
                return error.problems.map { "\($0)" }
            }
        }
        func missing(_ name: String) -> String {
            #"No value associated with key CodingKeys(stringValue: "\#(name)", intValue: nil) ("\#(name)")."#
        }
        #expect(
            problems(#"{"a":"x","outcome":{},"sent":{"status":"denied"},"b":"y"}"#) == [
                "1:6: a: Expected to decode Int but found a string instead.",
                "1:20: outcome: Neither a success nor a failure. Song: \(missing("title")) Fault: \(missing("code"))",
                "1:30: sent.reason: \(missing("reason"))",
                "1:54: b: Expected to decode Int but found a string instead.",
            ])
        #expect(
            problems(#"{"a":"x","b":2}"#) == [
                "1:1: outcome: \(missing("outcome"))", "1:1: sent: \(missing("sent"))",
                "1:6: a: Expected to decode Int but found a string instead.",
            ])
        #expect(
            problems(#"{"a":"x","outcome":{"code":1},"sent":{"title":"A"},"b":2}"#) == [
                "1:6: a: Expected to decode Int but found a string instead."
            ])
        #expect(
            problems(#"{"a":1,"outcome":{"code":1},"sent":{"title":"A"},"b":2}"#).first?.hasPrefix("Model(") == true)
    }

    /// A member that is found under another name is reported, but is not a repair.
    @Test func matchedKeysAreNotRepairs() throws {
        struct Page: Codable { let pageCount: Int? }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(.caseInsensitive) })
        let json = #"{"PAGECOUNT": 1}"#
        func message(_ decode: () throws -> Any) -> String {
            do {
                return "\(try decode())"
            } catch {
                return text(of: error)
            }
        }
        typealias Pages = Outcome<Page, [String: Int]>
        #expect(
            message { try decoder.decode(Pages.self, from: json) }
                == message { try decoder.decodeReporting(Pages.self, from: json).value })
    }

    @Test func discriminatorsHaveConvertedKeys() throws {
        struct Late: Codable, Discriminated {
            static let discriminator = Discriminator.all(.key("errorCode", equals: 7), .lacks("theData"))
            let errorCode: Int
        }
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        typealias Answer = Outcome<[String: Int], Late>
        #expect(try decoder.decode(Answer.self, from: #"{"error_code": 7}"#).failure?.errorCode == 7)
        #expect(try decoder.decode(Answer.self, from: #"{"error_code": 7, "the_data": 1}"#).success?.count == 2)
    }

    /// Numbers are compared by value: zero has no sign.
    @Test(arguments: ["0", "-0", "0.0", "-0.0", "0e7"])
    func discriminatorsThatAreZero(_ zero: String) throws {
        struct Free: Codable, Discriminated {
            static let discriminator = Discriminator.key("price", equals: 0)
        }
        typealias Answer = Outcome<RawJSON, Free>
        #expect(try PolicyJSONDecoder().decode(Answer.self, from: #"{"price":\#(zero)}"#).failure != nil)
    }

    // MARK: The table of discriminators

    static let discriminators = PropertyTable(in: "PolicyJSON/Types/Discriminated.swift", heading: "discriminator")
    struct Status: Codable, Discriminated { static let discriminator = Discriminator.key("status", equals: "error") }
    struct Codes: Codable, Discriminated { static let discriminator = Discriminator.key("code", in: [404, 500]) }
    struct Okay: Codable, Discriminated { static let discriminator = Discriminator.key("ok", equals: false) }
    struct Has: Codable, Discriminated { static let discriminator = Discriminator.has("error", "code") }
    struct Lacks: Codable, Discriminated { static let discriminator = Discriminator.lacks("data") }
    struct Both: Codable, Discriminated { static let discriminator = Discriminator.all(.has("error"), .lacks("data")) }

    @Test(arguments: discriminators.rows) func discriminatorIsAsDocumented(row: PropertyTable.Row) throws {
        let types: [String: any (Codable & Discriminated).Type] = [
            #".key("status", equals: "error")"#: Status.self, ".key(\"code\", in: [404, 500])": Codes.self,
            #".key("ok", equals: false)"#: Okay.self, #".has("error", "code")"#: Has.self,
            #".lacks("data")"#: Lacks.self,
            #".all(.has("error"), .lacks("data"))"#: Both.self,
        ]
        let type = try #require(types[row["discriminator"]])
        func isTaken<T: Codable & Discriminated>(_ type: T.Type, _ json: String) throws -> [Bool] {
            typealias Answer = Outcome<RawJSON, T>
            return try [
                PolicyJSONDecoder().decode(Answer.self, from: json),
                PolicyJSONDecoder(policy: .lenient).decode(Answer.self, from: json),
                JSONDecoder().decode(Answer.self, from: Data(json.utf8)),
            ].map { $0.failure != nil }
        }
        func documents(_ column: String) -> [String] {
            ("`" + row[column] + "`").components(separatedBy: "`, `").map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: "`"))
            }
        }
        for json in documents("matches") { #expect(try isTaken(type, json) == [true, true, true], "\(json)") }
        for json in documents("does not match") {
            #expect(try isTaken(type, json) == [false, false, false], "\(json)")
        }
    }

    @Test func discriminatorTableExists() {
        #expect(Self.discriminators.rows.count == 6)
        #expect(Self.discriminators.isOnPage("ModelTypes.md"))
    }

    @Test func descriptions() {
        let all = Discriminator.all(.key("a", in: [.string("x"), 1, true]), .has("b", "c"), .lacks("d", "e"))
        #expect(
            "\(all)"
                == #""a" being "x" or 1 or true and having "b" and "c" and not having "d" or "e""#)
    }

    // MARK: Writing

    @Test func ownKeyTakesPrecedenceOverDiscriminators() throws {
        struct Own: Codable, Discriminated {
            static let discriminator = Discriminator.key("status", in: ["bad", "worse"])
            let status: String
        }
        let outcome = Outcome<Song, Own>.failure(Own(status: "worse"))
        #expect(String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self) == #"{"status":"worse"}"#)
    }

    @Test func writesAllKindsOfTypes() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        let outcome = [Outcome<Date, URL>.success(Date(timeIntervalSince1970: 5)), .failure(URL(filePath: "/a"))]
        #expect(String(decoding: try encoder.encode(outcome), as: UTF8.self) == #"[5,"file:\/\/\/a"]"#)
    }

    // MARK: The type itself

    @Test func parts() throws {
        let outcomes: [Outcome<Song, Denied>] = [.success(Song(title: "A")), .failure(Denied(reason: "late"))]
        #expect(outcomes.map(\.success?.title) == ["A", nil])
        #expect(outcomes.map(\.failure?.reason) == [nil, "late"])
        #expect(outcomes.map { $0.map(\.title) } == [.success("A"), .failure(Denied(reason: "late"))])
        #expect(try outcomes[0].get().title == "A")
        #expect(throws: Denied(reason: "late")) { try outcomes[1].get() }
        #expect(throws: Denied(reason: "late")) { try outcomes[1].result.get() }
        #expect(Set(outcomes).count == 2)
        let plain: [Outcome<Song, Fault>] = [.success(Song(title: "A")), .failure(Fault(code: 7))]
        #expect(try plain[0].get().title == "A")
        let error = #expect(throws: OutcomeFailure<Fault>.self) { try plain[1].get() }
        #expect(error?.failure.code == 7)
    }
}
