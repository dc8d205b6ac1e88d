internal import FoundationImport

/// Finds members whose names differ from the model's keys.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `KeyMatching(.snakeCase)` | `Link` | `{"image_url":"u"}`, `{"imageURL":"u","image_url":"v"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(.snakeCase)` | `Link` | `{"ImageURL":"u"}`, `{"image-url":"u"}`, `{"IMAGE_URL":"u"}`, `{}` | declines |
/// | `KeyMatching(.snakeCase)` | `Line` | `{"address_2":"a"}` | `Line(address2: "a")` |
/// | `KeyMatching(.kebabCase)` | `Link` | `{"image-url":"u"}`, `{"imageURL":"u","image-url":"v"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(.kebabCase)` | `Link` | `{"image_url":"u"}`, `{"Image-Url":"u"}`, `{}` | declines |
/// | `KeyMatching(.kebabCase)` | `Line` | `{"address2":"a"}`, `{"address-2":"a"}` | `Line(address2: "a")` |
/// | `KeyMatching(.screamingSnakeCase)` | `Link` | `{"IMAGE_URL":"u"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(.screamingSnakeCase)` | `Link` | `{"image_url":"u"}`, `{"IMAGEURL":"u"}` | declines |
/// | `KeyMatching(.pascalCase)` | `Link` | `{"ImageURL":"u"}`, `{"ImageUrl":"u"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(.pascalCase)` | `Link` | `{"Imageurl":"u"}`, `{"Image_URL":"u"}` | declines |
/// | `KeyMatching(.caseInsensitive)` | `Link` | `{"imageurl":"u"}`, `{"IMAGEURL":"u"}`, `{"ImageURL":"u","IMAGEURL":"v"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(.caseInsensitive)` | `Link` | `{"image_url":"u"}`, `{"imageURLs":"u"}`, `{"":"u"}` | declines |
/// | `KeyMatching(.separatorInsensitive)` | `Link` | `{"image_URL":"u"}`, `{"image-URL":"u"}`, `{"image.URL":"u"}`, `{" imageURL ":"u"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(.separatorInsensitive)` | `Link` | `{"image_url":"u"}` | declines |
/// | `KeyMatching([.caseInsensitive, .separatorInsensitive])` | `Link` | `{"Image-Url":"u"}`, `{"IMAGE_URL":"u"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(aliases: ["imageURL": ["img", "pic"]])` | `Link` | `{"pic":"v","img":"u"}`, `{"img":"u"}`, `{"pic":"u"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(aliases: ["imageURL": ["img", "pic"]])` | `Link` | `{"Img":"u"}`, `{"image_url":"u"}` | declines |
/// | `KeyMatching(aliases: ["imageURL": ["img", "pic"]])` | `Link` | `{"img":1}` | fails: Expected to decode String but found number instead. |
/// | `KeyMatching(["imageURL": ["links.image", "images[0]"]])` | `Link` | `{"links":{"image":"u"}}`, `{"images":["u","v"],"links":{}}`, `{"images":["v"],"links":{"image":"u"}}` | `Link(imageURL: "u")` |
/// | `KeyMatching(["imageURL": ["links.image", "images[0]"]])` | `Link` | `{"imageURL":"u","links":{"image":"v"}}` | `Link(imageURL: "u")` |
/// | `KeyMatching(["imageURL": ["links.image", "images[0]"]])` | `Link` | `{"links.image":"u"}`, `{"image":"u"}`, `{"links":["u"]}`, `{"images":[]}`, `{"images":{"0":"u"}}` | declines |
/// | `KeyMatching(["imageURL": ["links.image", "images[0]"]])` | `Link` | `{"links":{"image":null},"images":["u"]}` | fails: Cannot get value of type String -- found null value instead |
/// | `KeyMatching(["imageURL": "imageURL.url"])` | `Link` | `{"imageURL":{"url":"u"}}`, `{"imageURL":"u"}` | `Link(imageURL: "u")` |
/// | `KeyMatching(["imageURL": "imageURL.url"])` | `Link` | `{"imageURL":{"uri":"u"}}` | declines |
/// | `KeyMatching(["imageURL": ["imageURL.url", "imageURL.src"]])` | `Link` | `{"imageURL":{"src":"u"}}`, `{"imageURL":{"src":"v","url":"u"}}` | `Link(imageURL: "u")` |
/// | `KeyMatching(.caseInsensitive)` | `[String: Int]` | `{"A":1}` | declines |
///
/// Separators are `_`, `-`, `.` and space. A member with the key's own name is always preferred; then paths and aliases
/// in their order, then snake case, kebab case, screaming snake case and Pascal case, and then the first member in the
/// document that is equal when case (of ASCII letters) or separators are ignored. The rule converts the model's key, not the document's: unlike with `convertFromSnakeCase`,
/// `imageURL` needs no `CodingKeys`, and an encoder's `image_url` is decoded as `imageURL`. Keys of dictionaries come
/// from the document and are unchanged.
///
/// Paths start at the object that lacks the key and have the syntax of ``PathPattern``, without wildcards; the first at
/// which there is a value is used, also if that is `null`. A path that begins with the key's own name is used if the member cannot
/// be decoded: the rule selects the value inside it. That includes values of dictionaries. Aliases are names: a dot in an alias
/// is part of the name.
///
/// The rule is also an ``EncodingRule``: an ``EncodingPolicy`` with the same rule writes what the decoder finds. A key
/// with paths is written to its first path without indexes, into nested objects; the others in the rule's case
/// convention. Aliases, and names that are compared without case or separators, are only for decoding. The names and paths
/// that a model's keys get must differ from each other and from its other keys: of two keys with one name the last is
/// written, and a member that has a key's own name is decoded for that key.
///
/// Leave the decoder's `keyDecodingStrategy` unset: `convertFromSnakeCase` converts the names in the document before the
/// rule sees them, so that `KeyMatching(.snakeCase)` finds nothing (``PolicyJSONDecoder/lint()``).
///
/// Each member that is found this way is in the report; paths show the model's keys, and JSON Pointers the names in the
/// document, so that scopes and redaction use the model's keys. For a missing member the error is the strict one, with
/// the model's key. A key that an object has costs nothing; for each missing key, including optional ones, the rule's
/// names are looked up, and if case or separators are ignored, each member's name is compared. With aliases inside
/// ``For`` the same key may have different names in different models.
public struct KeyMatching: KeyMatchingRule, EncodingRule {
    /// How names may differ.
    public struct Style: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Ignores upper and lower case of ASCII letters.
        public static let caseInsensitive = Style(rawValue: 1)
        /// Ignores `_`, `-`, `.` and space.
        public static let separatorInsensitive = Style(rawValue: 2)
        /// The document's name is the model's in snake case.
        public static let snakeCase = Style(rawValue: 4)
        /// The document's name is the model's in kebab case: `image-url`.
        public static let kebabCase = Style(rawValue: 8)
        /// The document's name is the model's in uppercase snake case: `IMAGE_URL`.
        public static let screamingSnakeCase = Style(rawValue: 16)
        /// The document's name is the model's with words that begin with uppercase letters: `ImageURL`, `ImageUrl`.
        public static let pascalCase = Style(rawValue: 32)

