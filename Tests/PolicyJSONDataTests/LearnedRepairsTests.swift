import Foundation
import PolicyJSON
import PolicyJSONData
import TestSupport
import Testing

/// Records that are corrupted in known ways: the learned policy repairs exactly these.
@Suite struct LearnedRepairsTests {
    private enum Color: String, Codable, CaseIterable {
        case red
        case darkBlue = "dark_blue"
        case green
    }
    private struct Part: Codable, Equatable { let weight: Double, label: String }
    private struct Record: Codable, Equatable {
        let recordId: Int
        let isActive: Bool
        let color: Color
        let created: Date
        let code: String
        let rating: Int?
        let parts: [Part]
    }

    /// One way to corrupt records.
    private struct Corruption: Sendable {
        /// The scope and the rule that repairs it.
        let rule: String
        /// Corrupts one member of a record, given as JSON; returns whether something was changed.
        let corrupt: @Sendable (inout [String: String], inout SplitMix64) -> Bool
    }

    private static func quoting(_ name: String, _ rule: String) -> Corruption {
        Corruption(rule: "\(name): \(rule)") { members, _ in
            members[name] = "\"\(members[name] ?? "")\""
            return true
        }
    }

    private static let corruptions: [Corruption] = [
        quoting("recordId", "NumbersFromStrings()"),
        Corruption(rule: "isActive: BooleansFromScalars(.zeroAndOne)") { members, _ in
            members["isActive"] = members["isActive"] == "true" ? "1" : "0"
            return true
        },
        Corruption(rule: "isActive: BooleansFromScalars(.words)") { members, random in
            members["isActive"] = members["isActive"] == "true" ? random.pick(["\"yes\"", "\"on\""]) : "\"no\""
            return true
        },
        Corruption(rule: "color: CaseMatching(caseInsensitive: true)") { members, _ in
            members["color"] = members["color"]?.uppercased()
            return true
        },
        Corruption(rule: "color: CaseMatching(separatorInsensitive: true)") { members, _ in
            guard members["color"] == "\"dark_blue\"" else { return false }
            members["color"] = "\"dark-blue\""
            return true
        },
        Corruption(rule: #"created: FallbackDateFormats([.formatted("yyyy-MM-dd")])"#) { members, _ in
            members["created"] = members["created"]?.replacing("T00:00:00Z", with: "")
            return true
        },
        Corruption(rule: #"created: FallbackDateFormats([.formatted("dd.MM.yyyy")])"#) { members, _ in
            let parts = members["created"]?.dropFirst().prefix(10).split(separator: "-").reversed() ?? []
            members["created"] = "\"\(parts.joined(separator: "."))\""
            return true
        },
        Corruption(rule: "code: StringsFromScalars()") { members, _ in
            members["code"] = members["code"]?.replacing("\"", with: "")
            return true
        },
        quoting("rating", "NumbersFromStrings()"),
        Corruption(rule: "rating: EmptyStrings(.asNil)") { members, _ in
            guard members["rating"] == "null" else { return false }
            members["rating"] = "\"\""
            return true
        },
        Corruption(rule: "recordId: KeyMatching(.snakeCase)") { members, _ in
            members["record_id"] = members.removeValue(forKey: "recordId")
            return true
        },
        Corruption(rule: "parts[*].weight: NumbersFromStrings()") { members, _ in
            let parts = members["parts"] ?? ""
            members["parts"] = parts.replacing(#/"weight":([0-9.]+)/#) { "\"weight\":\"\($0.1)\"" }
            return members["parts"] != parts
        },
        Corruption(rule: "parts: SingleValuesAsArrays()") { members, _ in
            guard let parts = members["parts"], parts != "[]", !parts.contains("},{") else { return false }
            members["parts"] = String(parts.dropFirst().dropLast())
            return true
        },
    ]

    private static func members(_ random: inout SplitMix64) -> [String: String] {
        let parts = (0..<random.below(3)).map { _ in #"{"weight":\#(random.below(99)).5,"label":"l"}"# }
        return [
            "recordId": "\(random.below(1_000_000))", "isActive": random.oneIn(2) ? "true" : "false",
            "color": "\"\(random.pick(Color.allCases).rawValue)\"",
            "created": "\"20\(10 + random.below(20))-\(10 + random.below(3))-\(13 + random.below(15))T00:00:00Z\"",
            "code": "\"\(100 + random.below(900))\"", "rating": random.oneIn(2) ? "null" : "\(random.below(5))",
            "parts": "[\(parts.joined(separator: ","))]",
        ]
    }

    private static func text(_ members: [String: String]) -> String {
        "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    private static func decoder() -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    /// Corruptions of different members, or of the same one where one rule cannot repair both.
    private static func choice(_ random: inout SplitMix64) -> [Corruption] {
        var names: Set<String> = []
        var chosen: [Corruption] = []
        for _ in 0..<(1 + random.below(5)) {
            let corruption = random.pick(corruptions)
            if names.insert(corruption.rule.components(separatedBy: ":")[0]).inserted { chosen.append(corruption) }
        }
        return chosen
    }

    @Test(arguments: 0..<12 as Range<UInt64>) func `the policy repairs exactly the corruptions`(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let chosen = Self.choice(&random)
        var used: Set<String> = []
        var samples: [(text: String, clean: Record)] = []
        let decoder = Self.decoder()
        for _ in 0..<60 {
            var members = Self.members(&random)
            let clean = try decoder.decode(Record.self, from: Self.text(members))
            for corruption in chosen where random.oneIn(3) && corruption.corrupt(&members, &random) {
                // A null in quotes is not a number, but not one of these corruptions.
                if members["rating"] == "\"null\"" { members["rating"] = "null" } else { used.insert(corruption.rule) }
            }
            samples.append((Self.text(members), clean))
        }
        var options = PolicyLearningOptions()
        options.heldBack = 0
        let texts = samples.map(\.text)
        let learned = DecodingPolicy.learned(for: Record.self, from: texts, decoder: decoder, options: options)
        #expect(Set(learned.rules.map { "\($0.scope): \($0.rule)" }) == used)
        #expect(learned.unrepaired.isEmpty)
        #expect(learned.conflicts.isEmpty)
        #expect(learned.changedCleanSamples == 0)
        for sample in samples {
            let repaired = try decoder.decode(Record.self, from: sample.text, policy: learned.policy)
            #expect(repaired == sample.clean)
        }
        // Minimal: without any of the rules some sample fails.
        for index in learned.policy.rules.indices {
            var rules = learned.policy.rules
            rules.remove(at: index)
            let rest = DecodingPolicy(rules)
            #expect(samples.contains { (try? decoder.decode(Record.self, from: $0.text, policy: rest)) == nil })
        }
    }

    @Test func `one bad record`() throws {
        var random = SplitMix64(seed: 1)
        var texts = (0..<50).map { _ in Self.text(Self.members(&random)) }
        texts[17] = texts[17].replacing(#""isActive":"#, with: #""isActive":"maybe","#)
        texts[33] = texts[33].replacing("true", with: "1").replacing("false", with: "0")
        var options = PolicyLearningOptions()
        options.heldBack = 0
        let learned = DecodingPolicy.learned(for: Record.self, from: texts, decoder: Self.decoder(), options: options)
        #expect(learned.rules.map { "\($0.scope): \($0.rule)" } == ["isActive: BooleansFromScalars(.zeroAndOne)"])
        #expect(learned.unrepaired.map { "\($0.example.record) \($0.code.rawValue)" } == ["17 syntax"])
    }
}
