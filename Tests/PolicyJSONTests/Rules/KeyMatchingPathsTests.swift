import Foundation
import PolicyJSON
import Testing

/// Paths under ``KeyMatching`` have the model's keys, like those under a key strategy: scopes and redaction match them.
@Suite struct KeyMatchingPathsTests {
    struct Address: Decodable { let zipCode: Int, secretCode: String? }
    struct User: Decodable { let userName: Int }
    struct Two: Decodable { let nested: User?, other: User? }
    struct Person: Decodable { let homeAddress: Address, names: [String: Int]? }

    static let json = #"{"home_address":{"zip_code":"8001","secret_code":7},"names":{"first_name":"x"}}"#

    @Test func scopes() {
        let policy = DecodingPolicy {
            KeyMatching(.snakeCase)
            At("homeAddress.zipCode") { NumbersFromStrings() }
            At("homeAddress.secretCode") { StringsFromScalars() }
            At("names.*") { LossyCollections() }
        }
        #expect(
            PolicyJSONDecoder(policy: policy).outcome(of: Person.self, from: Self.json).text
                == #"Person(homeAddress: Address(zipCode: 8001, secretCode: Optional("7")), names: Optional([:]))"#)
    }

    @Test func errorsAndCounts() throws {
        let policy = DecodingPolicy {
            KeyMatching(.snakeCase)
            NumbersFromStrings()
        }
        let decoder = PolicyJSONDecoder(policy: policy)
        let (text, _) = decoder.outcome(of: Person.self, from: Self.json)
        #expect(
            text
                == "typeMismatch(String) at homeAddress.secretCode: Expected to decode String but found number instead."
        )
        let outcome = try decoder.decodeReporting(
            Person.self, from: #"{"home_address":{"zip_code":"8001"}}"#)
        #expect(outcome.report.counts.byPath == ["homeAddress": 1, "homeAddress.zipCode": 2])
        #expect(
            outcome.report.entries.map(\.jsonPointer) == [
                "/home_address", "/home_address/zip_code", "/home_address/zip_code",
            ])
        let problems = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors(Person.self, from: Self.json)
        }
        #expect(
            problems?.problems.map(\.description) == [
                "1:50: homeAddress.secretCode: Expected to decode String but found number instead.",
                "1:75: names.first_name: Expected to decode Int but found a string instead.",
            ])
    }

    @Test func redaction() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching(.snakeCase)
                DecodingPolicy.lenient
            })
        decoder.reportRedaction = .paths("**.secretCode")
        let report = try decoder.decodeReporting(Person.self, from: Self.json).report
        #expect(
            !report.entries.contains {
                $0.found == "7" || $0.result.contains("7") && $0.path.description.hasSuffix("Code")
            })
        #expect(report.entries.contains { $0.path.description == "homeAddress.secretCode" && $0.kind == .converted })
    }

    /// Reads the same object as other types: the keys that one of them is matched to are none for the next.
    enum Attempts: Codable, Sendable {
        struct Matched: Codable { let name: Int, must: Int }
        struct Unmatched: Codable { let zzz: Int, q: Int }
        case matched(Matched)
        case unmatched(Unmatched)
        case dictionary([String: Int])
        case numbers([Int: Int])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let value = try? container.decode(Matched.self) {
                self = .matched(value)
            } else if let value = try? container.decode(Unmatched.self) {
                self = .unmatched(value)
            } else if let value = try? container.decode([Int: Int].self) {
                self = .numbers(value)
            } else {
                self = .dictionary(try container.decode([String: Int].self))
            }
        }
    }

    @Test(arguments: [
        (#"{"zzz":"5","q":1}"#, "unmatched(Attempts.Unmatched(zzz: 5, q: 1))", "zzz"),
        (#"{"zzz":"5","must":1}"#, "matched(Attempts.Matched(name: 5, must: 1))", "name"),
        (#"{"zzz":"5"}"#, #"dictionary(["zzz": 5])"#, "zzz"),
        (#"{"1":"5"}"#, "numbers([1: 5])", "1"),
    ])
    func attempts(json: String, value: String, key: String) throws {
        let matching = KeyMatching(aliases: ["name": ["zzz", "1"]])
        let path = try PathPattern("[*].\(key)")
        for scope in [DecodingPolicy { NumbersFromStrings() }, DecodingPolicy { At(path) { NumbersFromStrings() } }] {
            let policy = DecodingPolicy {
                matching
                scope
            }
            let outcome = try PolicyJSONDecoder(policy: policy).decodeReporting([Attempts].self, from: "[\(json)]")
            #expect(printed(outcome.value[0]) == value)
            #expect(
                outcome.report.entries.filter { $0.rule == "NumbersFromStrings" }.map(\.path.description) == [
                    "[0].\(key)"
                ])
        }
    }

    /// The pointer of a value whose key has an integer, too, has the name in the document.
    @Test func pointersUnderIntegerKeys() throws {
        struct Model: Decodable {
            enum CodingKeys: Int, CodingKey { case userName = 1 }
            let userName: Int
        }
        func pointers(_ json: String, _ policy: DecodingPolicy, convertsKeys: Bool = false) throws -> [String] {
            let decoder = PolicyJSONDecoder(
                policy: DecodingPolicy {
                    NumbersFromStrings()
                    policy
                })
            if convertsKeys { decoder.keyDecodingStrategy = .convertFromSnakeCase }
            let report = try decoder.decodeReporting([Model].self, from: "[\(json)]").report
            return report.entries.filter { $0.rule == "NumbersFromStrings" }.map(\.jsonPointer)
        }
        #expect(try pointers(#"{"userName":"5"}"#, .strict) == ["/0/userName"])
        #expect(try pointers(#"{"user_name":"5"}"#, .strict, convertsKeys: true) == ["/0/user_name"])
        let snakeCase = DecodingPolicy { KeyMatching(.snakeCase) }
        #expect(try pointers(#"{"user_name":"5"}"#, snakeCase) == ["/0/user_name"])
        let inner = DecodingPolicy { KeyMatching(["userName": "a.b"]) }
        #expect(try pointers(#"{"a":{"b":"5"}}"#, inner) == ["/0/a/b"])
    }

    /// Decodes one member under the key that it is matched to, and under its own.
    struct TwoNames: Decodable {
        enum Key: CodingKey { case a }
        enum OwnKey: String, CodingKey { case own = "A" }
        struct X: Decodable { let x: Int }
        struct Y: Decodable { let y: Int }

        init(from decoder: any Decoder) throws {
            let matchesFirst = decoder.userInfo[CodingUserInfoKey(rawValue: "matchesFirst")!] as? Bool == true
            if !matchesFirst { _ = try decoder.container(keyedBy: OwnKey.self).decode(Y.self, forKey: .own) }
            _ = try decoder.container(keyedBy: Key.self).decode(X.self, forKey: .a)
            if matchesFirst { _ = try decoder.container(keyedBy: OwnKey.self).decode(Y.self, forKey: .own) }
        }
    }

    @Test(arguments: [true, false])
    func `counts have the paths of the entries`(matchesFirst: Bool) throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching(aliases: ["a": ["A"]])
                NumbersFromStrings()
            })
        decoder.userInfo[CodingUserInfoKey(rawValue: "matchesFirst")!] = matchesFirst
        let object = #"{"A":{"x":"1","y":"2"}}"#
        let report = try decoder.decodeReporting([TwoNames].self, from: "[\(object),\(object)]").report
        let paths = report.entries.map { "\($0.path)".replacing(#/\[.\]/#, with: "[*]") }
        let expected = Dictionary(paths.map { ($0, 1) }, uniquingKeysWith: +)
        #expect(expected == ["[*].a": 2, "[*].a.x": 2, "[*].A.y": 2])
        #expect(report.counts.byPath == expected)
    }

    /// Opens other containers over the same objects while nested ones are open.
    struct Reopened: Decodable {
        enum Key: CodingKey { case homeAddress, zipCode, someNumbers, superValue }
        var paths: [String] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            let address = try container.nestedContainer(keyedBy: Key.self, forKey: .homeAddress)
            var numbers = try address.nestedUnkeyedContainer(forKey: .someNumbers)
            let other = try container.superDecoder(forKey: .superValue)
            func note() {
                paths += [address.codingPath, numbers.codingPath, other.codingPath].map { "\(DecodingPath($0))" }
            }
            note()
            _ = try decoder.container(keyedBy: Key.self)
            _ = try container.nestedContainer(keyedBy: Key.self, forKey: .homeAddress)
            note()
            paths.append("\(try numbers.decode(Int.self)) \(try address.decode(Int.self, forKey: .zipCode))")
            _ = try? numbers.decode(Bool.self)
            _ = try numbers.decode(Bool.self)
        }
    }

    @Test func nestedContainersKeepTheirKeys() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching(.snakeCase)
                At("homeAddress.someNumbers[*]") { NumbersFromStrings() }
            })
        let start = #"{"home_address":{"zip_code":1,"some_numbers":["2",true"#
        let end = #"]},"super_value":{}}"#
        let paths = ["homeAddress", "homeAddress.someNumbers", "superValue"]
        let outcome = try decoder.decodeReporting(Reopened.self, from: start + ",false" + end)
        #expect(outcome.value.paths == paths + paths + ["2 1"])
        #expect(
            outcome.report.entries.map { "\($0.path) \($0.jsonPointer)" } == [
                "homeAddress /home_address", "homeAddress.someNumbers /home_address/some_numbers",
                "superValue /super_value",
                "homeAddress.someNumbers[0] /home_address/some_numbers/0", "homeAddress.zipCode /home_address/zip_code",
            ])
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeReporting(Reopened.self, from: start + ",0" + end)
        }
        #expect(
            error?.description
                == "1:56: homeAddress.someNumbers[2]: Expected to decode Bool but found number instead.")
    }

    /// A scope of the rule may match the object or its missing member.
    @Test(arguments: ["nested", "nested.*", "nested.userName"] as [PathPattern]) func scopesOfTheRule(
        pattern: PathPattern
    ) {
        let policy = DecodingPolicy { At(pattern) { KeyMatching(.snakeCase) } }
        let decoder = PolicyJSONDecoder(policy: policy)
        #expect(
            decoder.outcome(of: Two.self, from: #"{"nested":{"user_name":1}}"#).text
                == "Two(nested: Optional(User(userName: 1)), other: nil)")
        #expect(
            decoder.outcome(of: Two.self, from: #"{"other":{"user_name":1}}"#).text
                == #"keyNotFound(userName) at other: No value associated with key CodingKeys(stringValue: "userName", intValue: nil) ("userName")."#
        )
    }
}
