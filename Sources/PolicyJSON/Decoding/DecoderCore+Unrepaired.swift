@_spi(Cursor) internal import JSONTape

// The last question about a value: rules that replace whatever is not repaired are consulted after all others.
extension DecoderCore {
    /// Consults the rules about a value or a missing key that no rule has repaired in another situation.
    ///
    /// - Parameters:
    ///   - error: the error that was thrown; `nil` for the strict error.
    ///   - requestedType: the type that rules receive, if it differs.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func replaceUnrepaired<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, error: (any Error)?, missing: RequestDetails? = nil,
        as requestedType: Any.Type? = nil, acceptsNil: Bool
    ) throws -> Repaired<T> {
        let reference = current(reference)
        // A rule's own value is not a loss that could be replaced by another.
        guard call.replacesUnrepaired, reference.isRepairing, !isInvented, !isExhausted,
            error.map(isAboutValue) ?? true
        else { return .declined }
        return try consult(
            type, at: reference, in: .unrepaired, error: error, missing: missing, as: requestedType,
            acceptsNil: acceptsNil)
    }

    /// Consults the rules about a value for which a rule has answered with JSON that cannot be decoded.
    ///
    /// - Throws: the error, if all rules decline.
    @_semantics("optimize.sil.specialize.generic.never")
    func replaceUnrepaired<T: Decodable>(
        _ type: T.Type, _ context: DecodingRuleContext, after error: any Error
    ) throws -> Repaired<T> {
        let repaired = try replaceUnrepaired(
            type, at: context.reference, error: error, missing: context.missing, as: context.requestedType,
            acceptsNil: context.acceptsNil)
        if case .declined = repaired { throw error }
        return repaired
    }

    /// Consults the rules about a value that could not be decoded, if it is a collection of the right kind: about all
    /// other values they have been consulted.
    ///
    /// - Throws: the error, if all rules decline.
    @inline(never)
    @_optimize(size)
    func replaceCollection<T: Decodable>(_ type: T.Type, at reference: ValueReference, _ error: any Error) throws -> T {
        if call.replacesUnrepaired, !reference.isCollecting, isCollection(type, at: reference) {
            let repaired = try replaceUnrepaired(type, at: reference, error: error, acceptsNil: false)
            if case .value(let value) = repaired { return value }
        }
        throw error
    }

    /// Decodes the value that a rule has selected instead of another.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func decodeTaken<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        do {
            return try decodeUnwrappedRarely(type, at: reference)
        } catch {
            return try replaceCollection(type, at: reference, error)
        }
    }

    /// Decodes a collection that may be `nil`.
    @inline(never)
    @_optimize(size)
    func decodeOptionalCollection<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T? {
        do {
            return try decodeExaminedOptional(type, at: reference.without(.collecting))
        } catch {
            let repaired = try replaceUnrepaired(
                type, at: reference.without(.collecting), error: error, acceptsNil: true)
            return try repaired.orElse {
                // Lists the problems in a collection that is not replaced.
                guard reference.isCollecting else { throw error }
                return try decodeExaminedOptional(type, at: reference)
            }
        }
    }

    /// Whether a type is a standard collection, and the value has the kind from which it is decoded.
    func isCollection(_ type: any Decodable.Type, at reference: ValueReference) -> Bool {
        let traits = types.traits(of: type)
        guard traits.kind != .optional, let intrinsic = traits.intrinsic, intrinsic.jsonKind != nil else {
            return traits.kind == .collection
        }
        return accepts(intrinsic, at: reference)
    }

    /// Whether a rule has created the value, or the collection as whose only element it is decoded.
    private var isInvented: Bool { document.replaced?.isInvented == true || anchor?.isWrapped == true }

    /// Whether an error says that a value cannot be decoded, and not that decoding was stopped.
    private func isAboutValue(_ error: any Error) -> Bool {
        if error is CancellationError || RuleRefusal.caused(error) { return false }
        guard let cause = (error as? DecodingError)?.context?.underlyingError as? JSONSyntaxError else { return true }
        return !cause.code.isLimit
    }
}

extension RepairSituation {
    /// The situations in which rules are consulted about a value before ``unrepaired``.
    static let ofValues: RepairSituation = [.mismatch, .null, .missingKey, .unknownCase, .failure]
}
