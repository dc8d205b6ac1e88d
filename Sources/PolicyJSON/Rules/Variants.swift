/// Decodes and encodes values whose case, or class, a tag in the JSON names: enumerations with associated values, and base
/// classes.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"type":"spot","x":1,"y":2}`, `{"y":2,"x":1,"type":"spot"}` | `spot(Point(x: 1, y: 2))` |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"type":"disc","radius":1,"label":"a"}`, `{"type":"disc","radius":1}` | `disc(radius: 1, label: Optional("a"))`, `disc(radius: 1, label: nil)` |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"type":"none"}`, `{"type":"note","_0":"a"}` | `none`, `note("a")` |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"type":"group","_0":[{"type":"none"},{"type":"note","_0":"a"}]}` | `group([Figure.none, Figure.note("a")])` |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"type":"cube"}`, `{"type":"Spot","x":1,"y":2}` | fails: Figure has no case named |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"type":[],"x":1}`, `{"x":1,"y":2}`, `{"type":null,"x":1}` | fails: No tag at type names a variant of Figure. |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"type":"spot","x":"1","y":2}` | fails: Expected to decode Int but found a string instead. |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"cube":{}}`, `{"spot":{}}`, `[]`, `"none"`, `null`, no key | declines |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Figure` | `{"note":{"_0":"a"}}` | `note("a")` |
/// | `Variants(of: Figure.self, .internally(by: "type"))` | `Point`, `Shape` | `{"type":"circle","_0":1}` | declines |
/// | `Variants(of: Figure.self, .internally(by: "kind"), cases: ["1": "none", "dot": "spot"])` | `Figure` | `{"kind":1}`, `{"kind":"1"}`, `{"kind":"dot","x":1,"y":2}`, `{"kind":"none"}` | `none`, `none`, `spot(Point(x: 1, y: 2))`, `none` |
/// | `Variants(of: Figure.self, .adjacently(by: "t", in: "c"))` | `Figure` | `{"t":"note","c":"a"}`, `{"c":{"x":1,"y":2},"t":"spot"}`, `{"t":"disc","c":{"radius":1}}`, `{"t":"none"}`, `{"t":"none","c":null}` | `note("a")`, `spot(Point(x: 1, y: 2))`, `disc(radius: 1, label: nil)`, `none`, `none` |
/// | `Variants(of: Figure.self, .adjacently(by: "t", in: "c"))` | `Figure` | `{"t":"note"}` | fails: No value associated with key |
/// | `Variants(of: Figure.self, .externally)` | `Figure` | `{"note":"a"}`, `{"spot":{"x":1,"y":2}}`, `"none"`, `{"none":null}` | `note("a")`, `spot(Point(x: 1, y: 2))`, `none`, `none` |
/// | `Variants(of: Figure.self, .externally)` | `Figure` | `{"disc":{"radius":1}}`, `{"note":{"_0":"a"}}` | `disc(radius: 1, label: nil)`, `note("a")` |
/// | `Variants(of: Figure.self, .externally)` | `Figure` | `{}`, `[]`, `1`, `null`, no key | declines |
/// | `Variants(of: Figure.self, .asPairs)` | `Figure` | `["note","a"]`, `["spot",{"x":1,"y":2}]`, `["disc",{"radius":1}]`, `["none",{}]`, `["none"]`, `["group",[["none"]]]` | `note("a")`, `spot(Point(x: 1, y: 2))`, `disc(radius: 1, label: nil)`, `none`, `none`, `group([Figure.none])` |
/// | `Variants(of: Figure.self, .asPairs)` | `Figure` | `["note"]` | fails: No value associated with key |
/// | `Variants(of: Figure.self, .asPairs)` | `Figure` | `["cube",{}]` | fails: Figure has no case named |
/// | `Variants(of: Figure.self, .asPairs)` | `Figure` | `[]`, `[{},"note"]`, `[null,"a"]` | fails: No tag at [0] names a variant of Figure. |
/// | `Variants(of: Figure.self, .asPairs)` | `Figure` | `["note","a",1]` | fails: The array has more than a tag of Figure and its contents. |
/// | `Variants(of: Figure.self, .asPairs)` | `Figure` | `{"note":{"_0":"a"}}` | `note("a")` |
/// | `Variants(of: Figure.self, .asPairs)` | `Figure` | `{"x":1,"y":2}`, `"none"`, `1`, `null`, no key | declines |
/// | `Variants(of: Figure.self, .untagged)` | `Figure` | `"a"`, `{"x":1,"y":2}`, `{"radius":1}`, `"none"`, `[]` | `note("a")`, `spot(Point(x: 1, y: 2))`, `disc(radius: 1, label: nil)`, `none`, `group([])` |
/// | `Variants(of: Figure.self, .untagged)` | `Figure` | `{"radius":3,"x":1,"y":2}` | `spot(Point(x: 1, y: 2))` |
/// | `Variants(of: Figure.self, .untagged)` | `Figure` | `["a",{"x":1,"y":2}]` | `group([Figure.note("a"), Figure.spot(Point(x: 1, y: 2))])` |
/// | `Variants(of: Figure.self, .untagged)` | `Figure` | `{"note":{"_0":"a"}}` | `note("a")` |
/// | `Variants(of: Figure.self, .untagged)` | `Figure` | `1`, `{}`, `{"x":1}`, `{"x":"1","y":2}` | fails: No case of Figure can be decoded. |
/// | `Variants(of: Figure.self, .untagged)` | `Point`, `Shape` | `1`, no key | declines |
/// | `Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self])` | `Vehicle` | `{"type":"car","name":"a","wheels":3}` | `car a, 3` |
/// | `Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self])` | `Vehicle` | `{"name":"a"}` | `vehicle a` |
/// | `Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self])` | `Vehicle` | `{"type":"boat","name":"a"}` | fails: Vehicle has no variant for "boat"; it has: car. |
/// | `Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self], otherwise: Vehicle.self)` | `Vehicle` | `{"type":"boat","name":"a"}`, `{"type":"car","name":"a","wheels":3}`, `{"name":"a"}` | `vehicle a`, `car a, 3`, `vehicle a` |
/// | `Variants(of: Vehicle.self, .internally(by: "type"), types: ["van": Vehicle.self], otherwise: Car.self)` | `Vehicle` | `{"type":"boat","name":"a","wheels":3}`, `{"name":"a","wheels":3}`, `{"type":"van","name":"a"}` | `car a, 3`, `car a, 3`, `vehicle a` |
///
/// In the table `Figure` has the cases `none`, `note(String)`, `spot(Point)`, `disc(radius: Int, label: String?)` and
/// `group([Figure])`.
///
/// Enumerations need a synthesized `Codable`. The tag is the name of a case in `CodingKeys`, unless `cases` gives it
/// another. Associated values with labels are members of the contents, and so are several without, as `_0`, `_1` and so
/// on; a single one without a label is the contents as a whole, or, where the contents have it, the member `_0`. Base
/// classes need `types`: the tag of each class; a value without a tag is decoded as the base class. Tags are strings, or
/// the digits of numbers. `otherwise` is the class of values whose tag is unknown, or, in objects, missing.
///
/// An unknown tag is an unknown case: ``UnknownCases`` and ``Fallbacks`` answer, and ``LossyCollections`` drops such an
/// element. Each value for which a case or class is selected is in the report. ``UnknownKeys`` does not count the tag.
/// Enumerations with external tags and without tags are first decoded strictly; for all others the rule watches, because a
/// document with tags is not an error.
///
/// The same rule encodes the values, in an ``EncodingPolicy``. Contents that are not objects cannot contain the tag: under
/// internal tags they are the member `_0`, as are ``RawJSON``, dictionaries, enumerations, values of optional types and
/// values for which another rule answers. Under external tags a value of an optional type that is not a scalar is that
/// member, too, because strict decoding, which comes first, takes an object without it for `nil`. A member of the
/// contents that has the name of an internal tag must have the tag as its value, or encoding fails.
public struct Variants: DecodingRule {
    /// Where the tag is.
    public struct Tagging: Sendable, Hashable, CustomStringConvertible, SourceDescribed {
        enum Kind: Hashable {
            case internally(String)
            case adjacently(String, String)
            case externally
            case asPairs
            case untagged
        }

