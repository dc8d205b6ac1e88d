@_spi(Cursor) internal import JSONTape

// Collects all errors of a document, in a second pass after the first has failed. Values that fail even with rules are
// decoded once more by a collecting decoder: each undecodable value is logged and replaced by a placeholder. Models
// inside it are decoded strictly first again, so that errors that a model catches are logged only if the model fails
// for another reason.
//
// When no further problem can be listed, undecodable values are only counted: a document full of them then costs what it
// costs to drop them.
extension DecoderCore {
    /// Decodes a value of the document again and logs all problems.
    ///
    /// - Parameters:
    ///   - failure: the error of the first pass.
    ///   - reference: the value, as a core that collects problems requests it.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func collectProblems<T: Decodable>(
        _ type: T.Type, in problems: ProblemLog, after failure: any Error, at reference: (DecoderCore) -> ValueReference
    ) throws -> T {
        // Each value is now decoded up to three times, and its repairs count each time.
        collector?.allowRepairs(times: 4)
        let core = collecting(in: problems)
        let reference = reference(core)
        let result = Result { try core.decode(type, at: reference) }
        if let context = (failure as? DecodingError)?.context, context.debugDescription == repairLimitText {
            log(failure, problems, about: reference)
        }
        return try result.get()
    }

    /// The error text for a document that needs too many repairs.
    var repairLimitText: String {
        let (start, end) = DecodingError.Text.repairLimit
        return "\(start)\(options.repairLimit)\(end)"
    }

    /// Decodes a failed value again and logs its problems.
    ///
    /// - Parameter error: the error of the last attempt.
    /// - Returns: `nil` if the type has no placeholder and the value is optional.
    /// - Throws: if there is no placeholder; the enclosing value then fails.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func collect<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, _ problems: ProblemLog, _ error: any Error, acceptsNil: Bool,
        _ decode: (ValueReference) throws -> T
    ) throws -> T? {
        if problems.countUnlisted() {
            if acceptsNil { return nil }
            guard let value = placeholder(of: type, at: reference, problems) else { throw error }
            return value
        }
        let logged = problems.logged
        defer { problems.replace(by: error) }
        do {
            return try decode(reference)
        } catch let again {
            if isExhausted { throw again }
            // A type that rejects placeholders is not a problem of the document. The earlier error is listed: rules may have
            // replaced the value, and it is about the replacement. This attempt consulted no rules about the value itself.
            if problems.logged == logged {
                log(error, problems, about: reference)
            } else {
                problems.addUnopened(again)
            }
            if let value = placeholder(of: type, at: reference, problems) { return value }
            if acceptsNil { return nil }
            throw error
        }
    }

    /// Decodes an element again that cannot be decoded and that no rule drops. Without a placeholder, it is dropped.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func collectElement<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, _ problems: ProblemLog, _ error: any Error
    ) throws -> E? {
        if problems.countUnlisted() { return nil }
        let logged = problems.logged
        do {
            return try decode(type, at: reference)
        } catch let again {
            if isExhausted { throw again }
            if problems.logged == logged {
                log(error, problems, about: reference)
            }
            return nil
        }
    }

    /// Logs an error about a value, at its own coding path if it has one.
    @_optimize(size)
    func log(_ error: any Error, _ problems: ProblemLog, about reference: ValueReference) {
        if problems.countUnlisted() { return }
        problems.add(problem(error, about: reference))
    }

    /// Logs the error of a value inside which no problem has been logged since `logged` were, and returns a placeholder; throws the
    /// error if problems are not collected, or if there is none.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    @inline(never)
    func logOrThrow<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, _ error: any Error, since logged: Int?
    ) throws -> T {
        guard reference.isCollecting, let problems, problems.logged == logged, !isExhausted,
            !(error is MissingElements)
        else { throw error }
        log(error, problems, about: reference)
        guard let value = placeholder(of: type, at: reference, problems) else { throw error }
        return value
    }

    /// Throws or logs the error for a value that strict decoding rejects and no rule repairs.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func throwOrLog<T: Decodable>(_ type: T.Type, at reference: ValueReference) throws -> T {
        guard reference.isCollecting, let problems else {
            if !reference.isRepairing { reject(reference) }
            throw strictError(type, at: reference)
        }
        return try collect(type, at: reference, missing: nil, problems, strictError(type, at: reference))
    }

    /// Throws or logs the error for a missing key that no rule repairs.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func throwOrLog<T: Decodable>(_ type: T.Type, at reference: ValueReference, missing key: any CodingKey) throws -> T
    {
        guard reference.isCollecting, let problems else {
            if !reference.isRepairing { reject(reference) }
            throw missingKeyError(key, in: reference.parent)
        }
        return try collect(type, at: reference, missing: key, problems, missingKeyError(key, in: reference.parent))
    }

    /// Logs the error for an undecodable value and returns a placeholder; throws the error if there is none.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    func collect<T: Decodable>(
        _ type: T.Type, at reference: ValueReference, missing key: (any CodingKey)?, _ problems: ProblemLog,
        _ error: @autoclosure () -> any Error
    ) throws -> T {
        problems.add(problem(error(), at: reference, missing: key))
        guard let value = placeholder(of: type, at: reference, missing: key, problems) else { throw error() }
        return value
    }

    /// A placeholder for a value, or for that of a missing key.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    private func placeholder<T: Decodable>(
        of type: T.Type, at reference: ValueReference, missing key: (any CodingKey)? = nil, _ problems: ProblemLog
    ) -> T? {
        Placeholder.value(of: type, problems, userInfo: options.userInfo) { self.path(to: reference, missing: key) }
    }
}
