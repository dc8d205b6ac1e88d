import Foundation
import PolicyJSON
import Testing

/// Requested keys that are canonically equal to ASCII ones of the document, which are compared by their bytes.
@Suite struct EqualKeysTests {
    /// Requests its members by keys with numbers.
    private struct Numbered: Decodable, Equatable {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case kelvin = "\u{212A}"
            case question = "a\u{37E}"
            case varia = "longer than a string without storage \u{1FEF}"
            case converted = "in\u{212A}"
        }

        var values: [Int?] = []
        var found: [Bool] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            for key in CodingKeys.allCases {
                values.append(try container.decodeIfPresent(Int.self, forKey: key))
                found.append(container.contains(key))
            }
        }
    }

    /// Requests the same members by other keys.
    private struct Named: Decodable, Equatable {
        var values: [Int?] = []
        var found: [Bool] = []

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            // More than once, because the first look-ups are without a table.
            for name in Array(repeating: Numbered.CodingKeys.allCases.map(\.rawValue), count: 3).joined() {
                values.append(try container.decodeIfPresent(Int.self, forKey: AnyKey(name)))
                found.append(container.contains(AnyKey(name)))
            }
        }
    }

    @Test(
        "equal to ASCII",
        arguments: [JSONDecoder.KeyDecodingStrategy.useDefaultKeys, .convertFromSnakeCase], [0, 20, 60, 200])
    func equalToASCII(_ strategy: JSONDecoder.KeyDecodingStrategy, _ others: Int) throws {
        let more = (0..<others).map { #","other \#($0)":0"# }.joined()
        let objects = [
            #"{"K":1,"a;":2,"longer than a string without storage `":3,"inK":4\#(more)}"#,
            #"{"in_k":4,"a;":5\#(more)}"#,
            #"{"in_k":6}"#, #"{"k":1,"a":2,"é":3\#(more)}"#, #"{"K":7,"é":3\#(more)}"#,
        ]
        let text = Data("[\(Array(repeating: objects, count: 40).joined().joined(separator: ","))]".utf8)
        let (ours, theirs) = (PolicyJSONDecoder(), JSONDecoder())
        (ours.keyDecodingStrategy, theirs.keyDecodingStrategy) = (strategy, strategy)
        let numbered = try theirs.decode([Numbered].self, from: text)
        let named = try theirs.decode([Named].self, from: text)
        #expect(numbered[0].values.prefix(3) == [1, 2, 3] && numbered[0].found == [true, true, true, true])
        for _ in 0..<2 {
            #expect(try ours.decode([Numbered].self, from: text) == numbered)
            #expect(try ours.decode([Named].self, from: text) == named)
        }
    }
}
