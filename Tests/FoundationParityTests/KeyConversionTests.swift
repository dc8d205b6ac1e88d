import Foundation
import PolicyJSON
import Synchronization
import Testing

/// Key strategies: the conversion of keys, the paths passed to custom strategies, and collisions of converted keys.
@Suite struct KeyConversionTests {
    static let keys = [
        "", "_", "__", "___", "a", "A", "aB", "AB", "_a", "a_", "__a", "a__", "_a_", "__a__", "a_b", "a__b", "a___b",
        "_a_b", "a_b_", "__a_b__", "A_B", "a_B", "AB_CD", "aB_cD", "ab_cd_ef", "one_two_three", "ONE_TWO_THREE",
        "One_Two", "oneTwo_three", "image_URL", "image_url", "imageURL", "HTTPServer", "http_server", "id_1", "1_id",
        "_1", "1_2_3", "a_1b", "a_b1", "a-b", "a-b_c-d", "a b_c d", "a.b_c.d", "ñ_é", "é_ñandú", "ß_ß",
        "straße_straße", "ﬁ_ﬁ", "i_İ", "ǆ_ǆ", "日本_語", "😀_😀", "e\u{301}_e\u{301}", "_\u{301}a_b", "a_\u{301}b",
        "a\u{0}_b", "mother's_name", "a'b_c'd", "x_y'z", "snake_case_", "_snakeCase", "trailing__", "__leading",
        "ÀÉ_ÎÕ", "Σ_ς_σ", "a_bC_dE", "ab_CD_eF", "\u{2060}_a", " _a", "_ a", "a _ b", "UTF8_string", "x_1_y",
        "o'neil_mcdonald_o'neil",
    ]

    @Test(arguments: keys)
    func snakeCase(_ key: String) throws {
        let literal = String(decoding: try JSONEncoder().encode(key), as: UTF8.self)
        let options = Options(name: "convertFromSnakeCase", keys: .convertFromSnakeCase)
        for text in ["{\(literal):1}", "{\(literal):{\(literal):[{\(literal):null}]}}"] {
            #expect(expectSame(text, Subject(Names.self), options).policyJSON.isValue)
            _ = expectSame(text, Subject([String: Names].self), options)
        }
    }

    /// All names of a document, level by level.
    struct Names: Decodable {
        private(set) var names: [String] = []
        private(set) var inner: [Names] = []

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.container(keyedBy: AnyKey.self) {
                for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                    names.append(key.stringValue)
                    inner.append(try container.decode(Names.self, forKey: key))
                }
            } else if var container = try? decoder.unkeyedContainer() {
                while !container.isAtEnd { inner.append(try container.decode(Names.self)) }
            }
        }
    }

    /// The first of several keys with the same conversion counts.
    @Test(arguments: [
        #"{"some_key":1,"someKey":2}"#, #"{"someKey":1,"some_key":2}"#, #"{"some_key":1,"some__key":2}"#,
        #"{"some_key":null,"someKey":2}"#, #"{"some_key":"x","someKey":2}"#, #"{"SOME_KEY":3,"some_key":1}"#,
        #"{"somekey":1}"#, #"{"some_Key":1}"#, #"{"_some_key":1}"#, #"{"someKey_":1}"#,
    ])
    func collisions(_ text: String) {
        for options in Strategies.keys {
            _ = expectSame(text, Subject(Snake.self), options)
            _ = expectSame("[\(text)]", Subject([OptionalSnake].self), options)
        }
    }

    struct OptionalSnake: Decodable {
        let someKey: Int?
    }

    /// The paths passed to a custom strategy. The number and order of calls are unspecified.
    @Test(arguments: [
        #"{"a":1}"#, #"{"a":{"b":{"c":1}},"d":2}"#, #"{"a":[{"b":1},{"c":[{"d":2}]}]}"#, #"[[{"a":{"1":null}}]]"#,
        #"{"a":1,"a":2}"#, #"{"":{"é":1}}"#, "[]",
    ])
    func customPaths(_ text: String) throws {
        func seen(_ decode: (JSONDecoder.KeyDecodingStrategy) throws -> Void) rethrows -> [String] {
            let paths = Mutex<Set<String>>([])
            try decode(
                .custom { path in
                    let line = path.map { PathKey($0).description }.joined(separator: "/")
                    paths.withLock { _ = $0.insert(line) }
                    return AnyKey((path.last?.stringValue ?? "") + "'")
                })
            return paths.withLock { $0.sorted() }
        }
        let data = Data(text.utf8)
        let foundation = try seen { strategy in
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = strategy
            _ = try decoder.decode(Names.self, from: data)
        }
        let policyJSON = try seen { strategy in
            let decoder = PolicyJSONDecoder()
            decoder.keyDecodingStrategy = strategy
            _ = try decoder.decode(Names.self, from: data)
        }
        #expect(policyJSON == foundation)
        #expect(policyJSON.isEmpty == (text == "[]"))
    }
}
