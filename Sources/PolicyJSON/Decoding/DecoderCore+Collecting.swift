@_spi(Tape) internal import JSONTape

// Collecting all errors of a document, in a second pass over one that has failed. What fails with the help of the rules is
// decoded once more by a decoder that collects: what cannot be decoded is logged, and a placeholder takes its place. Models
// inside it begin strictly again, so that what a model catches itself is logged only where it fails for another reason.
extension DecoderCore {
    /// Decodes the document once more and logs what is wrong with it.
    ///
    /// - Parameter failure: what the first pass ended with.
    func collectProblems<T: Decodable>(_ type: T.Type, in problems: ProblemLog, after failure: any Error) throws -> T {
        // Each value is decoded up to three times now, and each time its repairs count.
        collector?.allowRepairs(times: 4)
        let core = collecting(in: problems)
        let result = Result { try core.decode(type, at: core.top) }
        if let context = (failure as? DecodingError)?.context, context.debugDescription == repairLimitText {
            log(failure, problems, at: context.codingPath, location(of: top))
        }
        return try result.get()
    }

    /// What is wrong with a document that needs too many repairs.
    var repairLimitText: String { "More than \(options.repairLimit) repairs." }

    /// A value that has failed, decoded once more; what is wrong with it is logged. `nil`: it has no placeholder, and need not
    /// be there.
    ///
    /// - Throws: where there is no placeholder; then what is around the value fails.
    func collect<T: Decodable>(
        _ type: T.Type, at place: Place, _ problems: ProblemLog, acceptsNil: Bool, _ decode: (Place) throws -> T
    ) throws -> T? {
        let logged = problems.logged
        do {
            return try decode(place)
        } catch {
            if collector?.isExhausted == true { throw error }
            // What a type makes of placeholders is not a problem of the document.
            if problems.logged == logged { log(error, problems, at: path(to: place), location(of: place)) }
            if let value = Placeholder.value(of: type) { return value }
            if acceptsNil { return nil }
            throw error
        }
    }

    /// An element that cannot be decoded and that no rule leaves out; without a placeholder it is left out here.
    func collectElement<E: Decodable>(
        _ type: E.Type, at place: Place, _ problems: ProblemLog, _ error: any Error
    ) throws -> E? {
        let logged = problems.logged
        do {
            return try decode(type, at: place)
        } catch {
            if collector?.isExhausted == true { throw error }
            if problems.logged == logged { problems.add(error, at: DecodingPath(path(to: place)), location(of: place)) }
            return nil
        }
    }

    /// Logs an error at the path that it names, or else at the place of the value that it came from.
    func log(
        _ error: any Error, _ problems: ProblemLog, at path: @autoclosure () -> [any CodingKey],
        _ location: @autoclosure () -> SourceLocation
    ) {
        let named = (error as? DecodingError).flatMap { Self.path(of: $0) }
        problems.add(
            error, at: DecodingPath(named ?? path()), place(of: error).map { self.location(of: $0) } ?? location())
    }

    /// A value that strict decoding rejects and no rule repairs: thrown, or logged.
    func refused<T: Decodable>(_ type: T.Type, at place: Place) throws -> T {
        guard place.isCollecting, let problems else {
            if !place.isRepairing { memory?.reject() }
            throw strictError(type, at: place)
        }
        return try collect(type, at: place, missing: nil, problems, strictError(type, at: place))
    }

    /// A missing key that no rule repairs: thrown, or logged.
    func refused<T: Decodable>(_ type: T.Type, at place: Place, missing key: any CodingKey) throws -> T {
        guard place.isCollecting, let problems else {
            if !place.isRepairing { memory?.reject() }
            throw strictError(type, at: place, missing: key)
        }
        return try collect(type, at: place, missing: key, problems, strictError(type, at: place, missing: key))
    }

    /// A placeholder for a value that is wrong, which is logged; the error itself where there is none.
    func collect<T: Decodable>(
        _ type: T.Type, at place: Place, missing key: (any CodingKey)?, _ problems: ProblemLog,
        _ error: @autoclosure () -> any Error
    ) throws -> T {
        problems.add(error(), at: DecodingPath(path(to: place, missing: key)), location(of: place))
        guard let value = Placeholder.value(of: type) else { throw error() }
        return value
    }

    /// The path that an error is about, with the key that is missing.
    private static func path(of error: DecodingError) -> [any CodingKey]? {
        guard let path = error.context?.codingPath else { return nil }
        if case .keyNotFound(let key, _) = error { return path + [key] }
        return path
    }

    /// The place that an error of a model's own is about, if it is in the document.
    private func place(of error: any Error) -> Place? {
        guard document.replaced == nil, let path = (error as? DecodingError)?.context?.codingPath else {
            return nil
        }
        return follow(DecodingPath(path), from: .root, isMissing: false)
    }
}

extension CollectedDecodingErrors {
    /// The one problem of a document that could not be decoded at all.
    init(_ error: any Error, at location: SourceLocation?, report: DecodingReport) {
        let path = (error as? DecodingError)?.context?.codingPath ?? []
        self.init(
            problems: [
                Problem(
                    error: error, path: DecodingPath(path),
                    location: location ?? SourceLocation(offset: 0, line: 1, column: 1))
            ],
            unlistedCount: 0, report: report)
    }
}
