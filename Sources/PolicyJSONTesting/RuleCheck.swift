import Dispatch
import FoundationImport
import JSONTape
import PolicyJSON

/// One check of one rule.
struct RuleCheck<Rule: DecodingRule> {
    private(set) var violations: [RuleViolation] = []
    private var counts: [RuleViolation.Requirement: Int] = [:]
    private let rule: Rule
    private let name: String
    private let text: String
    /// The names of the rule and of the rules in it, if it is a scope.
    private let allNames: Set<String>
    private let listed: RepairSituation
    private let decoder: PolicyJSONDecoder
    private let strict = PolicyJSONDecoder()

    init(_ rule: Rule) {
        self.rule = rule
        name = rule.name
        text = rule.description
        listed = rule.situations
        allNames = Set(ObservedRule.observing(rule).observed.map(\.name) + [name])
        decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
    }

    private mutating func add(_ requirement: RuleViolation.Requirement, _ explanation: String) {
        let violation = RuleViolation(requirement: requirement, explanation: explanation)
        // Thousands of probes may show the same violation.
        guard counts[requirement, default: 0] < 20, !violations.contains(violation) else { return }
        counts[requirement, default: 0] += 1
        violations.append(violation)
    }

    // MARK: Names

    mutating func names() {
        if name.isEmpty { add(.hasName, "the name is empty") }
        if name.contains(where: \.isNewline) { add(.hasName, "the name has more than one line: \(name)") }
        if text.isEmpty { add(.hasName, "the description of \(name) is empty") }
        if rule.name != name { add(.hasName, "the name was \(name) and is \(rule.name)") }
        if rule.description != text { add(.hasName, "the description was \(text) and is \(rule.description)") }
    }

    // MARK: Probes

    /// - Parameter clean: the results of strict decoding.
    mutating func probes(_ probes: [RuleProbe], clean: [Transcript]) {
        let transcripts = probes.map { Transcript(decoder, $0) }
        for (index, (probe, transcript)) in zip(probes, transcripts).enumerated() {
            examine(transcript, clean[index], Self.title(probe.type, probe.json))
            // Decoded a second time, directly after the first.
            compare(transcript, Transcript(decoder, probe), probe, "asked again")
        }
        for (index, other) in Self.concurrently(decoder, probes) {
            compare(transcripts[index], other, probes[index], "asked from another thread")
        }
    }