        let kind: Kind

        /// A member of the object that also has the contents: `{"type": "circle", "radius": 1}`.
        ///
        /// - Parameter key: the name of the member.
        public static func internally(by key: String) -> Tagging { Tagging(kind: .internally(key)) }

        /// A member next to the one with the contents: `{"type": "circle", "value": {"radius": 1}}`.
        ///
        /// - Parameters:
        ///   - key: the name of the tag's member.
        ///   - contents: the name of the contents' member.
        public static func adjacently(by key: String, in contents: String) -> Tagging {
            Tagging(kind: .adjacently(key, contents))
        }

        /// The name of the only member, whose value is the contents: `{"circle": {"radius": 1}}`. A string is a case without
        /// contents.
        public static let externally = Tagging(kind: .externally)

        /// An array of the tag and the contents: `["circle", {"radius": 1}]`. A case without contents may have an empty object there, as
        /// it is encoded, or nothing; a single associated value without a label that is `nil`, or a missing ``Presence``, is `null`.
        public static let asPairs = Tagging(kind: .asPairs)

        /// No tag: the contents alone decide, `{"radius": 1}`. For enumerations: the first case, in the order of declaration, whose
        /// associated values decode without a repair, or otherwise the first whose values decode. A string that is the name of
        /// a case without associated values is that case. List the rule before ``UnknownCases``. If cases that contain each other are
        /// tried too often for the length of the document, it fails.
        public static let untagged = Tagging(kind: .untagged)

