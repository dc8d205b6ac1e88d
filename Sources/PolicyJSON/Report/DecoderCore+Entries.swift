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
    /// This value in the document.
    case source(ValueReference)
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
            reference: context.reference, missing: context.missing)
    }

    private static func requestedType(_ kind: DecodingReport.Kind, _ context: DecodingRuleContext) -> RequestedType {
        RequestedType(
            context.requestedType,
            isOptional: context.acceptsNil && kind != .elementNil && kind != .keyMatched && kind != .variantSelected)
    }

    /// The report's entry for a change.
    ///
    /// - Parameters:
    ///   - found: what was found, if it is not the value that the context refers to.
    ///   - reference: where it was found, if not at the value that the context refers to.
    @_optimize(size)
    @inline(never)
    func entry(
        _ kind: DecodingReport.Kind, by rule: ResolvedPolicy.Entry, _ context: DecodingRuleContext,
        found: String? = nil, at reference: ValueReference? = nil, result: ChangeResult
    ) -> DecodingReport.Entry {
        let path = DecodingPath(context.codingPath)
        let source =
            found ?? (context.kind == nil ? nil : textInDocument(of: context.token))
        let resultText =
            switch result {
            case .word(let word): word
            case .json(let json): ShortText.shorten(json.text, to: ShortText.scanned)
            case .printed(let value): ShortText.shorten(ShortText.describe(value), to: ShortText.scanned)
            case .wrapped: ShortText.shorten("[\(source ?? "")]", to: ShortText.scanned)
            case .source(let value):
                ShortText.shorten(tape.source(of: value.index, limit: ShortText.scanned), to: ShortText.scanned)
            }
        // The result may be a value at another path.
        func origin() -> DecodingPath? {
            guard case .source(let value) = result else { return nil }
            return DecodingPath(self.path(to: value))
        }
        // Such a text may contain values at other paths than the entry's.
        func mayContainOtherValues() -> Bool {
            !DecodableTraits.of(context.requestedType).isScalar
                || [source ?? "", context.string ?? "", resultText].contains(where: ShortText.looksLikeContainer)
        }
        func shown(_ text: String, _ role: ReportRedaction.Excerpt.Role) -> String {
            // Paths show names of members, too.
            if kind == .keyMatched { return text }
            return options.reportRedaction.shown(
                .init(role: role, path: path, requestedType: context.requestedType, text: text),
                from: role == .result ? origin() : nil, mayContainOtherValues: mayContainOtherValues())
        }
        let reason =
            [.unwrapped, .variantSelected, .normalized].contains(kind)
            ? "" : reason(of: context.strictError, at: context.reference, missing: context.missingKey)
        var isWord = false
        if case .word = result { isWord = true }
        return DecodingReport.Entry(
            rule: rule.name,
            kind: kind,
            path: path,
            documentPath: reference == nil && areKeysAsWritten
                ? path
                : reference.map { DecodingPath(self.path(to: $0, asWritten: true)) }
                    ?? documentPath(to: context.reference, missing: context.missingKey),
            requestedType: Self.requestedType(kind, context).description,
            found: source.map { ShortText.shorten(shown($0, .found)) } ?? "nothing",
            result: isWord ? resultText : ShortText.shorten(shown(resultText, .result)),
            reason: ShortText.shorten(shown(ShortText.shorten(reason, to: ShortText.scanned), .reason), to: 256),
            location: reference.map(location(of:)) ?? context.location
        )
    }

    /// The text of a value; for one in JSON that a rule has made up, that of the value or the name that the JSON
    /// replaces. `nil` if the document has neither.
    private func textInDocument(of token: TapePosition) -> String? {
        if token == TapePosition.nothing { return nil }
        if let replaced = document.replaced, replaced.isInvented {
            let value = replaced.reference.index
            return replaced.core.textInDocument(of: replaced.isName ? value.key : value)
        }
        return tape.source(of: token, limit: ShortText.scanned)
    }

    /// The description of an error. If the error is about a nested value, the path from here precedes it.
    @_optimize(size)
    func reason(of error: any Error, at reference: ValueReference, missing key: (any CodingKey)? = nil) -> String {
        guard let error = error as? DecodingError else { return String(describing: error) }
        return error.message(below: path(to: reference, missing: key).count)
    }
}

extension DecodableTraits {
    /// Whether values of the type are JSON scalars, whose text cannot contain other values.
    fileprivate var isScalar: Bool {
        switch kind {
        case .bool, .string, .double, .float, .int, .date, .data, .url, .decimal, .rawEnum: true
        case .plain: integer != nil
        case .strings, .doubles, .doubleArrays, .ints, .bools, .namedStrings, .namedDoubles, .namedInts, .namedBools,
            .optional, .collection, .uuid:
            false
        }
    }
}