        /// The conventions of the style, in the order in which names are looked up.
        var conventions: [NameConvention] {
            let all: KeyValuePairs<Style, NameConvention> = [
                .snakeCase: .snakeCase, .kebabCase: .kebabCase, .screamingSnakeCase: .screamingSnakeCase,
                .pascalCase: .pascalCase,
            ]
            return all.filter { contains($0.key) }.map(\.value)
        }
    }

    /// Paths at which the value of a key may be, in order of preference. A literal is one path or an array of paths.
    public struct Paths: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
        /// The paths, each from the object that lacks the key.
        let candidates: [DecodingPath]

        /// Creates a list of paths.
        ///
        /// - Parameter candidates: the paths, in order of preference.
        public init(_ candidates: [DecodingPath]) { self.candidates = candidates }

        /// Creates a list of one path. An invalid literal is a programming error and traps.
        public init(stringLiteral path: String) { self.init([DecodingPath(stringLiteral: path)]) }

        /// Creates a list of paths.
        public init(arrayLiteral candidates: DecodingPath...) { self.init(candidates) }
    }

    /// How names may differ.
    let style: Style
    /// Paths at which the values of the model's keys may be.
    let paths: [String: Paths]
    /// Other names of the model's keys, in order of preference.
    let aliases: [String: [String]]

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - style: how names may differ. Default: they may not.
    ///   - paths: paths at which the values of the model's keys may be, in order of preference. Default: none.
    ///   - aliases: other names of the model's keys, in order of preference. Default: none.
    public init(_ style: Style = [], paths: [String: Paths] = [:], aliases: [String: [String]] = [:]) {
        self.style = style
        self.paths = paths
        self.aliases = aliases
    }

    /// Creates the rule with paths only: `KeyMatching(["name": "profile.name", "city": ["address.city", "city_name"]])`.
    ///
    /// - Parameter paths: paths at which the values of the model's keys may be, in order of preference.
    public init(_ paths: [String: Paths]) { self.init([], paths: paths) }

    @_optimize(size)
    var sourceText: String {
        var parts = style.isEmpty ? [] : [style.sourceTextIfAny]
        if !paths.isEmpty {
            let pairs = paths.inKeyOrder().map { "\(RawJSON.quoted($0.key)): \($0.value)" }
            parts.append("\(style.isEmpty ? "" : "paths: ")[\(pairs.joined(separator: ", "))]")
        }
        if !aliases.isEmpty {
            let pairs = aliases.inKeyOrder().map { "\(RawJSON.quoted($0.key)): \($0.value)" }
            parts.append("aliases: [\(pairs.joined(separator: ", "))]")
        }
        return "KeyMatching(\(parts.joined(separator: ", ")))"
    }

    var listedSituations: RepairSituation {
        var situations = RepairSituation.absentKey
        if !style.isDisjoint(with: [.caseInsensitive, .separatorInsensitive]) { situations.insert(.memberNames) }
        if paths.keys.contains(where: { !pathsInside($0).isEmpty }) { situations.insert([.mismatch, .failure]) }
        return situations
    }

    /// The rest of those paths of a key that begin with the key's own name.
    @_optimize(size)
    @inline(never)
    private func pathsInside(_ key: String) -> [DecodingPath] {
        let all = paths[key]?.candidates ?? []
        return all.filter { $0.steps.first == .key(key) && $0.steps.count > 1 }.map {
            DecodingPath(Array($0.steps.dropFirst()))
        }
    }

    @_optimize(size)
    func answer(to context: DecodingRuleContext) -> Repair {
        guard let key = context.key, let path = pathsInside(key).first(where: context.hasValue) else {
            return .decline
        }
        return .decodeValue(at: path)
    }

    public func memberPaths(for key: String, of model: Any.Type?) -> [DecodingPath] { paths[key]?.candidates ?? [] }

    public func memberNames(for key: String, of model: Any.Type?) -> [String] {
        (aliases[key] ?? []) + style.conventions.flatMap { $0.names(of: key) }
    }

    public func comparedName(_ name: String, of model: Any.Type?) -> String {
        let ignoresSeparators = style.contains(.separatorInsensitive)
        let ignoresCase = style.contains(.caseInsensitive)
        func isLeftOut(_ byte: UInt8) -> Bool {
            ignoresSeparators && (byte == 0x5F || byte == 0x2D || byte == 0x2E || byte == 0x20)
        }
        func isLowercased(_ byte: UInt8) -> Bool { ignoresCase && (0x41...0x5A).contains(byte) }
        if !name.utf8.contains(where: { isLeftOut($0) || isLowercased($0) }) { return name.withOrderedMarks() }
        let bytes = name.utf8.filter { !isLeftOut($0) }.map { isLowercased($0) ? $0 | 0x20 : $0 }
        // Characters that are left out may have separated marks.
        return String(decoding: bytes, as: UTF8.self).withOrderedMarks()
    }
}