        @_optimize(size)
        var sourceText: String {
            let quoted = RawJSON.quoted
            return switch kind {
            case .internally(let key): ".internally(by: \(quoted(key)))"
            case .adjacently(let key, let contents): ".adjacently(by: \(quoted(key)), in: \(quoted(contents)))"
            case .externally: ".externally"
            case .asPairs: ".asPairs"
            case .untagged: ".untagged"
            }
        }
    }

    /// The enumeration or base class.
    let type: Any.Type
    /// Where the tag is.
    let tagging: Tagging
    /// The tags of cases that have another name, each with the name.
    let cases: [String: String]
    /// The tags of classes.
    let types: [String: Any.Type]
    /// The class of values whose tag is missing or unknown.
    let otherwise: Any.Type?
    /// The names of types that a policy file names and the program does not have.
    private var unknownTypes: [String: String] = [:]

    /// Creates the rule for an enumeration with associated values.
    ///
    /// - Parameters:
    ///   - type: the enumeration.
    ///   - tagging: where the tag is.
    ///   - cases: the tags of cases that have another name, each with the name. Default: none. Of several tags of a case
    ///     the first in alphabetical order is encoded.
    public init(of type: any Codable.Type, _ tagging: Tagging, cases: [String: String] = [:]) {
        self.init(type, tagging, cases, [:], otherwise: nil)
    }

    /// Creates the rule for a base class.
    ///
    /// - Parameters:
    ///   - type: the base class.
    ///   - tagging: where the tag is.
    ///   - types: the tags of classes.
    ///   - otherwise: the class of values whose tag is missing or unknown, such as the base class. Default: a missing tag means the
    ///     base class, and an unknown one is an error.
    public init(
        of type: any Codable.Type, _ tagging: Tagging, types: [String: any Codable.Type],
        otherwise: (any Codable.Type)? = nil
    ) {
        self.init(type, tagging, [:], types.mapValues { $0 as Any.Type }, otherwise: otherwise)
    }

    private init(
        _ type: Any.Type, _ tagging: Tagging, _ cases: [String: String], _ types: [String: Any.Type],
        otherwise: Any.Type?
    ) {
        self.otherwise = otherwise
        self.type = type
        self.tagging = tagging
        self.cases = cases
        self.types = types
    }

    @_optimize(size)
    var sourceText: String {
        let cases = cases.inKeyOrder().map { "\(RawJSON.quoted($0.key)): \(RawJSON.quoted($0.value))" }
        let types = types.inKeyOrder().map {
            "\(RawJSON.quoted($0.key)): \(typeName($0.value, "types/" + $0.key)).self"
        }
        var text = "Variants(of: \(typeName(type, "of")).self, \(tagging)"
        if !cases.isEmpty { text += ", cases: [\(cases.joined(separator: ", "))]" }
        if !types.isEmpty { text += ", types: [\(types.joined(separator: ", "))]" }
        if let otherwise { text += ", otherwise: \(typeName(otherwise, "otherwise")).self" }
        return text + ")"
    }

    private func typeName(_ type: Any.Type, _ role: String) -> String { unknownTypes[role] ?? "\(type)" }

    var listedSituations: RepairSituation {
        // Objects without the name of a case are unknown cases.
        if tagging == .untagged { return [.unknownCase, .failure] }
        return tagging == .externally && selectsCases ? .failure : .variant
    }

