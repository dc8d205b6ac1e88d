import FoundationImport
@_spi(Cursor) internal import JSONTape

/// The result of a change, for the report.
enum ChangeResult {
    /// A fixed text that reveals nothing about a value.
    case word(String)
    /// The replacement.
    case json(RawJSON.Form)
    /// A decoded value, to be printed.
    case printed(Any)
    /// The value at this position in the document.
    case source(TapePosition)
    /// The value, wrapped in an array.
    case wrapped
}

extension DecoderCore {
    /// The properties by which a change is counted.
    func site(
        _ kind: DecodingReport.Kind, by rule: ResolvedPolicy.Entry, _ context: DecodingRuleContext
    ) -> ChangeSite {
        ChangeSite(
            rule: rule, kind: kind, requestedType: Self.requestedType(kind, context), core: self,
            place: context.place, missing: context.missing)
    }

    private static func requestedType(_ kind: DecodingReport.Kind, _ context: DecodingRuleContext) -> RequestedType {
        RequestedType(
            context.requestedType,
            isOptional: context.acceptsNil && kind != .elementNil && kind != .keyMatched && kind != .variantSelected)
    }

    /// The report's entry for a change.
    ///
    /// - Parameters:
    ///   - found: what was found, if it is not the value at the context's place.
    ///   - place: where it was found, if not at the context's place.
    func entry(
        _ kind: DecodingReport.Kind, by rule: ResolvedPolicy.Entry, _ context: DecodingRuleContext,
        found: String? = nil, at place: ValueReference? = nil, result: ChangeResult
    ) -> DecodingReport.Entry {
        let path = DecodingPath(context.codingPath)
        let source =
            found ?? (context.kind == nil ? nil : textInDocument(of: context.token))
        let resultText =
            switch result {
            case .word(let word): word
            case .json(let json): Excerpt.shorten(json.text, to: Excerpt.scanned)
            case .printed(let value): Excerpt.shorten(Excerpt.describe(value), to: Excerpt.scanned)
            case .wrapped: Excerpt.shorten("[\(source ?? "")]", to: Excerpt.scanned)
            case .source(let index):
                Excerpt.shorten(tape.source(of: index, limit: Excerpt.scanned), to: Excerpt.scanned)
            }
        // Such a text may contain values at other paths than the entry's.
        func mayContainOtherValues() -> Bool {
            !DecodableTraits.of(context.requestedType).isScalar
                || [source ?? "", context.string ?? "", resultText].contains(where: Excerpt.looksLikeContainer)
        }
        func shown(_ text: String, _ role: ReportRedaction.Excerpt.Role) -> String {
            // Paths show names of members, too.
            if kind == .keyMatched { return text }
            return options.reportRedaction.shown(
                .init(role: role, path: path, requestedType: context.requestedType, text: text),
                mayContainOtherValues: mayContainOtherValues())
        }
        let reason =
            [.unwrapped, .variantSelected, .normalized].contains(kind)
            ? "" : reason(of: context.strictError, at: context.place, missing: context.missingKey)
        var isWord = false
        if case .word = result { isWord = true }
        return DecodingReport.Entry(
            rule: rule.name,
            kind: kind,
            path: path,
            documentPath: place == nil && areKeysAsWritten
                ? path
                : DecodingPath(
                    place.map { self.path(to: $0, asWritten: true) }
                        ?? self.path(to: context.place, missing: context.missingKey, asWritten: true)),
            requestedType: Self.requestedType(kind, context).description,
            found: source.map { Excerpt.shorten(shown($0, .found)) } ?? "nothing",
            result: isWord ? resultText : Excerpt.shorten(shown(resultText, .result)),
            reason: Excerpt.shorten(shown(Excerpt.shorten(reason, to: Excerpt.scanned), .reason), to: 256),
            location: place.map(location(of:)) ?? context.location
        )
    }

    /// Whether paths have the keys of the document, so that there is one path for coding and reports.
    private var areKeysAsWritten: Bool { !call.convertsKeys && document.matchedMembers == nil && anchor == nil }

    /// The text of a value; for one in JSON that a rule has made up, that of the value or the name that the JSON
    /// replaces. `nil` if the document has neither.
    private func textInDocument(of token: TapePosition) -> String? {
        if token == TapePosition.nothing { return nil }
        if let replaced = document.replaced, replaced.isInvented {
            let value = replaced.place.index
            return replaced.core.textInDocument(of: replaced.isName ? value.key : value)
        }
        return tape.source(of: token, limit: Excerpt.scanned)
    }

    /// The description of an error. If the error is about a nested value, the path from here precedes it.
    func reason(of error: any Error, at place: ValueReference, missing key: (any CodingKey)? = nil) -> String {
        guard let error = error as? DecodingError, let context = error.context else { return String(describing: error) }
        let inner = context.codingPath.dropFirst(path(to: place, missing: key).count)
        let prefix = inner.isEmpty ? "" : "\(DecodingPath(Array(inner))): "
        return prefix + error.message
    }
}

extension DecodableTraits {
    /// Whether values of the type are JSON scalars, whose text cannot contain other values.
    fileprivate var isScalar: Bool {
        switch kind {
        case .bool, .string, .double, .float, .int, .date, .data, .url, .decimal, .rawEnum: true
        case .plain: integer != nil
        case .strings, .doubles, .doubleArrays, .ints, .bools, .namedStrings, .namedDoubles, .namedInts, .namedBools,
            .optional, .collection:
            false
        }
    }
}

/// Truncates texts for a report.
package enum Excerpt {
    /// The number of bytes to which texts are truncated by default.
    package static let usualLimit = 64

    /// The number of bytes of a text that redaction examines.
    static let scanned = 1_024

    /// A value as printed, but dates with fractional seconds.
    static func describe(_ value: Any) -> String {
        guard let date = value as? Date else { return String(describing: value) }
        let isWhole = date.timeIntervalSinceReferenceDate == date.timeIntervalSinceReferenceDate.rounded()
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))
    }

    /// Truncates a text to `limit` bytes, at the boundary of a Unicode scalar, and appends `…` if it was longer.
    package static func shorten(_ text: String, to limit: Int = usualLimit) -> String {
        if text.utf8.count <= limit { return text }
        // Not of a character, which can have any length.
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while UTF8.isContinuation(text.utf8[end]) { end = text.utf8.index(before: end) }
        return String(text.unicodeScalars[..<end]) + "…"
    }

    /// Whether a text is that of an object or an array, or of a string that contains one.
    static func looksLikeContainer(_ text: String) -> Bool {
        let first = text.utf8.first { !$0.isJSONWhitespace && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }
}
