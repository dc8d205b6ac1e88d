import Foundation
import PolicyJSON
import Testing

/// The tables of Docs/CustomRules.md.
@Suite struct DocumentedAnswersTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    private static let page: [Substring] = {
        let page = try? String(contentsOf: root.appending(path: "Docs/CustomRules.md"), encoding: .utf8)
        return page?.split(separator: "\n") ?? []
    }()

    private static var answers: [Repair] {
        [
            .use(0), .useNil, .replace(with: 0), .replaceIfDecodable(with: 0), .decodeAsOnlyElement,
            .decodeValue(at: ""),
            .fail(""), .decodeCase(named: ""), .decode(as: Int.self), .reject(""), .drop, .drop(within: LossBounds()),
            .useNil(within: LossBounds()), .nestedNil, .useRepeated, .report, .keepMembers,
        ]
    }

    /// An answer as the page spells it: `.use`, `.decode(as:)`.
    private static func spelling(_ answer: Substring) -> Substring {
        let arguments = answer.split(separator: "(").dropFirst().first ?? ""
        let label = arguments.contains(":") ? arguments.prefix { $0 != ":" } : "_"
        let name = answer.prefix { $0 != "(" }
        return label == "_" || label == "named" ? name : "\(name)(\(label):)"
    }

    /// The texts in backticks.
    private static func code(_ text: Substring) -> [Substring] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
            .map(\.element)
    }

    @Test("each situation is in the table, with the answers that it accepts")
    func situations() {
        let spellings = Set(Self.answers.map { Self.spelling($0.spelling[...]) })
        let sentence = Self.page.drop { !$0.hasPrefix("`.use`, `.useNil`") }.prefix(2).joined(separator: " ")
        let halves = sentence.split(separator: ";")
        guard halves.count == 2 else { return #expect(Bool(false), "the page does not say which answers repair") }
        let repairing = Set(Self.code(halves[0]))
        let selecting = Set(Self.code(halves[1])).intersection(spellings.subtracting([".reject"]))
        #expect(selecting == [".decodeCase", ".decode(as:)"])
        for situation in RepairSituation.all.each where situation != .absentKey && situation != .memberNames {
            guard let row = Self.page.first(where: { $0.hasPrefix("| `\(situation)` |") }) else {
                Issue.record("\(situation) is not in the table")
                continue
            }
            let cell = row.split(separator: "|").last ?? ""
            var documented = Set(Self.code(cell).map(Self.spelling)).intersection(spellings)
            if ["the same", "as for a mismatch", "those that repair"].contains(where: cell.contains) {
                documented.formUnion(repairing)
            }
            if cell.contains("those that select") { documented.formUnion(selecting) }
            let accepted = Set(Self.answers.filter { $0.fits(situation) }.map { Self.spelling($0.spelling[...]) })
            #expect(documented == accepted, "\(situation)")
        }
    }

    @Test("each answer is in the table")
    func meanings() {
        let cells = Self.page.compactMap { $0.hasPrefix("| `.") ? $0.split(separator: "|").first : nil }
        let listed = Set(cells.flatMap(Self.code).map(Self.spelling))
        for answer in Self.answers {
            #expect(listed.contains(Self.spelling(answer.spelling[...])), "\(answer.spelling)")
        }
    }

    @Test("all that a rule sees is in the table")
    func context() throws {
        let list = try String(contentsOf: Self.root.appending(path: ".ci/api/PolicyJSON.txt"), encoding: .utf8)
        let members = list.split(separator: "\n").compactMap { line -> Substring? in
            let name = line.split(separator: ": ")[0].split(separator: ".")
            return name.count == 2 && name[0] == "DecodingRuleContext" ? name[1] : nil
        }
        #expect(members.count > 20)
        let rows = Self.page.drop { !$0.contains("`DecodingRuleContext` | |") }.prefix { $0.hasPrefix("|") }
        let listed = Set(rows.compactMap { $0.split(separator: "|").first }.flatMap(Self.code))
        #expect(Set(members).subtracting(listed) == [])
    }
}
