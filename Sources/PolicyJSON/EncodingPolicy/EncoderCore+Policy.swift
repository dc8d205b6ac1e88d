internal import JSONText

/// A rule omits the member or element.
struct OmittedValue: Error {}

// Consulting the policy.
extension EncoderCore {
    /// Consults the rules about a value, and writes the answer as the value of the frame on top.
    ///
    /// - Returns: whether a rule answered.
    func encodeByPolicy<T: Encodable>(_ value: T, _ policy: ResolvedEncodingPolicy) throws -> Bool {
        let scope = frames.top
        let context = EncodingContext(type: T.self, modelType: frames.last.type ?? model(around: frames.last)) {
            self.path(to: scope)
        }
        frames.last.type = T.self
        // Rules are not consulted again about the values of an answer at the same path.
        if frames.last.isAnswered { return false }
        let answer = policy.firstAnswer(on: .values, context) { rule -> (any EncodingRule, ValueForm)? in
            let form = rule.encode(value, context)
            if case .decline = form { return nil }
            return (rule, form)
        }
        guard let (rule, form) = answer else { return false }
        frames.last.isAnswered = true
        switch form {
        case .decline: return false
        case .json(let json): try write(json, for: value, rule)
        case .encode(let encode):
            try encode(ValueEncoder(core: self, scope: scope))
            completeValue()
        case .omit: throw OmittedValue()
        case .fail(let reason): throw EncodingError.rejected(value, by: rule, reason, at: path(to: scope))
        }
        return true
    }

    private func write(_ json: JSONReplacement, for value: any Encodable, _ rule: any EncodingRule) throws {
        do {
            try writeText { _ in try append(json) }
        } catch {
            throw EncodingError.rejected(value, by: rule, "\(error)", at: path(to: frames.top))
        }
    }

    /// Appends JSON to the text.
    ///
    /// - Throws: `JSONSyntaxError` for a `.number` or `.document` that is not JSON.
    func append(_ json: JSONReplacement) throws {
        switch json {
        case .null: text.append("null")
        case .bool(let value): text.append(value)
        case .string(let string): text.append(string, escapingSlashes: escapesSlashes)
        case .number(let source), .document(let source):
            let fragment = try JSONFragment(parsing: source)
            hasRawText = true
            text.append(plain: fragment.text)
        }
    }

    /// Writes JSON verbatim.
    func writeRaw(_ json: String) {
        hasRawText = true
        writeText { $0.append(plain: json) }
    }

    /// How an optional property that is `nil` is written.
    func nilForm(_ type: Any.Type, _ key: any CodingKey, in scope: Scope, _ value: DetachedValue?) -> NilForm {
        if let policy = options.resolvedPolicy, policy.occasions.contains(.nils) {
            let context = EncodingContext(type: type, modelType: model(of: scope, value)) {
                (value.map { self.path(to: $0) } ?? self.path(to: scope)) + [key]
            }
            let answer = policy.firstAnswer(on: .nils, context) { rule -> NilForm? in
                let form = rule.encodeNil(context)
                return form == .decline ? nil : form
            }
            if let answer { return answer }
        }
        return options.nils
    }

    /// The name that a rule gives a key, after those of the enclosing objects.
    func namesByPolicy(of key: any CodingKey, in scope: Scope, below path: () -> [any CodingKey]) -> [String]? {
        guard let policy = options.resolvedPolicy, policy.occasions.contains(.keys) else { return nil }
        return withoutActuallyEscaping(path) { path in
            let context = EncodingContext(type: String.self, modelType: model(of: scope, nil)) { path() + [key] }
            return policy.firstAnswer(on: .keys, context) { $0.encodeKeyPath(key.stringValue, context) }
        }
    }

    /// Whether the members of a property are written to the model's object.
    func addsMembers(
        _ members: ExtraMembers, _ key: any CodingKey, in scope: Scope, _ object: DetachedValue?
    ) -> Bool {
        guard let policy = options.resolvedPolicy, policy.occasions.contains(.extraMembers) else { return false }
        let context = EncodingContext(type: ExtraMembers.self, modelType: model(of: scope, object)) {
            (object.map { self.path(to: $0) } ?? self.path(to: scope)) + [key]
        }
        return policy.firstAnswer(on: .extraMembers, context) { $0.addsMembers(members, context) ? true : nil } ?? false
    }

    private func model(of scope: Scope, _ value: DetachedValue?) -> Any.Type? {
        let scope = value?.scope ?? scope
        return frames.isLive(scope) ? frames[Int(scope.index)].type : nil
    }

    private func model(around frame: Frame) -> Any.Type? {
        if let owner = unsafe frame.owner?.takeUnretainedValue() { return model(of: owner.scope, nil) }
        return frame.parent >= 0 ? frames[Int(frame.parent)].type : nil
    }
}
