import Foundation
import Testing

@testable import PolicyJSON

/// The paths of caught errors with a key strategy: each is made from the last one, in objects that are decoded as dictionaries, whose keys
/// are not converted, and as models.
@Suite struct ConvertedPathsTests {
    private static let paths = CodingUserInfoKey(rawValue: "paths")!

    final class Paths: @unchecked Sendable {
        var all: [String] = []

        func note(_ body: () throws -> Void) {
            do {
                try body()
            } catch {
                let path = (error as? DecodingError)?.context?.codingPath ?? []
                all.append(path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "."))
            }
        }
    }

    /// Tries several types for itself and for each of its members.
    struct Tries: Decodable {
        init(from decoder: any Decoder) throws {
            let paths = try #require(decoder.userInfo[ConvertedPathsTests.paths] as? Paths)
            let value = try decoder.singleValueContainer()
            func tryAll() {
                paths.note { _ = try value.decode(Int.self) }
                paths.note { _ = try value.decode([String: Int].self) }
                paths.note { _ = try value.decode([Int: [String: Int]].self) }
                paths.note { _ = try value.decode([String: [String: Int]].self) }
                paths.note { _ = try value.decode([[String: Int]].self) }
            }
            tryAll()
            paths.note {
                let members = try decoder.container(keyedBy: AnyKey.self)
                for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                    paths.note { _ = try members.decode(Int.self, forKey: key) }
                    paths.note { _ = try members.decode([String: [String: Int]].self, forKey: key) }
                    _ = try members.decode(Tries.self, forKey: key)
                    paths.note { _ = try members.decode(Int.self, forKey: key) }
                }
            }
            tryAll()
        }
    }

    // One member each: Foundation decodes those of dictionaries in any order.
    @Test(arguments: [
        #"{"a_b":{"c_d":{"e_f":"x"}}}"#, #"{"1_a":{"2_b":{"3_c":{"4_d":{"5_e":"x"}}}}}"#,
        #"{"1":{"2":{"a_b":"x"}}}"#, #"{"a_b":{"1":{"c_d":"x"}}}"#, #"{"\u0061_c":{"\u0061_d":"x"}}"#,
        #"{"a_b":[{"c_d":{"e_f":"x"}}]}"#,
    ])
    func sameAsInFoundation(json: String) throws {
        let (expected, found) = (Paths(), Paths())
        let foundation = JSONDecoder()
        foundation.keyDecodingStrategy = .convertFromSnakeCase
        foundation.userInfo = [Self.paths: expected]
        _ = try foundation.decode(Tries.self, from: Data(json.utf8))
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.userInfo = [Self.paths: found]
        _ = try decoder.decode(Tries.self, from: Data(json.utf8))
        #expect(expected.all.count > 10)
        #expect(found.all == expected.all)
    }
}
