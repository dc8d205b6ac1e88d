public import FoundationImport
internal import JSONTape

/// Completes URLs that are not absolute, or rejects them.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `AbsoluteURLs(scheme: "https")` | `URL`, `URL?` | `"example.com/a"`, `"//example.com/a"`, `"localhost:8080/a"`, `"a.example:443"` | `https://example.com/a`, `https://example.com/a`, `https://localhost:8080/a`, `https://a.example:443` |
/// | `AbsoluteURLs(scheme: "https")` | `URL` | `"http://a.example"`, `"mailto:a@b.example"`, `"tel:123"` | `http://a.example`, `mailto:a@b.example`, `tel:123` |
/// | `AbsoluteURLs(scheme: "https")` | `URL` | `"/a.html"`, `"page"`, `"?q=a.b"`, `"../a.b"`, `"#a.b"` | fails: The URL is not absolute. |
/// | `AbsoluteURLs(relativeTo: "https://a.example/b/")` | `URL` | `"c.png"`, `"/c"`, `"../c"`, `"//b.example/c"` | `https://a.example/b/c.png`, `https://a.example/c`, `https://a.example/c`, `https://b.example/c` |
/// | `AbsoluteURLs(scheme: "https", otherwise: .useNil)` | `URL?` | `"/a"`, `"a.example"`, `null` | `nil`, `https://a.example`, `nil` |
/// | `AbsoluteURLs(scheme: "https", otherwise: .useNil)` | `URL` | `"/a"` | fails: The URL is not absolute. |
/// | `AbsoluteURLs(scheme: "https")` | `URL` | `1`, `true`, `[]`, `null`, no key | declines |
/// | `AbsoluteURLs(scheme: "https")` | `String` | `"/a"`, `"a.example"` | `/a`, `a.example` |
///
/// Strict decoding, like Foundation, accepts any text that can be a relative reference (RFC 3986 section 4.2), such as
/// `"example.com"` or `"n/a"`. This rule examines each URL that is decoded. With a scheme it completes a text that begins
/// with a host: a name that contains a dot, or `localhost`. Where both are given, a text that does not begin with a host is
/// relative to the base. ``LossyCollections`` and ``Fallbacks`` handle a rejected URL.
public struct AbsoluteURLs: DecodingRule {
    /// What becomes of a URL that cannot be completed.
    public struct Otherwise: Sendable, Hashable, CustomStringConvertible, SourceDescribed {
        let sourceText: String

        /// Decoding fails.
        public static let fail = Otherwise(sourceText: ".fail")
        /// The value is `nil` where that is accepted; elsewhere decoding fails.
        public static let useNil = Otherwise(sourceText: ".useNil")
    }

    /// The scheme of URLs that begin with a host; `nil` if they are not completed.
    let scheme: String?
    /// The URL to which others are relative, if any.
    let base: URL?
    /// What becomes of a URL that cannot be completed.
    let otherwise: Otherwise

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - scheme: the scheme of URLs that begin with a host, without the colon. Default: they are not completed.
    ///   - base: the URL to which others are relative. Default: none.
    ///   - otherwise: what becomes of a URL that cannot be completed. Default: decoding fails.
    public init(scheme: String? = nil, relativeTo base: URL? = nil, otherwise: Otherwise = .fail) {
        self.scheme = scheme
        self.base = base
        self.otherwise = otherwise
    }

    var sourceText: String {
        let arguments = [
            scheme.map { "scheme: \(RawJSON.quoted($0))" },
            base.map { "relativeTo: \(RawJSON.quoted($0.absoluteString))" },
            otherwise == .fail ? nil : "otherwise: \(otherwise)",
        ]
        return "AbsoluteURLs(\(arguments.compactMap(\.self).joined(separator: ", ")))"
    }

    var listedSituations: RepairSituation { .url }

    func answer(to context: DecodingRuleContext) -> Repair {
        guard let text = context.string?.withOrderedMarks() else { return .decline }
        let startsWithHost = Self.startsWithHost(text)
        if !startsWithHost, URL(string: text)?.scheme != nil { return .decline }
        let completed: String?
        if let scheme, startsWithHost || text.hasPrefix("//") {
            completed = "\(scheme)\(startsWithHost ? "://" : ":")\(text)"
        } else {
            completed = base.flatMap { URL(string: text, relativeTo: $0)?.absoluteString }
        }
        if let completed, URL(string: completed) != nil { return .replaceIfDecodable(with: .string(completed)) }
        return otherwise == .useNil && context.acceptsNil ? .useNil : .reject("The URL is not absolute.")
    }

    /// Whether a text begins with a host and, optionally, a port, and not with a path or a scheme.
    @_optimize(size)
    private static func startsWithHost(_ text: String) -> Bool {
        let authority = text.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let host = parts.first else { return false }
        let isPort = parts.count == 1 || !parts[1].isEmpty && parts[1].allSatisfy { $0.isASCII && $0.isWholeNumber }
        guard isPort, host.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "." }) else { return false }
        let isQualified = host.contains(".") && host.first != "." && !host.contains("..")
        return host == "localhost" || isQualified
    }
}

// MARK: Policy files

extension AbsoluteURLs {
    private enum CodingKeys: CodingKey { case scheme, relativeTo, otherwise }

    private static var otherwises: KeyValuePairs<String, Otherwise> { ["fail": .fail, "useNil": .useNil] }

    @_optimize(size)
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            scheme: try container.decodeIfPresent(String.self, forKey: .scheme),
            relativeTo: try container.decodeIfPresent(URL.self, forKey: .relativeTo),
            otherwise: try container.choice(.otherwise, of: Self.otherwises, default: .fail))
        if let scheme, !Self.isScheme(scheme) {
            throw PolicyFileProblem(code: .invalidOption, message: "\(RawJSON.quoted(scheme)) is not a URL scheme")
                .at(container.codingPath + [CodingKeys.scheme])
        }
        if let base, base.scheme == nil {
            let message = "\(RawJSON.quoted(base.absoluteString)) is not an absolute URL"
            throw PolicyFileProblem(code: .invalidOption, message: message)
                .at(container.codingPath + [CodingKeys.relativeTo])
        }
    }

    /// RFC 3986 section 3.1.
    private static func isScheme(_ text: String) -> Bool {
        text.first.map { $0.isASCII && $0.isLetter } == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(scheme, forKey: .scheme)
        try container.encodeIfPresent(base?.absoluteString, forKey: .relativeTo)
        if otherwise != .fail { try container.encode(choice: otherwise, .otherwise, of: Self.otherwises) }
    }

    var explanation: String {
        let completed = [
            scheme.map { "with \($0):// if they begin with a host" }, base.map { "relative to \($0.absoluteString)" },
        ].compactMap(\.self)
        let rejected = otherwise == .useNil ? "makes others nil where nil is allowed, or fails" : "fails for others"
        return completed.isEmpty
            ? "Accepts absolute URLs only; \(rejected)."
            : "Completes URLs that are not absolute, \(completed.joined(separator: ", or ")); \(rejected)."
    }
}

// MARK: Lint

extension AbsoluteURLs: LibraryRule {
    /// Every URL that is not absolute is completed or rejected.
    func covers(_ other: AbsoluteURLs) -> Bool { otherwise == .fail || otherwise == other.otherwise }
}
