@_spi(Tape) internal import JSONTape

// Collecting all errors of a document. A core that collects decodes models as always at first; one that fails is decoded once
// more, with a decoder that collects: what cannot be decoded is logged, and a placeholder goes in its place. Models inside
// it begin as always again, so that what a model catches itself is logged only where it fails for another reason.
extension DecoderCore {
    /// A model that has failed, decoded once more; what is wrong with it is logged. `nil`: it has no placeholder, and need not
    /// be there.
    ///
    /// - Throws: where there is no placeholder; then what is around the value fails.
    @inline(never)
    func collect<T: Decodable>(
        _ type: T.Type, at place: Place, _ problems: ProblemLog, acceptsNil: Bool = false
    ) throws -> T? {
        do {
            let decoder = ValueDecoder(core: self, place: place.inside(TypeTraits.of(type).id))
            guard let askedKeys else { return try T(from: decoder) }
            return try decodeWatchingKeys(type, decoder, askedKeys)
        } catch {
            let path = path(to: place)
            // What a type makes of placeholders is not a problem of the document.
            if !problems.hasProblem(inside: DecodingPath(path)) { log(error, problems, at: path, place) }
            if let value = Placeholder.value(of: type) { return value }
            if acceptsNil { return nil }
            throw error
        }
    }

    /// Logs an error at the path that it names, or else at the place of the value that it came from.
    func log(_ error: any Error, _ problems: ProblemLog, at path: [any CodingKey], _ place: Place) {
        let named = (error as? DecodingError).flatMap { Self.path(of: $0) }
        problems.add(error, at: DecodingPath(named ?? path), location(of: self.place(of: error) ?? place))
    }

    /// A value that strict decoding refuses and no rule mends: thrown, or logged.
    func refused<T: Decodable>(_ type: T.Type, at place: Place, missing key: (any CodingKey)? = nil) throws -> T {
        let error = strictError(type, at: place, missing: key)
        guard let problems else { throw error }
        problems.add(error, at: DecodingPath(path(to: place, missing: key)), location(of: place))
        guard let value = Placeholder.value(of: type) else { throw error }
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
        guard origin == nil || replacedPlace == nil, let path = (error as? DecodingError)?.context?.codingPath else {
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
