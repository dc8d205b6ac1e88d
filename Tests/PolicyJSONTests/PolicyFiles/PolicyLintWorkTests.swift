import PolicyJSON
import Synchronization
import Testing

/// The work of the lint, counted by how often it reads the names of rules.
@Suite struct PolicyLintWorkTests {
    private final class Reads: Sendable {
        let count = Atomic<Int>(0)
    }

    private struct Named: DecodingRule {
        let number: Int
        let reads: Reads
        let situations: RepairSituation = .mismatch

        var name: String {
            reads.count.add(1, ordering: .relaxed)
            return "Rule \(number)"
        }

        func repair(_ context: DecodingRuleContext) -> Repair { .decline }
    }

    /// Four times as many rules, and as many that turn rules off, take 16 times the work.
    @Test func rulesThatTurnOthersOff() {
        func reads(_ count: Int) -> Int {
            let reads = Reads()
            let offs: [any DecodingRule] = (0..<count).map { Without<any DecodingRule>(named: "Other \($0)") }
            let policy = DecodingPolicy(offs + (0..<count).map { Named(number: $0, reads: reads) })
            #expect(policy.lint().map(\.code) == Array(repeating: .turnsNothingOff, count: count))
            return reads.count.load(ordering: .relaxed)
        }
        #expect(reads(40) <= 20 * reads(10))
    }

    /// Rules in scopes for different paths are not compared: each pair would take a second in a policy of thousands.
    @Test(arguments: ["k#", "data.x#.id", "items[*].k#", "data.x#[*].id", "**.k#", "k#.**"])
    func scopesForDifferentPaths(_ pattern: String) throws {
        let scopes = try (0..<4_000).map { number -> any DecodingRule in
            At(try PathPattern(pattern.replacing("#", with: "\(number)"))) { NumbersFromStrings() }
        }
        #expect(DecodingPolicy(scopes).lint().isEmpty)
        let twice = DecodingPolicy(scopes + [scopes[7]]).lint()
        #expect(twice.map(\.position) == [[4_000, 0]])
        #expect(twice.map(\.code) == [.neverAnswers])
    }

    /// Each rule has the scopes of the rules around it. Each pair of rules has some ten thousand pairs of scopes.
    @Test func nestedScopes() {
        var rules: [any DecodingRule] = []
        for number in 0..<200 {
            rules = [At("**") { DecodingPolicy([Sentinels(.asNil, strings: ["\(number)"])] + rules) }]
        }
        #expect(DecodingPolicy(rules).lint().isEmpty)
    }
}