    /// Decodes about 250 of the probes on each of four threads; returns the results that differ from those of the
    /// previous thread.
    private static func concurrently(_ decoder: PolicyJSONDecoder, _ probes: [RuleProbe]) -> [(Int, Transcript)] {
        let seen = CheckedMutex<[Int: Transcript]>([:])
        let different = CheckedMutex<[(Int, Transcript)]>([])
        let step = max(probes.count / 250, 1)
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for index in stride(from: 0, to: probes.count, by: step) {
                // Threads use different orders.
                let index = thread.isMultiple(of: 2) ? index : probes.count - 1 - index
                let transcript = Transcript(decoder, probes[index])
                let isNew = seen.withLock { seen in
                    if seen[index] == transcript { return false }
                    seen[index] = transcript
                    return true
                }
                if isNew { different.withLock { $0.append((index, transcript)) } }
            }
        }
        return different.withLock { $0 }
    }

    private mutating func compare(_ first: Transcript, _ second: Transcript, _ probe: RuleProbe, _ when: String) {
        if first == second { return }
        add(.isDeterministic, "\(Self.title(probe.type, probe.json)): \(first), then, \(when), \(second)")
    }

    /// Checks the requirements for all documents.
    private mutating func examine(_ transcript: Transcript, _ clean: Transcript, _ title: String) {
        for entry in transcript.entries where !allNames.contains(entry.rule) {
            add(.reportsChanges, "\(title): the report names the rule \(entry.rule.isEmpty ? "“”" : entry.rule)")
        }
        switch (clean.value, transcript.value) {
        case (let before?, let after) where before != after:
            add(.declinesCleanJSON, "\(title): \(before) strictly, \(transcript) under the rule")
        case (_?, _) where !transcript.changes.isEmpty:
            add(
                .reportsChanges,
                "\(title): \(transcript) as in strict decoding, but the report has \(transcript.changes)")
        // A member that is found under another name is reported but not a repair.
        case (nil, _?) where transcript.entries.isEmpty:
            add(.reportsChanges, "\(title): \(transcript) where strict decoding fails, and the report is empty")
        default: break
        }
        guard let problem = transcript.problem else { return }
        typealias Text = DecodingError.Text
        if allNames.contains(where: { problem.hasPrefix($0 + Text.wrongAnswer) }) {
            add(.answersInType, "\(title): \(problem)")
        }
        let replacement = Text.replacementNotJSON
        if problem.hasPrefix(replacement.start), problem.hasSuffix(replacement.end) {
            add(.replacesWithJSON, "\(title): \(problem)")
        }
        let isEndless =
            problem.hasSuffix(Text.replacementLimit)
            || problem.hasPrefix(Text.repairLimit.start) && problem.hasSuffix(Text.repairLimit.end)
        if isEndless {
            add(.ends, "\(title): \(problem)")
        }
    }

    // MARK: Samples

    mutating func samples(_ repaired: [RuleSample], _ declined: [RuleSample]) {
        let documents = (repaired + declined).map(\.probe)
        probes(documents, clean: documents.map { Transcript(strict, $0) })
        for sample in repaired {
            let title = Self.title(sample.type, sample.json)
            let transcript = Transcript(decoder, sample.probe)
            if Transcript(strict, sample.probe).value != nil {
                add(.repairsSamples, "\(title): strict decoding takes it, so there is nothing to repair")
            } else if transcript.value == nil {
                add(.repairsSamples, "\(title): \(transcript)")
            } else if let equivalent = sample.equivalent {
                let expected = Transcript(strict, RuleProbe(type: sample.type, json: equivalent, isSample: true))
                if expected.value != transcript.value {
                    add(.repairsSamples, "\(title): \(transcript), and not \(expected) as from \(equivalent)")
                }
            }
        }
        for sample in declined {
            let transcript = Transcript(decoder, sample.probe)
            let clean = Transcript(strict, sample.probe)
            if clean != transcript {
                let title = Self.title(sample.type, sample.json)
                add(.declinesSamples, "\(title): \(clean) strictly, \(transcript) under the rule")
            }
        }
    }

    /// Checks that the rule changes or rejects documents that strict decoding accepts.
    mutating func watched(_ samples: [RuleSample]) {
        for sample in samples {
            let title = Self.title(sample.type, sample.json)
            let transcript = Transcript(decoder, sample.probe)
            compare(transcript, Transcript(decoder, sample.probe), sample.probe, "asked again")
            let strictly = Transcript(strict, sample.probe)
            let expected = sample.equivalent.map {
                Transcript(strict, RuleProbe(type: sample.type, json: $0, isSample: true))
            }
            if strictly.value == nil {
                add(.changesSamples, "\(title): \(strictly) strictly, so that there is nothing to change or reject")
            } else if transcript.value != expected?.value {
                add(.changesSamples, "\(title): \(transcript), and not \(expected?.description ?? "an error")")
            } else if transcript.value == strictly.value {
                add(.changesSamples, "\(title): \(transcript) as in strict decoding")
            } else if expected != nil, transcript.changes.isEmpty {
                add(
                    .reportsChanges,
                    "\(title): \(strictly) strictly, \(transcript) under the rule, and the report is empty")
            }
        }
    }

    // MARK: Situations

    /// Checks that the rule lists the situations that it answers, and that its answers are valid in them.
    mutating func situations(_ samples: [RuleSample] = []) {
        let (rule, observed) = ObservedRule.observing(rule)
        // In a scope that contains everything: some rules apply to fewer values outside of scopes.
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { At("**") { rule } })
        let documents = samples.map(\.probe)
        for probe in RuleProbe.all + documents { probe.decode(with: decoder) }
        // With a strategy that reads numbers, no number would need a repair.
        decoder.dateDecodingStrategy = .iso8601
        for probe in RuleProbe.withDates + documents { probe.decode(with: decoder) }
        for rule in observed { compare(rule) }
        if self.rule.situations != listed {
            add(
                .listsSituations,
                "\(name) has listed the situations \(listed), and lists \(self.rule.situations)")
        }
    }

    private mutating func compare(_ observed: ObservedRule) {
        let (name, listed, answers) = (observed.name, observed.listed, observed.answers)
        let answered = answers.situations
        // The first situation about names is listed because of the second: names are compared if no other name matches.
        var unanswered = listed.subtracting(answered)
        if answered.contains(.memberNames) { unanswered.remove(.absentKey) }
        if listed.isEmpty {
            add(.answersProbes, "\(name) lists no situation, so that it is never asked")
        } else if answered.isEmpty {
            add(
                .answersProbes,
                "\(name) declines all probes and samples: a rule for types or values of your own needs a sample that it "
                    + "repairs, changes or rejects")
            unanswered = []
        }
        for situation in answers.unlisted.each {
            add(.listsSituations, "\(name) would answer in the situation \(situation), but does not list it")
        }
        for situation in unanswered.each {
            add(.listsSituations, "\(name) lists the situation \(situation), but never answers in it")
        }
        if listed.contains(.memberNames), !listed.contains(.absentKey) {
            add(
                .listsSituations,
                "\(name) lists the situation .memberNames without .absentKey, so that no names are compared")
        }
        if !listed.isDisjoint(with: [.absentKey, .memberNames]), !(observed.rule is any KeyMatchingRule) {
            add(.listsSituations, "\(name) lists situations about names of members, but is not a KeyMatchingRule")
        }
        for changing in answers.changing.sorted() {
            add(.isDeterministic, "\(name) gives different answers about the name \"\(changing)\"")
        }
        for misfit in answers.misfits {
            add(
                .answersFit,
                "\(name) answers \(misfit.answer) in the situation \(misfit.situation), which does not accept it")
        }
    }

    private static func title(_ type: any Any.Type, _ json: String) -> String {
        "\(type) from \(json.count > 60 ? json.prefix(60) + "…" : json[...])"
    }
}
