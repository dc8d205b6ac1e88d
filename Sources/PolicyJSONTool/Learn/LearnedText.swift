import PolicyJSON
import PolicyJSONData

/// A learned policy with its evidence, for people.
struct LearnedText {
    private let learned: LearnedPolicy
    private let style: Style

    init(_ learned: LearnedPolicy, _ style: Style) {
        self.learned = learned
        self.style = style
    }

    var text: String {
        ([counts] + rules + conflicts + unrepaired + notes).joined(separator: "\n")
    }

    private var counts: String {
        func shown(_ counts: LearnedPolicy.Counts) -> String {
            "\(grouped(counts.samples)) samples, \(grouped(counts.failing)) fail without a policy, "
                + "\(grouped(counts.unrepaired)) under the learned one"
        }
        return "learning: \(shown(learned.learning))\nheld back: \(shown(learned.heldBack))"
    }

    private var rules: [String] {
        learned.rules.map { rule in
            let loss = rule.loss == .none ? "" : style(" (loses \(rule.loss))", .yellow)
            let example = rule.example.map { "\n    \(shown($0)) → \(($0.result ?? "").onOneLine)" } ?? ""
            return "\(path("\(rule.scope)")): \(rule.rule)\(loss)\n    repairs \(grouped(rule.count)), needed by "
                + "\(grouped(rule.needed)) of the examined samples\(example)"
        }
    }

    private var conflicts: [String] {
        learned.conflicts.map { conflict in
            "\(path(conflict.scope)): \(style("conflict:", .red)) \(conflict.message.onOneLine)\n    "
                + shown(conflict.example)
        }
    }

    private var unrepaired: [String] {
        learned.unrepaired.map { failure in
            "\(path(failure.scope)): \(style("not repaired:", .red)) \(grouped(failure.count)) × \(failure.code.rawValue)"
                + "\n    \(shown(failure.example)): \(failure.message.onOneLine)"
        }
    }

    private var notes: [String] {
        var notes: [String] = []
        switch learned.changedCleanSamples {
        case nil: notes.append("The samples were read only once: that no clean sample is changed was not checked.")
        case 0: notes.append("No clean sample is changed.")
        case let count?: notes.append(style("\(grouped(count)) clean samples are changed.", .red))
        }
        if learned.isPartial { notes.append("Of each kind of problem only some samples were examined.") }
        return notes
    }

    private func path(_ scope: String) -> String { style(scope.isEmpty ? "(sample)" : scope.onOneLine, .cyan) }

    private func shown(_ example: LearnedPolicy.Example) -> String {
        let found = example.found.isEmpty ? "no key" : example.found.onOneLine
        return "\(example.source):\(example.location.line):\(example.location.column) \(found)"
    }
}
