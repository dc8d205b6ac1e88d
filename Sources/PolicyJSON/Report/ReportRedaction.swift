/// Which values reports do not show, such as personal data that must not be logged.
///
/// ```swift
/// decoder.reportRedaction = .paths("**.email", "customer.**")
/// ```
///
/// Redaction applies to ``DecodingReport/Entry/found``, ``DecodingReport/Entry/result`` and
/// ``DecodingReport/Entry/reason``, wherever they are printed, encoded or passed to handlers. It does not apply to
/// information that reveals no value: that a key was missing (`nothing`), or that a value became `nil` or was dropped.
/// Nor does it apply to paths (which contain keys of dictionaries), types and locations, or to errors, which are not
/// part of a report.
public struct ReportRedaction: Sendable {
    /// A text that a report is about to show.
    public struct Excerpt: Sendable {
        /// The property of the entry that shows the text. More may be added.
        public struct Role: Sendable, Hashable {
            private let name: String

            /// ``DecodingReport/Entry/found``.
            public static let found = Role(name: "found")
            /// ``DecodingReport/Entry/result``.
            public static let result = Role(name: "result")
            /// ``DecodingReport/Entry/reason``.
            public static let reason = Role(name: "reason")
        }

        /// The property of the entry that shows the text.
        public let role: Role
        /// The path to the value, with converted keys.
        public let path: DecodingPath
        /// The requested type.
        public let requestedType: Any.Type
        /// The text, truncated to 1,024 bytes. That is more than a report shows, so that truncation does not hide a
        /// part of what is to be redacted.
        public let text: String
    }

    private enum Kind: Sendable {
        case none
        case all
        case paths([PathPattern])
        case custom(@Sendable (Excerpt) -> String)
    }

    private let kind: Kind

    /// The text shown in place of a redacted text.
    static let mark = "redacted"

    /// Reports show everything.
    public static let none = ReportRedaction(kind: .none)

    /// Reports show no text of values.
    public static let all = ReportRedaction(kind: .all)

    /// Reports show no text of values at paths that match one of the patterns, of values inside them, or of values that
    /// contain them: if `**.email` is redacted and a whole order is dropped, the report does not show the order.
    ///
    /// - Parameter patterns: the paths of the values to redact.
    public static func paths(_ patterns: PathPattern...) -> ReportRedaction { .paths(patterns) }

    /// Reports show no text of values at paths that match one of the patterns, of values inside them, or of values that
    /// contain them.
    ///
    /// - Parameter patterns: the paths of the values to redact.
    public static func paths(_ patterns: [PathPattern]) -> ReportRedaction { ReportRedaction(kind: .paths(patterns)) }

    /// Reports show the result of `show` for each text.
    ///
    /// - Parameter show: called on the thread of the decode, with no lock held, for entries that are listed.
    public static func custom(_ show: @escaping @Sendable (Excerpt) -> String) -> ReportRedaction {
        ReportRedaction(kind: .custom(show))
    }
}

extension ReportRedaction {
    var isNone: Bool { if case .none = kind { true } else { false } }

    /// The text that a report may show, not yet truncated.
    func shown(
        _ excerpt: Excerpt, from origin: @autoclosure () -> DecodingPath? = nil,
        mayContainOtherValues: @autoclosure () -> Bool
    ) -> String {
        switch kind {
        case .none: excerpt.text
        case .all: Self.mark
        case .paths(let patterns):
            isRedacted(excerpt.path, by: patterns, mayContainOtherValues)
                || origin().map { isRedacted($0, by: patterns, mayContainOtherValues) } == true
                ? Self.mark : excerpt.text
        case .custom(let show): show(excerpt)
        }
    }

    private func isRedacted(
        _ path: DecodingPath, by patterns: [PathPattern], _ mayContainOtherValues: () -> Bool
    ) -> Bool {
        patterns.contains { $0.matches(partOf: path, orInside: false) }
            || patterns.contains { $0.matches(partOf: path, orInside: true) } && mayContainOtherValues()
    }
}

extension PathPattern {
    /// Whether the pattern matches `path` or a prefix of it, or, with `orInside`, could match a longer path.
    func matches(partOf path: DecodingPath, orInside: Bool) -> Bool {
        var states = matcher.start
        for step in path.steps {
            if matcher.isMatch(forwards: states) { return true }
            states = matcher.advanced(states, by: step)
        }
        return matcher.isMatch(forwards: states) || (orInside && !states.isEmpty)
    }
}
