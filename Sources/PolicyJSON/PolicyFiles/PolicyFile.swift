public import FoundationImport
@_spi(Cursor) public import JSONTape

/// A policy in a file, so that it can be changed without a release.
///
/// ```json
/// {
///   "version": 1,
///   "rules": [
///     {"rule": "NumbersFromStrings", "trimmingWhitespace": true},
///     {"at": "items[*].price", "rules": [{"rule": "Rounding", "direction": "down"}]},
///     {"for": "PaymentType", "rules": [{"rule": "UnknownCases", "fallback": "useNil"}]}
///   ]
/// }
/// ```
///
/// The format is described in <doc:PolicyFiles>. Everything unknown in a file (a version, a rule, a type, an
/// option, a member) is rejected, with line and column; nothing is skipped.
public struct PolicyFile: Sendable {
    /// The version of the format that this library writes, and the only one that it reads.
    public static let version = 1

    /// The policy.
    public let policy: DecodingPolicy
    private let locations: [[Int]: JSONLocation]

    /// Reads a policy.
    ///
    /// - Parameters:
    ///   - json: the file's contents, as text or in UTF-8, UTF-16 or UTF-32.
    ///   - registry: the names of rules and types. Default: the library's own rules.
    /// - Throws: ``PolicyFileError`` with the kind of error and its location: the file is not JSON, or contains
    ///   something unknown or invalid.
    @_semantics("optimize.sil.specialize.generic.never")
    public init<Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ json: borrowing Bytes, registry: PolicyRegistry = PolicyRegistry()
    ) throws(PolicyFileError) {
        let decoder = PolicyJSONDecoder(policy: Self.policyOfFiles)
        decoder.userInfo = [.policyRegistry: registry]
        do throws(JSONDecodingError) {
            let document = try decoder.decodeReporting(Document.self, from: json).value
            policy = DecodingPolicy(document.rules.map(\.rule))
            var locations: [[Int]: JSONLocation] = [:]
            for (index, element) in document.rules.enumerated() { element.addLocations(at: [index], to: &locations) }
            self.locations = locations
        } catch {
            throw PolicyFileError(error)
        }
    }

    private static let policyOfFiles = DecodingPolicy {
        UnknownKeys(.fail)
        DuplicateKeys(.fail)
    }

    /// Reads a policy from a file.
    ///
    /// - Parameters:
    ///   - url: the file.
    ///   - registry: the names of rules and types. Default: the library's own rules.
    /// - Throws: ``PolicyFileError`` with the code `unreadable` if the file cannot be read; otherwise as for
    ///   ``init(_:registry:)``.
    @_optimize(size)
    public init(contentsOf url: URL, registry: PolicyRegistry = PolicyRegistry()) throws(PolicyFileError) {
        let data: Data
        do {
            data = try Data(contentsOf: url)
        } catch {
            let file = url.isFileURL ? url.path : url.absoluteString
            throw PolicyFileError(
                code: .unreadable, message: "\(file): \(error.localizedDescription)", path: "", location: nil)
        }
        try self.init(data, registry: registry)
    }

    /// The location of a rule or scope in the file.
    ///
    /// - Parameter position: the rule's index among the policy's rules, preceded by those of the enclosing scopes, as
    ///   in ``PolicyFinding/position``.
    /// - Returns: where the rule starts; `nil` if there is no rule at the position.
    public func location(of position: [Int]) -> JSONLocation? { locations[position] }

    private struct Document: Decodable {
        let rules: [PolicyFileElement]

        enum CodingKeys: CodingKey {
            case version, rules
        }

        @_optimize(size)
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // Checked first, because another version may have other members.
            let version = try container.decode(Int.self, forKey: .version)
            guard version == PolicyFile.version else {
                throw PolicyFileProblem(
                    code: .unknownVersion,
                    message: "version \(version) is not known; this library reads \(PolicyFile.version)"
                ).at(container.codingPath + [CodingKeys.version])
            }
            try decoder.requireMembers(named: [CodingKeys.version, .rules].map(\.stringValue))
            rules = try container.decode([PolicyFileElement].self, forKey: .rules)
        }
    }
}