    /// Whether the type is an enumeration.
    var selectsCases: Bool { types.isEmpty && otherwise == nil }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.requestedType == type else { return .decline }
        let contents: DecodingPath
        let member: DecodingPath
        let tag: String?
        switch tagging.kind {
        case .internally(let key):
            (contents, member) = (DecodingPath(), DecodingPath([.key(key)]))
            tag = Self.tag(at: member, context)
        case .adjacently(let key, let name):
            (contents, member) = (DecodingPath([.key(name)]), DecodingPath([.key(key)]))
            tag = Self.tag(at: member, context)
        case .externally:
            tag = context.string?.withOrderedMarks() ?? context.onlyMember
            // A string has no members: there are no contents.
            member = DecodingPath([.key(tag ?? "")])
            contents = member
            // The only member of a base class, which has no tag.
            if let tag, !selectsCases, types[tag] == nil, context.scalar(at: member) != nil { return .decline }
        case .asPairs:
            (contents, member) = (DecodingPath([.index(1)]), DecodingPath([.index(0)]))
            tag = Self.tag(at: member, context)
            if context.hasValue(at: DecodingPath([.index(2)])) {
                return .reject("The array has more than a tag of \(type) and its contents.")
            }
        case .untagged:
            guard selectsCases, let names = context.enumCaseNames else { return .decline }
            let name = context.string?.withOrderedMarks()
            return .decodeFirstCase(of: CaseCandidates(plain: name.map { cases[$0] ?? $0 }, names: names))
        }
        if let tag { return answer(tag.withOrderedMarks(), contents, member) }
        if let otherwise = otherwise as? any Decodable.Type, otherwise != type, context.kind == .object {
            // Without a tag it is encoded as it is.
            return .decode(as: otherwise, at: context.hasValue(at: contents) ? contents : DecodingPath())
        }
        // The synthesized form has one member, the case.
        let kind: JSONKind = tagging == .asPairs ? .array : .object
        if !selectsCases || context.kind != kind || tagging == .externally || context.onlyMember != nil {
            return .decline
        }
        return .reject("No tag at \(member) names a variant of \(type).")
    }

    private func answer(_ tag: String, _ contents: DecodingPath, _ member: DecodingPath) -> Repair {
        if selectsCases {
            let paths = VariantPaths(contents: contents, selector: member, areOfPair: tagging == .asPairs)
            return Repair(action: .selectCase(cases[tag] ?? tag, paths))
        }
        if let selected = (types[tag] ?? otherwise) as? any Decodable.Type {
            return .decode(as: selected, at: contents, selectedBy: member)
        }
        let known = types.keys.inTextOrder().joined(separator: ", ")
        return .reject("\(type) has no variant for \(RawJSON.quoted(tag)); it has: \(known).")
    }

    /// The tag at a path: the text of a string, a number or a Boolean.
    private static func tag(at path: DecodingPath, _ context: DecodingRuleContext) -> String? {
        switch context.scalar(at: path)?.form {
        case .string(let text), .number(let text): text
        case .bool(let value): "\(value)"
        case .null, .document, .unchecked, nil: nil
        }
    }
}

// MARK: Policy files

extension Variants {
    private enum CodingKeys: CodingKey { case of, tagging, by, `in`, cases, types, otherwise }

