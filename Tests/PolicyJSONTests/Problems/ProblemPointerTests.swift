import Foundation
import PolicyJSON
import Testing

/// JSON Pointers of problems lead into the document, also where models have other keys.
@Suite struct ProblemPointerTests {
    private struct Link: Codable { let imageCount: Int }
    private struct Page: Codable {
        let linkList: [Link]
        let byName: [String: Link]
    }

    private static func converting(_ isStrategy: Bool) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: isStrategy ? .strict : DecodingPolicy { KeyMatching(.snakeCase) })
        if isStrategy { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return decoder
    }

    /// Paths have the keys of the model, pointers those of the document; a `DecodingError` alone has only the former.
    @Test(arguments: [false, true]) func keysOfTheDocument(isStrategy: Bool) throws {
        let missing = isStrategy ? "image_count" : "imageCount"
        let json =
            #"{"link_list":[{"image_count":1},{"image_count":"x"},{}],"by_name":{"a_b":{"image_count":{"c_d":1}},"c_d":{}}}"#
        let problems = [
            ("linkList[1].imageCount", "/link_list/1/image_count", 48, "Expected an integer, found a string."),
            ("linkList[2].imageCount", "/link_list/2/\(missing)", 53, "The required member \"\(missing)\" is missing."),
            ("byName.a_b.imageCount", "/by_name/a_b/image_count", 89, "Expected an integer, found an object."),
            ("byName.c_d.imageCount", "/by_name/c_d/\(missing)", 106, "The required member \"\(missing)\" is missing."),
        ]
        func check(_ error: (any Error)?, _ expected: [(String, String, Int, String)], line: Int = #line) throws {
            let found = DecodingProblem.problems(in: try #require(error, "\(line)"))
            #expect(found.map(\.path.description) == expected.map(\.0), "\(line)")
            #expect(found.map(\.jsonPointer) == expected.map(\.1), "\(line)")
            #expect(found.map(\.location?.column) == expected.map(\.2), "\(line)")
            #expect(found.map(\.message) == expected.map(\.3), "\(line)")
        }
        let decoder = Self.converting(isStrategy)
        try check(
            #expect(throws: JSONDecodingError.self) { try decoder.decodeCollectingErrors(Page.self, from: json) },
            problems)
        try check(
            #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(Page.self, from: json) },
            [problems[0]])
        let lacking = #"{"link_list":[{"image_count":1},{}],"by_name":{}}"#
        try check(
            #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(Page.self, from: lacking) },
            [
                (
                    "linkList[1].imageCount", "/link_list/1/\(missing)", 33,
                    "The required member \"\(missing)\" is missing."
                )
            ])
        let plain = #expect(throws: DecodingError.self) { try decoder.decode(Page.self, from: Data(json.utf8)) }
        #expect(DecodingProblem.problems(in: try #require(plain)).map(\.jsonPointer) == ["/linkList/1/imageCount"])
    }

    @Test(arguments: [false, true]) func keysOfTheDocumentInStreams(isStrategy: Bool) throws {
        let decoder = Self.converting(isStrategy)
        let json = #"{"link_list":[{"image_count":"x"},{"image_count":1},{}]}"#
        func elements() throws -> JSONElementReader<Link> {
            try decoder.elements(of: Link.self, at: "link_list", from: InputStream(data: Data(json.utf8)))
        }
        let stream = try elements()
        let error = try #require(#expect(throws: JSONDecodingError.self) { while try stream.next() != nil {} })
        #expect(DecodingProblem.problems(in: error).map(\.jsonPointer) == ["/link_list/0/image_count"])
        var pointers: [[String]] = []
        for result in try elements().results() {
            guard case .failure(let rejected) = try result.get() else { continue }
            pointers.append(DecodingProblem.problems(in: rejected).map(\.jsonPointer))
        }
        #expect(
            pointers == [["/link_list/0/image_count"], ["/link_list/2/\(isStrategy ? "image_count" : "imageCount")"]])
    }

    /// Elements that are scalars, a path that a model made up, and windows of a large array.
    @Test func keysOfTheDocumentElsewhere() throws {
        struct Hand: Decodable {
            init(from decoder: any Decoder) throws {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath + [Field(stringValue: "itsOwn")], debugDescription: "No."))
            }
            struct Field: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }
        let decoder = Self.converting(true)
        func pointers<T: Decodable>(_ type: T.Type, _ json: String) throws -> [String] {
            let error = #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(type, from: json) }
            return DecodingProblem.problems(in: try #require(error)).map(\.jsonPointer)
        }
        #expect(try pointers([String: [Int]].self, #"{"a_b":[1,"x"]}"#) == ["/a_b/1"])
        #expect(try pointers(Int.self, #""x""#) == [""])
        #expect(try pointers([Hand].self, #"[{"its_own":1}]"#) == ["/0/its_own"])
        #expect(try pointers([Hand].self, "[{}]") == ["/0/its_own"])
        let rows = String(repeating: #"{"image_count":1},"#, count: 300_000)
        #expect(try pointers([Link].self, "[\(rows){\"image_count\":\"x\"}]") == ["/300000/image_count"])
        #expect(try pointers([Link].self, "[\(rows){}]") == ["/300000/image_count"])
    }

    private static func pointers<T: Decodable>(_ type: T.Type, _ json: String, _ decoder: PolicyJSONDecoder) throws
        -> [String]
    {
        let reported = #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting(type, from: json) }
        let collected = #expect(throws: JSONDecodingError.self) { try decoder.decodeCollectingErrors(type, from: json) }
        let rejected = try decoder.elements(of: type, from: InputStream(data: Data("[\(json)]".utf8))).results().first {
            _ in true
        }
        guard case .failure(let element) = try #require(rejected).get() else { return [] }
        return [reported, collected].map { error in
            error.flatMap { DecodingProblem.problems(in: $0).first }?.jsonPointer ?? "none"
        } + [String(element.problem().jsonPointer.dropFirst(2))]
    }

    /// Members that rules find inside other values, under other names, and through an earlier container.
    @Test func matchedMembers() throws {
        struct Book: Decodable { let title: String }
        struct Twice: Decodable {
            enum Keys: CodingKey { case imageCount }
            enum OtherKeys: CodingKey { case other }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                _ = try container.decode(Int.self, forKey: .imageCount)
                _ = try decoder.container(keyedBy: OtherKeys.self)
                throw DecodingError.dataCorruptedError(forKey: .imageCount, in: container, debugDescription: "No.")
            }
        }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                KeyMatching(["title": ["meta.title", "names[1]"]])
                KeyMatching(.snakeCase)
            })
        for (json, pointer) in [
            (#"{"names":["a",1]}"#, "/names/1"), (#"{"names":["a",[1]]}"#, "/names/1"),
            (#"{"meta":{"title":1}}"#, "/meta/title"), (#"{"meta":{"title":{}}}"#, "/meta/title"), ("{}", "/title"),
        ] {
            #expect(try Self.pointers(Book.self, json, decoder) == [pointer, pointer, pointer], "\(json)")
        }
        let twice = try Self.pointers(Twice.self, #"{"image_count":1}"#, decoder)
        #expect(twice == ["/image_count", "/image_count", "/image_count"])
    }

    /// Keys of dictionaries are not converted; names in a path that lead nowhere are the model's.
    @Test func dictionariesAndOtherPaths() throws {
        struct Scores: Decodable { let byName: [String: Int] }
        struct Links: Decodable { let byName: [String: Lacking] }
        struct Lacking: Decodable {
            enum Keys: CodingKey { case imageCount }
            init(from decoder: any Decoder) throws {
                throw DecodingError.keyNotFound(
                    Keys.imageCount, .init(codingPath: decoder.codingPath, debugDescription: "None."))
            }
        }
        let decoder = Self.converting(true)
        for (json, pointer) in [
            (#"{"by_name":{"a_b":"x"}}"#, "/by_name/a_b"), (#"{"by_name":{"a_b":1,"aB":"x"}}"#, "/by_name/aB"),
        ] {
            #expect(try Self.pointers(Scores.self, json, decoder) == [pointer, pointer, pointer], "\(json)")
        }
        let pointer = "/by_name/c_d/image_count"
        #expect(try Self.pointers(Links.self, #"{"by_name":{"c_d":{}}}"#, decoder) == [pointer, pointer, pointer])
        decoder.keyDecodingStrategy = .custom { JSONName(stringValue: $0.last!.stringValue.uppercased()) }
        struct Loud: Decodable {
            let a: [String: Int]
            enum CodingKeys: String, CodingKey { case a = "A" }
        }
        #expect(try Self.pointers(Loud.self, #"{"a":{"b":"x"}}"#, decoder) == ["/a/b", "/a/b", "/a/b"])
    }

    private struct JSONName: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Errors with paths that lead nowhere, of which all values have the same: each is where the value is.
    @Test func madeUpPaths() throws {
        struct Relative: Decodable {
            init(from decoder: any Decoder) throws {
                let amount = JSONName(stringValue: "amount")
                guard try decoder.container(keyedBy: JSONName.self).decode(Int.self, forKey: amount) > 0 else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [amount], debugDescription: "No."))
                }
            }
        }
        let error = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeCollectingErrors(
                [Relative].self, from: #"[{"amount":1},{"amount":0},{"amount":0}]"#)
        }
        let problems = DecodingProblem.problems(in: try #require(error))
        #expect(problems.map(\.description) == ["1:15: amount: The value is not valid."])
    }

    /// A rule's error about a missing member, and members whose names are those of others after conversion.
    @Test func missingMembersAndExchangedNames() throws {
        struct User: Decodable { let userName: Int }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { ClosureRule("No", in: .missingKey) { _ in .reject("No.") } })
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try Self.pointers(User.self, "{}", decoder) == ["/user_name", "/user_name", "/user_name"])
        struct Pair: Decodable { let a: Int, b: Int }
        let exchanging = PolicyJSONDecoder()
        exchanging.keyDecodingStrategy = .custom { JSONName(stringValue: $0.last!.stringValue == "a" ? "b" : "a") }
        #expect(try Self.pointers(Pair.self, #"{"a":1,"b":"x"}"#, exchanging) == ["/b", "/b", "/b"])
    }

    /// What is wrong inside JSON in a string is reported about the string, with the name of the member that is missing inside.
    @Test func missingMemberInString() throws {
        struct Links: Decodable { let links: [Link] }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { StringifiedJSON() })
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors(Links.self, from: #"{"links":"[{}]"}"#)
        }
        let problems = DecodingProblem.problems(in: try #require(error))
        #expect(problems.map(\.message) == [#"The required member "imageCount" is missing."#])
    }
}