extension KeyMatching.Paths: CustomStringConvertible, SourceDescribed {
    /// The paths as in source code: `"a.b"`, `["a.b", "c"]`.
    @_optimize(size)
    var sourceText: String {
        let quoted = candidates.map { RawJSON.quoted($0.description) }
        return quoted.count == 1 ? quoted[0] : "[\(quoted.joined(separator: ", "))]"
    }
}

// MARK: Encoding

extension KeyMatching {
    var listedEncodingSituations: EncodingSituation { paths.isEmpty && style.conventions.isEmpty ? [] : .key }

    /// Whether all members are written to the object of their model.
    var namesAreInTheirObject: Bool {
        paths.values.allSatisfy { ($0.candidates.lazy.compactMap(\.keys).first?.count ?? 1) == 1 }
    }

    func representation(for context: EncodingRuleContext) -> Representation {
        guard let key = context.key else { return .decline }
        let listed = paths[key]?.candidates.lazy.compactMap(\.keys).first
        return listed.map { .keyPath($0) } ?? style.conventions.first.map { .key($0.name(of: key)) } ?? .decline
    }
}

extension DecodingPath {
    /// The keys of a path without indexes; `nil` for other paths and the empty one.
    var keys: [String]? {
        let keys = steps.compactMap { if case .key(let name) = $0 { name } else { nil } }
        return keys.isEmpty || keys.count < steps.count ? nil : keys
    }
}

