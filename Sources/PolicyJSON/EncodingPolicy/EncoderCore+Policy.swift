internal import JSONText

/// A rule omits the member or element.
struct OmittedValue: Error {}

// Consulting the policy.
extension EncoderCore {
    /// Consults the rules about a value, and writes the answer as the value of the frame on top.
    ///
    /// - Returns: whether a rule answered.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func encodeByPolicy<T: Encodable>(_ value: T, _ policy: ResolvedEncodingPolicy) throws -> Bool {
        if quotesNumbers, !frames.last.isAnswered, try writeQuoted(value) { return true }
        let scope = frames.top
        let context = EncodingRuleContext(
            .value, value, type: T.self, modelType: frames.last.type ?? model(around: frames.last),
            isSingleValue: frames.last.type != nil, userInfo: options.userInfo, of: self, scope)
        frames.last.type = T.self
        literalNames?.add(DecodingPath(path(to: scope)), T.self)
        // Rules are not consulted again about the values of an answer at the same path.
        if frames.last.isAnswered { return false }
        guard let (rule, answer) = policy.firstAnswer(context) else { return false }
        frames.last.isAnswered = true
        switch answer {
        case .json(let json): try write(json, for: value, rule)
        case .encode(let encode):
            try withEncoder { try encode($0) }
            completeValue()
        case .omit: throw OmittedValue()
        case .decline, .keyPath, .addMembers, .fail: throw Self.refusal(answer, by: rule, context)
        }
        return true
    }

    /// Whether a rule would answer about a value of the frame.
    func isRepresented<T: Encodable>(_ value: T, in scope: Scope) -> Bool {
        guard let valuePolicy = form.valuePolicy else { return false }
        let context = EncodingRuleContext(
            .value, value, type: T.self, modelType: model(of: scope, nil), userInfo: options.userInfo, of: self, scope)
        return valuePolicy.firstAnswer(context).map { !($0.rule is StrictContents) } ?? false
    }

    /// The error of a rule that fails, or whose answer is not valid in the situation.
    private static func refusal(
        _ answer: Representation.Action, by rule: any EncodingRule, _ context: EncodingRuleContext
    ) -> EncodingError {
        let value: Any = context.value ?? context.key ?? "nil"
        guard case .fail(let reason) = answer else {
            return EncodingError.invalidValue(
                value,
                EncodingError.Context(
                    codingPath: context.codingPath,
                    debugDescription: DecodingError.Text.misfit(rule.name, answer.spelling, context.situation.spelling))
            )
        }
        return EncodingError.rejected(value, by: rule, reason, at: context.codingPath)
    }

    private func write(_ json: RawJSON, for value: any Encodable, _ rule: any EncodingRule) throws {
        do {
            try writeText { _ in try append(json) }
        } catch {
            throw EncodingError.rejected(value, by: rule, "\(error)", at: path(to: frames.top))
        }
    }

    /// Appends JSON to the text.
    ///
    /// - Throws: `JSONSyntaxError` for a `.number` or `.document` that is not JSON.
    func append(_ json: RawJSON) throws {
        switch json.form {
        case .null: text.append("null")
        case .bool(let value): text.append(value)
        case .string(let string): text.append(string, escapingSlashes: form.escapesSlashes)
        case .number, .document, .unchecked:
            hasRawText = true
            text.append(plain: try json.checkedText)
        }
    }

    /// Writes JSON verbatim.
    func writeRaw(_ json: String) {
        hasRawText = true
        noteLiteralNames(isText: true)
        writeText { $0.append(plain: json) }
    }

    /// The JSON for an optional property that is `nil`, and the rule that answers with it; the property is omitted if there is
    /// none.
    @_optimize(size)
    func json(forNil type: Any.Type, _ key: any CodingKey, in scope: Scope, _ value: DetachedValue?) throws
        -> (json: RawJSON, rule: any EncodingRule)?
    {
        guard let policy = options.resolvedPolicy, policy.situations.contains(.nilValue) else { return nil }
        let context = EncodingRuleContext(
            .nilValue, nil, type: type, modelType: model(of: scope, value), userInfo: options.userInfo, of: self, scope,
            value, member: key)
        guard let (rule, answer) = policy.firstAnswer(context) else { return nil }
        switch answer {
        case .json(let json): return (json, rule)
        case .omit: return nil
        default: throw Self.refusal(answer, by: rule, context)
        }
    }

    /// The name that a rule gives a key, after those of the enclosing objects.
    @_optimize(size)
    func namesByPolicy(of key: any CodingKey, in scope: Scope, of object: DetachedValue?) -> [String]? {
        guard let policy = options.resolvedPolicy, policy.situations.contains(.key),
            (key as? JSONKey)?.isOfVariant != true,
            !isCollection(scope)
        else {
            return nil
        }
        let context = EncodingRuleContext(
            .key, nil, type: String.self, modelType: model(of: scope, nil), userInfo: options.userInfo, of: self, scope,
            object, member: key)
        guard let (rule, answer) = policy.firstAnswer(context) else { return nil }
        if case .keyPath(let names) = answer, !names.isEmpty { return names }
        // Names are written by functions that cannot throw.
        note(Self.refusal(answer, by: rule, context))
        return nil
    }

    /// The name that a rule gives a key, if that depends only on the key.
    func nameByPolicy(of key: String) -> String? {
        guard let policy = options.resolvedPolicy, policy.situations.contains(.key) else { return nil }
        let context = EncodingRuleContext(
            .key, nil, type: String.self, modelType: nil, userInfo: options.userInfo, of: nil, member: JSONKey(key))
        guard case .keyPath(let names)? = policy.firstAnswer(context)?.answer else { return nil }
        return names.last
    }

    /// Whether a rule may answer about a scalar that is written to a container.
    @inline(__always)
    func isRepresented(_ type: any Encodable.Type, in scope: Scope) -> Bool {
        form.scalarPolicy != nil && mayBeRepresented(type, in: scope)
    }

    @inline(never)
    private func mayBeRepresented(_ type: any Encodable.Type, in scope: Scope) -> Bool {
        form.scalarPolicy?.mayAnswer(aboutValuesOf: type, in: model(of: scope, nil), scope, of: self) ?? false
    }

    /// Whether a rule may answer about the value of the frame on top, or its type has to be noted for a merge patch.
    @inline(never)
    func mayEncodeByPolicy(_ type: Any.Type, _ policy: ResolvedEncodingPolicy) -> Bool {
        literalNames != nil
            || policy.mayAnswer(
                aboutValuesOf: type, in: frames.last.type ?? model(around: frames.last), frames.top, of: self)
    }

    /// Whether the value of a frame is a dictionary, whose keys are data: with keys that are `CodingKeyRepresentable` it encodes
    /// itself as an object.
    private func isCollection(_ scope: Scope) -> Bool {
        model(of: scope, nil).map { EncodableTraits.of($0).kind == .intrinsic } ?? false
    }

    /// Whether the members of a property are written to the model's object.
    @_optimize(size)
    func addsMembers(
        _ members: ExtraMembers, _ key: any CodingKey, in scope: Scope, _ object: DetachedValue?
    ) throws -> Bool {
        guard let policy = options.resolvedPolicy, policy.situations.contains(.extraMembers) else { return false }
        let context = EncodingRuleContext(
            .extraMembers, members, type: ExtraMembers.self, modelType: model(of: scope, object),
            userInfo: options.userInfo, of: self, scope, object, member: key)
        guard let (rule, answer) = policy.firstAnswer(context) else { return false }
        guard case .addMembers = answer else { throw Self.refusal(answer, by: rule, context) }
        return true
    }

    /// The path of a member of an object.
    func path(to key: any CodingKey, in scope: Scope, _ object: DetachedValue?) -> [any CodingKey] {
        (object.map { path(to: $0) } ?? path(to: scope)) + [key]
    }

    /// Calls `body`, which writes the members of a model to the object of another one. Rules see their own model.
    func withModel(_ type: Any.Type, in scope: Scope, _ body: () throws -> Void) rethrows {
        guard form.hasPolicy, frames.isLive(scope) else { return try body() }
        let outer = frames[Int(scope.index)].type
        frames[Int(scope.index)].type = type
        defer { if frames.isLive(scope) { frames[Int(scope.index)].type = outer } }
        try body()
    }

    private func model(of scope: Scope, _ value: DetachedValue?) -> Any.Type? {
        let scope = value?.scope ?? scope
        return frames.isLive(scope) ? frames[Int(scope.index)].type : nil
    }

    /// Whether a model of this type has the collection of a frame, or in which the value of a frame is an element.
    @_optimize(size)
    @inline(never)
    func isModel(_ model: Any.Type, outside collection: Any.Type?, around scope: Scope) -> Bool {
        var (type, scope) = (collection, scope)
        while let collection = type, frames.isLive(scope),
            EncodableTraits.of(collection).kind == .intrinsic || collection is any MissableValue.Type
        {
            let frame = frames[Int(scope.index)]
            if frame.type == collection, let wrapper = frame.wrapper { return wrapper == model }
            scope = self.scope(around: frame)
            type = self.model(of: scope, nil)
        }
        return type == model
    }

    private func model(around frame: Frame) -> Any.Type? {
        if let owner = unsafe frame.owner?.takeUnretainedValue() { return model(of: owner.scope, nil) }
        return frame.parent >= 0 ? frames[Int(frame.parent)].type : nil
    }

    @_optimize(size)
    private func scope(around frame: Frame) -> Scope {
        if let owner = unsafe frame.owner?.takeUnretainedValue() { return owner.scope }
        return frame.parent >= 0 ? frames[Int(frame.parent)].scope : .none
    }
}
