import Foundation
import PolicyJSON
import Testing

@Suite struct DecodingProblemTests {
    enum Fruit: String, Decodable { case apple, pear }
    enum Shape: Decodable {
        case circle(radius: Int)
        case square(side: Int)
    }
    struct Pair: Decodable {
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            _ = try container.decode(Int.self)
            _ = try container.decode(Int.self)
        }
    }
    struct Even: Decodable {
        struct Odd: Error {}
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let number = try container.decode(Int.self)
            if number == 1 { throw Odd() }
            if number % 2 != 0 {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(number) is odd.")
            }
        }
    }
    struct Box<Value: Decodable & Sendable>: Decodable, Sendable { let value: Value }

    static func encoded(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Code, pointer, what was expected, the kind found, and the message.
    static func summary(_ problem: DecodingProblem) -> String {
        [
            problem.code.rawValue, problem.jsonPointer, problem.expected ?? "?", problem.found?.rawValue ?? "?",
            problem.message,
        ].joined(separator: " | ")
    }

    static func error<T: Decodable>(
        _ type: T.Type, _ text: String, _ decoder: PolicyJSONDecoder = PolicyJSONDecoder()
    ) -> (any Error)? {
        do {
            _ = try decoder.decode(type, from: text)
            return nil
        } catch { return error }
    }

    struct Case: Sendable {
        let type: any (Decodable & Sendable).Type
        let text: String
        let summary: String
        var policy = DecodingPolicy.strict

        init(
            _ type: any (Decodable & Sendable).Type, _ text: String, _ summary: String,
            _ policy: DecodingPolicy = .strict
        ) {
            (self.type, self.text, self.summary, self.policy) = (type, text, summary, policy)
        }
    }

    static let cases: [Case] = [
        Case(Int.self, #""secret""#, "type_mismatch |  | an integer | string | Expected an integer, found a string."),
        Case(Bool.self, "1", "type_mismatch |  | a Boolean | number | Expected a Boolean, found a number."),
        Case(String.self, "true", "type_mismatch |  | a string | bool | Expected a string, found a Boolean."),
        Case(Double.self, "[]", "type_mismatch |  | a number | array | Expected a number, found an array."),
        Case(Decimal.self, "{}", "type_mismatch |  | a number | ? | Expected a number."),
        Case([Int].self, "{}", "type_mismatch |  | an array | object | Expected an array, found an object."),
        Case([String: Int].self, "7", "type_mismatch |  | an object | number | Expected an object, found a number."),
        Case([Int].self, "[1,1.5]", "type_mismatch | /1 | an integer | number | \(fraction)"),
        Case(Box<Int>.self, "[]", "type_mismatch |  | an object | array | Expected an object, found an array."),
        Case(
            Box<Int>.self, #"{"a":0}"#,
            #"missing_key | /value | ? | ? | The required member "value" is missing."#),
        Case(
            Box<Int>.self, #"{"value":null}"#,
            "unexpected_null | /value | an integer | null | Expected an integer, found null."),
        Case(Box<Int>.self, "null", "unexpected_null |  | an object | null | Expected an object, found null."),
        Case(Pair.self, "[1]", "missing_element | /1 | an integer | ? | The array has too few elements."),
        Case(Fruit.self, #""secret""#, "unknown_case |  | ? | string | The value is not one of those allowed."),
        Case(Shape.self, #"{"secret":{}}"#, "unknown_case |  | ? | ? | The value is not one of those allowed."),
        Case(
            Int8.self, "300",
            "out_of_range |  | an integer from -128 to 127 | number | Expected an integer from -128 to 127."),
        Case(Int.self, "9007199254740993.5", "type_mismatch |  | an integer | number | \(fraction)"),
        Case(Int128.self, "1.5", "type_mismatch |  | an integer | number | \(fraction)"),
        Case(UInt128.self, "0.5", "type_mismatch |  | an integer | number | \(fraction)"),
        Case(Int.self, "1e-400", "type_mismatch |  | an integer | number | \(fraction)"),
        Case(Int.self, "1.5e-9223372036854775808", "type_mismatch |  | an integer | number | \(fraction)"),
        Case(Int.self, "1e-99999999999999999999", "type_mismatch |  | an integer | number | \(fraction)"),
        Case(
            Int8.self, "12.80e1",
            "out_of_range |  | an integer from -128 to 127 | number | Expected an integer from -128 to 127."),
        Case(Double.self, "1e999", "out_of_range |  | ? | number | The number is out of range."),
        Case(URL.self, #""""#, "invalid_value |  | a URL | string | Expected a URL."),
        Case(Data.self, #""secret!""#, "invalid_value |  | Base64 | string | Expected Base64."),
        Case(Even.self, "3", "invalid_value |  | ? | ? | The value is not valid."),
        Case(
            [Int].self, "[1,]", "syntax |  | ? | ? | The document is not valid JSON: unexpected ']', expected a value."),
        Case(
            Box<Int>.self, #"{"value":1,"x":2}"#, "unknown_key | /x | ? | ? | The member is not known.",
            DecodingPolicy { UnknownKeys(.fail) }),
        Case(
            Box<Int>.self, #"{"value":1,"value":2}"#,
            "duplicate_key | /value | ? | ? | The member occurs more than once.",
            DecodingPolicy { DuplicateKeys(.fail) }),
        Case(
            Fruit.self, #""secret""#, "unknown_case |  | ? | string | The value is not one of those allowed.",
            DecodingPolicy { UnknownCases(.fail) }),
        Case(
            Figure.self, #"{"type":"secret"}"#, "unknown_case |  | ? | ? | The value is not one of those allowed.",
            DecodingPolicy { Variants(of: Figure.self, .internally(by: "type")) }),
        Case(
            Figure.self, #"{"x":1,"y":2}"#, "unknown_case |  | ? | ? | The value is not one of those allowed.",
            DecodingPolicy { Variants(of: Figure.self, .internally(by: "type")) }),
        Case(
            [Int].self, #"["a",1,"b"]"#,
            "too_many_invalid_elements |  | ? | ? | 2 of 3 elements are not valid.",
            DecodingPolicy { LossyCollections(maxDropped: 1) }),
    ]
    private static let fraction = "Expected an integer, found a number with a fraction."

    @Test(arguments: cases.indices)
    func problem(_ index: Int) throws {
        let row = Self.cases[index]
        let error = Self.error(row.type, row.text, PolicyJSONDecoder(policy: row.policy))
        let problems = DecodingProblem.problems(in: try #require(error))
        #expect(problems.map(Self.summary) == [row.summary])
        #expect(!problems.description.contains("secret"))
    }

    /// Foundation's errors have the same problems, apart from what the grammar expects; a number that does not fit is
    /// not valid JSON to Foundation.
    @Test(arguments: cases.indices)
    func foundationsProblem(_ index: Int) throws {
        let row = Self.cases[index]
        let isOurs =
            ["syntax", "out_of_range"].contains { row.summary.hasPrefix($0) } || row.summary.contains("fraction")
        guard row.policy.rules.isEmpty, !isOurs else { return }
        var problems: [DecodingProblem] = []
        do {
            _ = try JSONDecoder().decode(row.type, from: Data(row.text.utf8))
        } catch {
            problems = DecodingProblem.problems(in: error)
        }
        #expect(problems.map(Self.summary) == [row.summary])
    }

    @Test func repairLimit() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.repairLimit = 1
        let error = try #require(Self.error([Int].self, #"["1","2"]"#, decoder))
        #expect(
            DecodingProblem.problems(in: error).map(Self.summary) == [
                "limit | /1 | ? | ? | The document needs more repairs than are allowed."
            ])
    }

    @Test func values() throws {
        let error = try #require(Self.error([Even].self, "[2,3]"))
        #expect(DecodingProblem.problems(in: error, includingValues: true).map(\.message) == ["3 is odd."])
        let decimal = try #require(Self.error(Decimal.self, "true"))
        #expect(DecodingProblem.problems(in: decimal, includingValues: true).map(\.message) == [otherKind])
        let syntax = try #require(Self.error(Int.self, "x"))
        #expect(
            DecodingProblem.problems(in: syntax, includingValues: true).map(\.message) == [
                "The document is not valid JSON: unexpected 'x'."
            ])
    }

    @Test func allProblems() throws {
        let decoder = PolicyJSONDecoder()
        let text = #"[{"value":1},{"value":"x"},{},{"value":1.5}]"#
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors([Box<Int>].self, from: text)
        }
        let problems = DecodingProblem.problems(in: try #require(error))
        #expect(
            problems.map(\.description) == [
                "1:23: [1].value: Expected an integer, found a string.",
                "1:28: [2].value: The required member \"value\" is missing.",
                "1:40: [3].value: Expected an integer, found a number with a fraction.",
            ])
    }

    @Test func unknownClass() throws {
        let policy = DecodingPolicy { Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self]) }
        let error = #expect(throws: DecodingError.self) {
            _ = try PolicyJSONDecoder(policy: policy).decode(Vehicle.self, from: #"{"type":"secret"}"#)
        }
        #expect(DecodingProblem.problems(in: try #require(error)).map(\.code) == [.unknownCase])
    }

    @Test func reportedError() throws {
        let error = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeReporting([Int].self, from: "[1,\n \"x\"]")
        }
        #expect(
            DecodingProblem.problems(in: try #require(error)).map(\.description) == [
                "2:2: [1]: Expected an integer, found a string."
            ])
    }

    @Test func streamError() throws {
        let stream = InputStream(data: Data("[1,\n \"x\"]".utf8))
        let elements = try PolicyJSONDecoder().elements(of: Int.self, from: stream)
        let error = #expect(throws: JSONDecodingError.self) { while try elements.next() != nil {} }
        #expect(
            DecodingProblem.problems(in: try #require(error)).map(\.description) == [
                "2:2: [1]: Expected an integer, found a string."
            ])
    }

    @Test func limitsAndSyntaxErrors() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits.depth = 1
        let error = try #require(Self.error([[Int]].self, "[\n[1]]", decoder))
        let problem = try #require(DecodingProblem.problems(in: error).first)
        #expect(
            try Self.encoded(problem)
                == #"{"code":"limit","column":1,"line":2,"message":"The document is too large: "#
                + #"nesting deeper than the depth limit.","offset":2,"pointer":""}"#)
        let cause = try #require((error as? DecodingError).flatMap(Self.cause))
        #expect(DecodingProblem.problems(in: cause) == [problem])
    }

    private static func cause(_ error: DecodingError) -> (any Error)? {
        if case .dataCorrupted(let context) = error { context.underlyingError } else { nil }
    }

    /// What is not about a document is not the client's problem.
    @Test func otherErrors() throws {
        #expect(DecodingProblem.problems(in: CancellationError()).isEmpty)
        #expect(DecodingProblem.problems(in: CocoaError(.fileReadNoSuchFile)).isEmpty)
        let none = URL(fileURLWithPath: "/none/of/these.json")
        let error = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeReporting(Int.self, contentsOf: none)
        }
        #expect(DecodingProblem.problems(in: try #require(error)).isEmpty)
        #expect(ProblemDetails(CancellationError()) == nil)
    }
}
