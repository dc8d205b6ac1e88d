/// What reports do not show of values, as with personal data that must not get into logs.
///
/// ```swift
/// decoder.reportRedaction = .paths("**.email", "customer.**")
/// ```
///
/// Redacted are ``DecodingReport/Entry/found``, ``DecodingReport/Entry/result`` and ``DecodingReport/Entry/reason``, and with
/// them what is printed, encoded or handed to handlers. Not redacted are what says nothing about a value: that a key was
/// missing (`nothing`), that something became `nil` or was left out; nor paths (keys of dictionaries stand in them), types
/// and places. Errors are not part of a report and say what they say without one.
public struct ReportRedaction: Sendable {
    /// A text that a report is about to show.
    public struct Excerpt: Sendable, Hashable {
        /// Which member of the entry it is for. More may be added.
        public struct Role: Sendable, Hashable {
            private let name: String

            /// ``DecodingReport/Entry/found``.
            public static let found = Role(name: "found")
            /// ``DecodingReport/Entry/result``.
            public static let result = Role(name: "result")
            /// ``DecodingReport/Entry/reason``.
            public static let reason = Role(name: "reason")
        }

        /// Which member of the entry it is for.
        public let role: Role
        /// The path to the value, with keys as models know them.
        public let path: DecodingPath
        /// The type that was asked for.
        public let requestedType: Any.Type
        /// The text. It may be cut, but behind more than what a report shows of it (1,024 bytes), so that something that is
        /// looked for is not hidden by being cut in half.
        public let text: String

        public static func == (left: Excerpt, right: Excerpt) -> Bool {
            left.role == right.role && left.path == right.path && left.requestedType == right.requestedType
                && left.text == right.text
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(role)
            hasher.combine(path)
            hasher.combine(text)
        }
    }

    private enum Kind: Sendable {
        case none
        case all
        case paths([PathPattern])
        case custom(@Sendable (Excerpt) -> String)
    }

    private let kind: Kind

    /// What stands in place of what is redacted.
    static let mark = "redacted"

    /// Reports show everything.
    public static let none = ReportRedaction(kind: .none)

    /// Reports show no text of values.
    public static let all = ReportRedaction(kind: .all)

    /// Reports show no text of the values at paths that match one of the patterns, of what lies inside these values, and of
    /// what they lie in: where `**.email` is redacted and a whole order is left out, the report does not show the order.
    ///
    /// - Parameter patterns: the paths of the values to redact.
    public static func paths(_ patterns: PathPattern...) -> ReportRedaction { .paths(patterns) }

    /// Reports show no text of the values at paths that match one of the patterns; see ``paths(_:)-(PathPattern...)``.
    ///
    /// - Parameter patterns: the paths of the values to redact.
    public static func paths(_ patterns: [PathPattern]) -> ReportRedaction { ReportRedaction(kind: .paths(patterns)) }

    /// Reports show what `show` makes of each text.
    ///
    /// - Parameter show: is called on the thread of the decode, with no lock held, for entries that are listed.
    public static func custom(_ show: @escaping @Sendable (Excerpt) -> String) -> ReportRedaction {
        ReportRedaction(kind: .custom(show))
    }
}

extension ReportRedaction {
    /// The text as a report may show it, not yet cut.
    ///
    /// - Parameter isWhole: whether the value's text can have other values in it.
    func shown(_ excerpt: Excerpt, isWhole: @autoclosure () -> Bool) -> String {
        switch kind {
        case .none: excerpt.text
        case .all: Self.mark
        case .paths(let patterns):
            isRedacted(excerpt.path, by: patterns, isWhole) ? Self.mark : excerpt.text
        case .custom(let show): show(excerpt)
        }
    }

    private func isRedacted(_ path: DecodingPath, by patterns: [PathPattern], _ isWhole: () -> Bool) -> Bool {
        patterns.contains { $0.matches(partOf: path, orInside: false) }
            || patterns.contains { $0.matches(partOf: path, orInside: true) } && isWhole()
    }
}

extension PathPattern {
    /// Whether the pattern matches a path from the top to a value on the way to the one at `path`, or that one, or, with
    /// `orInside`, could match one inside it.
    func matches(partOf path: DecodingPath, orInside: Bool) -> Bool {
        var states = matcher.start
        for step in path.steps {
            if matcher.isMatch(forwards: states) { return true }
            states = matcher.advanced(states, by: step)
        }
        return matcher.isMatch(forwards: states) || (orInside && !states.isEmpty)
    }
}