    @_optimize(size)
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let registry = decoder.userInfo[.policyRegistry] as? PolicyRegistry ?? PolicyRegistry()
        let tagging = try container.choice(
            .tagging,
            of: [
                "internally": "internally", "adjacently": "adjacently", "externally": "externally",
                "asPairs": "asPairs", "untagged": "untagged",
            ])
        let kind: Tagging
        switch tagging {
        case "internally": kind = .internally(by: try container.decode(String.self, forKey: .by))
        case "adjacently":
            kind = .adjacently(
                by: try container.decode(String.self, forKey: .by), in: try container.decode(String.self, forKey: .in))
        case "asPairs": kind = .asPairs
        default: kind = tagging == "untagged" ? .untagged : .externally
        }
        var unused: [CodingKeys] = tagging == "internally" ? [.in] : tagging == "adjacently" ? [] : [.by, .in]
        if tagging == "untagged" { unused += [.types, .otherwise] }
        try container.reject(unused: unused)
        var unknown: [String: String] = [:]
        func type(_ name: String, _ role: String, at path: [any CodingKey]) throws -> Any.Type {
            if let type = try registry.type(named: name, at: path) { return type }
            unknown[role] = name
            return Never.self
        }
        let base = try type(
            try container.decode(String.self, forKey: .of), "of", at: container.codingPath + [CodingKeys.of])
        var types: [String: Any.Type] = [:]
        for (tag, name) in try container.decodeIfPresent([String: String].self, forKey: .types) ?? [:] {
            let path: [any CodingKey] = container.codingPath + [CodingKeys.types, JSONKey(tag)]
            types[tag] = try type(name, "types/" + tag, at: path)
        }
        let otherwise = try container.decodeIfPresent(String.self, forKey: .otherwise).map {
            try type($0, "otherwise", at: container.codingPath + [CodingKeys.otherwise])
        }
        if !types.isEmpty || otherwise != nil { try container.reject(unused: [.cases]) }
        self.init(
            base, kind, try container.decodeIfPresent([String: String].self, forKey: .cases) ?? [:], types,
            otherwise: otherwise)
        unknownTypes = unknown
    }

    @_optimize(size)
    func encode(to encoder: any Encoder) throws {
        let registry = encoder.userInfo[.policyRegistry] as? PolicyRegistry ?? PolicyRegistry()
        func name(of type: Any.Type) throws -> String {
            if let name = registry.name(of: type) { return name }
            throw PolicyFileProblem(code: .notWritable, message: "the type \(type) is not registered")
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name(of: type), forKey: .of)
        switch tagging.kind {
        case .internally(let key):
            try container.encode("internally", forKey: .tagging)
            try container.encode(key, forKey: .by)
        case .adjacently(let key, let contents):
            try container.encode("adjacently", forKey: .tagging)
            try container.encode(key, forKey: .by)
            try container.encode(contents, forKey: .in)
        case .externally: try container.encode("externally", forKey: .tagging)
        case .asPairs: try container.encode("asPairs", forKey: .tagging)
        case .untagged: try container.encode("untagged", forKey: .tagging)
        }
        if !cases.isEmpty { try container.encode(cases, forKey: .cases) }
        if !types.isEmpty { try container.encode(types.mapValues(name(of:)), forKey: .types) }
        if let otherwise { try container.encode(name(of: otherwise), forKey: .otherwise) }
    }

    @_optimize(size)
    var explanation: String {
        let (tag, contents) =
            switch tagging.kind {
            case .internally(let key): ("the member \(key)", "")
            case .adjacently(let key, let contents):
                ("the member \(key)", ", from the contents in the member \(contents)")
            case .externally: ("the name of the only member", "")
            case .asPairs: ("the first of two elements", ", from the second")
            case .untagged: ("", "")
            }
        let known =
            cases.map { "\($0) for \($1)" } + types.map { "\($0) for \(typeName($1, "types/" + $0))" }
        if tagging == .untagged {
            return "Decodes \(typeName(type, "of")) as the first case whose values can be decoded."
        }
        return "Decodes \(typeName(type, "of")) as the variant that \(tag) names\(contents)"
            + (known.isEmpty ? "" : ": \(known.inTextOrder().joined(separator: ", "))")
            + (otherwise.map { "; without a known one as \(typeName($0, "otherwise"))." } ?? ".")
    }
}

// MARK: Lint

extension Variants: LibraryRule, BidirectionalRule, RuleForType {
    func covers(_ other: Variants) -> Bool {
        // Types may have the same name, and so the same description.
        description == other.description && type == other.type && otherwise == other.otherwise
            && types.allSatisfy { other.types[$0] == $1 }
    }

    var doesNothing: Bool { tagging == .untagged && !selectsCases }

    var findings: [(code: PolicyFinding.Code, message: String)] {
        // Of several tags the first is encoded.
        let tags = Dictionary(grouping: cases.keys) { cases[$0] ?? $0 }
        let own = cases.filter { tag, name in
            tag == name && (tags[name]?.count == 1 || tags[name]?.min() != tag)
        }
        return AliasFindings.useless(own.mapValues { [$0] })
    }

    func finding(after other: any DecodingRule) -> String? {
        guard tagging == .untagged, let rule = other as? UnknownCases, rule.mayAnswer(forObjectsAs: type) else {
            return nil
        }
        return "should precede \(rule), which answers for objects before it does"
    }
}