extension CodingUserInfoKey {
    // The initializer fails only for an empty text.
    static let policyRegistry = CodingUserInfoKey(rawValue: "PolicyJSON.policyRegistry")!
}

/// One rule or scope of a file.
struct PolicyFileElement: Decodable {
    let rule: any DecodingRule
    private let location: JSONLocation?
    private let inner: [PolicyFileElement]

    enum CodingKeys: String, CodingKey, CaseIterable {
        case rule, at, `for`, without, rules
    }

    @_optimize(size)
    init(from decoder: any Decoder) throws {
        let registry = decoder.userInfo[.policyRegistry] as? PolicyRegistry ?? PolicyRegistry()
        location = (decoder as? ValueDecoder).map { $0.core.location(of: $0.reference) }
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // In a rule, `for` is an option.
        let scopes: [CodingKeys] = container.contains(.rule) ? [.at, .without] : [.at, .for, .without]
        let kinds = ([.rule] + scopes).filter { container.contains($0) }
        guard let kind = kinds.first, kinds.count == 1 else {
            throw PolicyFileProblem(
                code: .invalidForm, message: "needs exactly one of \"rule\", \"at\", \"for\" and \"without\""
            ).at(container.codingPath)
        }
        let name = try container.decode(String.self, forKey: kind)
        let path = container.codingPath + [kind]
        // The name is checked first: in an unknown scope, other errors are irrelevant.
        let makeRule: ([PolicyFileElement]) throws -> any DecodingRule
        switch kind {
        case .rule:
            let known = try registry.rule(name, at: path)
            makeRule = { _ in try RuleDecoder.decode(known, from: decoder) }
        case .without:
            let known = try registry.rule(name, at: path)
            let type = known.type == UnknownRule.self ? nil : known.type
            makeRule = { _ in Without<any DecodingRule>(named: name, type: type) }
        case .at:
            let pattern = try Self.pattern(name, at: path)
            makeRule = { inner in At(pattern) { DecodingPolicy(inner.map(\.rule)) } }
        default:
            let type = try registry.type(named: name, at: path)
            makeRule = { inner in
                type.map { For<any DecodingRule>($0) { DecodingPolicy(inner.map(\.rule)) } }
                    ?? For(unknownType: name, inner.map(\.rule))
            }
        }
        let mayHaveRules = kind == .at || kind == .for
        if kind != .rule {
            let members: [CodingKeys] = mayHaveRules ? [kind, .rules] : [kind]
            try decoder.requireMembers(named: members.map(\.stringValue))
        }
        inner = mayHaveRules ? try container.decode([PolicyFileElement].self, forKey: .rules) : []
        rule = try makeRule(inner)
    }

    private static func pattern(_ text: String, at path: [any CodingKey]) throws -> PathPattern {
        do throws(InvalidPattern) {
            return try PathPattern(text)
        } catch {
            throw PolicyFileProblem(code: .invalidOption, message: error.description).at(path)
        }
    }

    func addLocations(at position: [Int], to locations: inout [[Int]: JSONLocation]) {
        locations[position] = location
        for (index, element) in inner.enumerated() { element.addLocations(at: position + [index], to: &locations) }
    }
}

extension PolicyRegistry {
    @_optimize(size)
    fileprivate func rule(_ name: String, at path: [any CodingKey]) throws -> Rule {
        if let rule = rules[name] { return rule }
        if name == Validate.ruleName {
            throw PolicyFileProblem(
                code: .unknownRule,
                message: "Validate has a closure, which a file cannot contain; register the rule under another name"
            ).at(path)
        }
        let known = ruleNames.joined(separator: ", ")
        throw PolicyFileProblem(
            code: .unknownRule, message: "there is no rule \(name.quoted(meaningOneOf: ruleNames)); there are: \(known)"
        ).at(path)
    }

    /// - Returns: `nil` for a name without a type.
    func type(named name: String, at path: [any CodingKey]) throws -> Any.Type? {
        if let type = types[name] { return type }
        let known = types.isEmpty ? "none is registered" : "there are: \(typeNames.joined(separator: ", "))"
        throw PolicyFileProblem(
            code: .unknownType, message: "there is no type \(name.quoted(meaningOneOf: typeNames)); \(known)"
        ).at(path)
    }
}
