internal import FoundationImport

extension Policy where Rule == any DecodingRule {
    /// The policy as the text of a policy file, with a rule or the start of a scope on each line.
    ///
    /// Reading it with ``PolicyFile`` gives a policy with the same rules in the same order.
    ///
    /// - Parameter registry: the names of rules and types. Default: the library's own rules.
    /// - Throws: ``PolicyFileError`` with the code `notWritable` for a rule or type that is not registered, or that has
    ///   parts that cannot be written: closures, values of program types; or an option that ``PolicyFile`` would reject.
    public func json(registry: PolicyRegistry = PolicyRegistry()) throws(PolicyFileError) -> String {
        var writer = PolicyFileWriter(registry: registry)
        try writer.write(rules, at: [], indent: "    ")
        let text = "{\n  \"version\": \(PolicyFile.version),\n  \"rules\": [\(writer.text)\n  ]\n}\n"
            .replacing("[\n  ]", with: "[]")
        do throws(PolicyFileError) {
            // Rules check their options only when they are read.
            _ = try PolicyFile(text, registry: registry)
        } catch {
            throw PolicyFileError(code: .notWritable, message: error.message, path: error.path, location: nil)
        }
        return text
    }
}

private struct PolicyFileWriter {
    let registry: PolicyRegistry
    var text = ""

    @_optimize(size)
    mutating func write(
        _ rules: [any DecodingRule], at path: [DecodingPath.Step], indent: String
    ) throws(PolicyFileError) {
        for (index, rule) in rules.enumerated() {
            text += (index > 0 ? ",\n" : "\n") + indent
            try write(rule, at: path + [.key("rules"), .index(index)], indent: indent)
        }
    }

    @_optimize(size)
    private mutating func write(
        _ rule: any DecodingRule, at path: [DecodingPath.Step], indent: String
    ) throws(PolicyFileError) {
        switch rule {
        case let scope as At<any DecodingRule>:
            try write(scope.rules, in: "at", scope.pattern.description, path, indent)
        case let scope as For<any DecodingRule>:
            guard let name = registry.name(of: scope.type) else {
                throw notWritable("the type \(scope.type) is not registered", path)
            }
            try write(scope.rules, in: "for", name, path, indent)
        case let rule as Without<any DecodingRule>:
            // A rule that is not registered could not be read.
            guard let name = registry.name(of: rule) else {
                throw notWritable("\(rule): the rule \(rule.ruleName) is not registered", path)
            }
            text += "{\"without\": \(RawJSON.quoted(name))}"
        default:
            let (name, options) = try encoded(rule, path)
            text += "{\"rule\": \(RawJSON.quoted(name))"
            for (name, value) in options { text += ", \(RawJSON.quoted(name)): \(value)" }
            text += "}"
        }
    }

    @_optimize(size)
    private mutating func write(
        _ rules: [any DecodingRule], in scope: String, _ name: String, _ path: [DecodingPath.Step], _ indent: String
    ) throws(PolicyFileError) {
        text += "{\"\(scope)\": \(RawJSON.quoted(name)), \"rules\": ["
        try write(rules, at: path, indent: indent + "  ")
        text += rules.isEmpty ? "]}" : "\n\(indent)]}"
    }

    private func notWritable(_ message: String, _ path: [DecodingPath.Step]) -> PolicyFileError {
        PolicyFileError(code: .notWritable, message: message, path: DecodingPath(path), location: nil)
    }

    /// A rule's name and options.
    @_optimize(size)
    private func encoded(
        _ rule: any DecodingRule, _ path: [DecodingPath.Step]
    ) throws(PolicyFileError) -> (name: String, options: [(name: String, value: String)]) {
        let candidates = registry.candidates(for: rule)
        if candidates.isEmpty { throw notWritable("the rule \(rule) is not registered", path) }
        let alike = candidates.filter { $0.mayBe(rule) }.map(\.name)
        if alike.count > 1 {
            throw notWritable("the rule \(rule) may be each of those that are registered as \(alike)", path)
        }
        for candidate in candidates {
            let box = EncodedRule(rule: rule, as: candidate)
            do {
                guard let options = try box.options(registry) else { continue }
                let reserved = PolicyFileElement.CodingKeys.allCases.filter { $0 != .for }.map(\.rawValue)
                if let name = options.map(\.name).first(where: reserved.contains) {
                    throw PolicyFileProblem(
                        code: .notWritable, message: "it has an option \"\(name)\", which is reserved")
                }
                return (candidate.name, options)
            } catch let problem as PolicyFileProblem {
                throw notWritable("the rule \(rule) cannot be written: \(problem.message)", path)
            } catch {
                throw notWritable("the rule \(rule) cannot be written: \(error)", path)
            }
        }
        throw notWritable("the rule \(rule) is not the one that is registered as \(candidates[0].name)", path)
    }
}

/// A rule's options, as the rule encodes them.
private struct EncodedRule: Encodable {
    let rule: any DecodingRule
    let candidate: PolicyRegistry.Rule

    private struct IsOther: Error {}

    init(rule: any DecodingRule, as candidate: PolicyRegistry.Rule) {
        self.rule = rule
        self.candidate = candidate
    }

    func encode(to encoder: any Encoder) throws {
        if try !candidate.encode(rule, encoder) { throw IsOther() }
    }

    /// The options, each with its JSON; `nil` if the name refers to another rule.
    @_optimize(size)
    func options(_ registry: PolicyRegistry) throws -> [(name: String, value: String)]? {
        let encoder = PolicyJSONEncoder()
        encoder.userInfo = [.policyRegistry: registry]
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data: Data
        do {
            data = try encoder.encode(self)
        } catch is IsOther {
            return nil
        } catch EncodingError.invalidValue(let value, let context) where value is Self && context.codingPath.isEmpty {
            // A rule without options encodes nothing at all.
            return []
        }
        let options = try JSONValue(parsing: data)
        guard options.kind == .object else {
            throw PolicyFileProblem(code: .notWritable, message: "it does not encode as an object")
        }
        return options.members.map { ($0.name, $0.value.text ?? "") }
    }
}