// MARK: Policy files

extension KeyMatching.Style: NamedOptions {
    static let names: KeyValuePairs<String, Self> = [
        "caseInsensitive": .caseInsensitive, "separatorInsensitive": .separatorInsensitive, "snakeCase": .snakeCase,
        "kebabCase": .kebabCase, "screamingSnakeCase": .screamingSnakeCase, "pascalCase": .pascalCase,
    ]
}

/// Paths in a policy file: one as a string, several as an array.
private struct PathsInFile: Codable {
    let paths: KeyMatching.Paths

    init(_ paths: KeyMatching.Paths) { self.paths = paths }

    @_optimize(size)
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let texts = try (try? [container.decode(String.self)]) ?? container.decode([String].self)
        paths = KeyMatching.Paths(
            try texts.map { text in
                guard let path = try? DecodingPath(parsing: text), !path.steps.isEmpty else {
                    throw PolicyFileProblem(
                        code: .invalidOption, message: "\(RawJSON.quoted(text)) is not a path"
                    ).at(container.codingPath)
                }
                return path
            })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let texts = paths.candidates.map(\.description)
        if texts.count == 1 { try container.encode(texts[0]) } else { try container.encode(texts) }
    }
}

extension KeyMatching {
    private enum CodingKeys: CodingKey { case style, paths, aliases }

    @_optimize(size)
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.options(.style),
            paths: try container.decodeIfPresent([String: PathsInFile].self, forKey: .paths)?.mapValues(\.paths) ?? [:],
            aliases: try container.decodeIfPresent([String: [String]].self, forKey: .aliases) ?? [:])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(options: style, .style)
        if !paths.isEmpty { try container.encode(paths.mapValues(PathsInFile.init), forKey: .paths) }
        if !aliases.isEmpty { try container.encode(aliases, forKey: .aliases) }
    }

    @_optimize(size)
    var explanation: String {
        var parts: [String] = []
        if style.contains(.snakeCase) { parts.append("in snake case (image_url for imageURL)") }
        if style.contains(.kebabCase) { parts.append("in kebab case (image-url for imageURL)") }
        if style.contains(.screamingSnakeCase) { parts.append("in uppercase snake case (IMAGE_URL for imageURL)") }
        if style.contains(.pascalCase) { parts.append("in Pascal case (ImageURL for imageURL)") }
        if style.contains(.caseInsensitive) { parts.append("in upper or lower case") }
        if style.contains(.separatorInsensitive) { parts.append("with other separators or none") }
        parts += paths.filter { !$0.value.candidates.isEmpty }.inKeyOrder().map {
            "at \($0.value.candidates.map(\.description).joined(separator: " or ")) for \($0.key)"
        }
        parts += aliases.filter { !$0.value.isEmpty }.inKeyOrder().map {
            "\($0.value.joined(separator: " or ")) for \($0.key)"
        }
        if parts.isEmpty { return "Does nothing." }
        return "Also finds a missing key under other names: \(parts.joined(separator: ", "))."
    }
}

// MARK: Lint

extension KeyMatching: LibraryRule, BidirectionalRule {
    var doesNothing: Bool {
        style.isWithoutEffect && aliases.values.allSatisfy(\.isEmpty) && paths.values.allSatisfy(\.candidates.isEmpty)
    }

    var findings: [(code: PolicyFinding.Code, message: String)] {
        let paths = paths.mapValues { $0.candidates.map(\.description) }
        // A key that is the first of its paths is what the encoder writes in place of the second, or of a name in the convention.
        let read = Dictionary(
            uniqueKeysWithValues: paths.map { key, paths in
                let isWritten = paths.first == key && (paths.count > 1 || !style.conventions.isEmpty)
                return (key, isWritten ? Array(paths.dropFirst()) : paths)
            })
        return AliasFindings.useless(aliases) + AliasFindings.useless(read, "path")
            + AliasFindings.shared(aliases.merging(paths) { $1 + $0 })
    }

    func finding(with strategy: JSONDecoder.KeyDecodingStrategy) -> (code: PolicyFinding.Code, message: String)? {
        guard case .convertFromSnakeCase = strategy, !style.isDisjoint(with: [.snakeCase, .screamingSnakeCase]) else {
            return nil
        }
        return (
            .convertedKeys,
            "finds no names in snake case: the decoder's keyDecodingStrategy converts them before; leave it unset"
        )
    }
}
