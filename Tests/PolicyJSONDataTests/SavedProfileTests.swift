import Foundation
import PolicyJSON
import PolicyJSONData
import TestSupport
import Testing

/// Saved profiles that have been changed.
@Suite struct SavedProfileTests {
    private static func profile(_ text: String) throws -> JSONProfile {
        var profiler = JSONProfiler(named: "a")
        try profiler.append(Array(text.utf8))
        try profiler.finish()
        return try profiler.profile()
    }

    private func changed(_ text: String, _ change: (inout [String: Any]) -> Void) throws -> JSONProfile {
        let saved = try JSONEncoder().encode(Self.profile(text))
        var object = try #require(try JSONSerialization.jsonObject(with: saved) as? [String: Any])
        change(&object)
        return try PolicyJSONDecoder().decode(JSONProfile.self, from: JSONSerialization.data(withJSONObject: object))
    }

    /// Changes the facts of the records.
    private func changedFacts(_ text: String, _ change: (inout [String: Any]) -> Void) throws -> JSONProfile {
        try changed(text) { object in
            var top = object["top"] as? [String: Any] ?? [:]
            var facts = top["facts"] as? [String: Any] ?? [:]
            change(&facts)
            top["facts"] = facts
            object["top"] = top
        }
    }

    @Test func `counts that are none are errors`() throws {
        #expect(throws: DecodingError.self) { try changed("1") { $0["records"] = Int.max } }
        for key in ["values", "objects", "nulls", "trues", "falses", "stringCount", "repeatedKeys"] {
            for count in [-1, Int.max] {
                #expect(throws: DecodingError.self) { try changedFacts("[1]") { $0[key] = count } }
            }
        }
        for forms in [[], [1], [Int](repeating: -1, count: 14), [Int](repeating: 0, count: 15)] {
            #expect(throws: DecodingError.self) { try changedFacts("[1]") { $0["forms"] = forms } }
        }
        #expect(throws: DecodingError.self) {
            try changedFacts("[1]") { $0["strings"] = ["values": [["value": "a", "count": Int.max]]] }
        }
        #expect(throws: DecodingError.self) {
            try changedFacts("[1]") {
                $0["strings"] = ["registers": Data(repeating: 55, count: 2048).base64EncodedString()]
            }
        }
        #expect(throws: DecodingError.self) {
            try changed("[1]") { object in
                var top = object["top"] as? [String: Any] ?? [:]
                top["children"] = [Any](repeating: top, count: 259)
                object["top"] = top
            }
        }
    }

    /// Coders accept 512 levels of JSON, of which a path takes two.
    @Test(arguments: ["{\"a\":", "[{\"a\":1},"]) func `deep profiles`(_ start: String) throws {
        let end = start.hasPrefix("{") ? "}" : "]"
        let text = String(repeating: start, count: 511) + "1" + String(repeating: end, count: 511)
        let (saved, same) = try withLargeStack {
            let profile = try Self.profile(text)
            let saved = try PolicyJSONEncoder().encode(profile)
            let copies = try [
                PolicyJSONDecoder().decode(JSONProfile.self, from: saved),
                JSONDecoder().decode(JSONProfile.self, from: saved),
            ]
            return (saved, copies.allSatisfy { $0 == profile } && profile.paths.count > 500)
        }
        #expect(same)
        for change in [9, -1, 600] {
            let changed = String(decoding: saved, as: UTF8.self).replacing(
                "\"level\":10}", with: "\"level\":\(change)}")
            #expect(throws: DecodingError.self) { try PolicyJSONDecoder().decode(JSONProfile.self, from: changed) }
        }
    }

    /// The first versions did not count the arrays in strings.
    @Test(arguments: [
        (#"[{"a":"[1]"},{"a":[2]}]"#, "var a: [Int]\n"), (#"[{"a":"[1]"},{"a":{"b":2}}]"#, "var a: RawJSON\n"),
        (#"[{"a":"x"},{"a":"y"}]"#, "var a: String\n"),
    ])
    func `profiles of earlier versions`(_ text: String, _ property: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let saved = String(decoding: try encoder.encode(Self.profile(text)), as: UTF8.self)
        let earlier = saved.replacing(/"nestedArrays":\d+,/, with: "")
        #expect(earlier != saved)
        let profile = try PolicyJSONDecoder().decode(JSONProfile.self, from: earlier)
        var merged = try Self.profile(text)
        merged.merge(profile)
        for profile in [profile, merged, try Self.profile(text)] {
            let source = SwiftModels(for: profile).source()
            #expect(source.contains(property), "\(source)")
        }
    }

    @Test func `large counts do not overflow`() throws {
        let most = 1 << 56
        let profile = try changedFacts(#"["a",{"b":1}]"#) { facts in
            for key in ["values", "objects", "nulls", "trues", "falses", "stringCount", "objectCount"] {
                facts[key] = most
            }
            facts["forms"] = [Int](repeating: most, count: 14)
            facts["strings"] = ["values": [["value": "a", "count": most]]]
        }
        let estimated = try changedFacts("[1]") {
            $0["strings"] = ["registers": Data(repeating: 54, count: 2048).base64EncodedString()]
        }
        #expect(estimated.top.facts.strings.count == most)
        var merged = profile
        for _ in 0..<1_000 { merged.merge(profile) }
        #expect(merged.top.facts.values == most)
        #expect(merged.top.facts.strings.values?.first?.count == most)
        #expect(merged.top.facts.enumeration?.count == 1)
        #expect(!merged.top.looksLikeMap)
        for (old, new) in [(profile, merged), (try Self.profile("[1]"), merged), (merged, estimated)] {
            _ = ProfileDrift(from: old, to: new).changes.map { "\($0)" }
        }
    }
}
