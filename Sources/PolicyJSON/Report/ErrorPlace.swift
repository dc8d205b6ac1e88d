@_spi(Cursor) internal import JSONTape

/// Where in a document an error is.
struct ErrorPlace {
    /// The location of the value, or, for a missing key, of the object that lacks it.
    let location: JSONLocation
    /// The path with the keys of the document; `nil` if they are those of the error's own path.
    var documentPath: DecodingPath?
}

extension DecoderCore {
    /// The report of what has been decoded, and, if that failed, the place of the value at the path of the error, or of the
    /// last value on that path that exists.
    func report(endingWith failure: (any Error)?) -> (report: DecodingReport, place: ErrorPlace?) {
        (
            collector?.report(failure: failure, document.keyNames) ?? DecodingReport(),
            failure.flatMap { place(of: $0, in: TapePosition.root, below: 0) }
        )
    }

    /// The place of an error about the value at `root`, to which the first `depth` keys of the error's path lead.
    ///
    /// - Parameter prefix: the path to `root` with the keys of the document; `nil`: those keys.
    @_optimize(size)
    func place(
        of error: any Error, in root: TapePosition, below depth: Int, as prefix: [any CodingKey]? = nil
    ) -> ErrorPlace? {
        guard let error = error as? DecodingError, let keys = error.context?.codingPath else { return nil }
        var index = root
        var path = Array(keys.prefix(depth))
        var written = DecodingPath(prefix ?? path).steps
        for key in keys.dropFirst(depth) {
            guard let (next, steps) = child(key, of: index, at: &path) else { break }
            index = next
            path.append(key)
            written += steps
        }
        let location = tape.location(at: index)
        if areKeysAsWritten { return ErrorPlace(location: location) }
        var rest = Array(keys.dropFirst(path.count))
        if let key = error.missingKey { rest.append(key) }
        if let key = rest.first, tape[index].is(.object) { rest[0] = self.written(key, in: index) }
        return ErrorPlace(location: location, documentPath: DecodingPath(written + DecodingPath(rest).steps))
    }

    /// A problem with a value, or with one that is missing.
    @_optimize(size)
    func problem(_ error: any Error, at reference: ValueReference, missing key: (any CodingKey)? = nil)
        -> JSONDecodingError.Problem
    {
        let path = DecodingPath(path(to: reference, missing: key))
        return JSONDecodingError.Problem(
            underlyingError: error, path: path, location: location(of: reference),
            documentPath: areKeysAsWritten ? path : documentPath(to: reference, missing: key))
    }

    /// The problem of an error about a value, at the error's own path if it has one.
    @_optimize(size)
    func problem(_ error: any Error, about reference: ValueReference) -> JSONDecodingError.Problem {
        guard let keys = (error as? DecodingError)?.context?.codingPath else { return problem(error, at: reference) }
        let path = path(to: reference)
        let value = existing(reference)
        guard value != TapePosition.noContainer, DecodingPath(keys).steps.starts(with: DecodingPath(path).steps) else {
            // A path that a model has made up.
            return JSONDecodingError.Problem(error, at: ErrorPlace(location: location(of: reference)))
        }
        let written = areKeysAsWritten ? path : self.path(to: reference, asWritten: true)
        return JSONDecodingError.Problem(error, at: place(of: error, in: value, below: path.count, as: written))
    }

    /// The path to a value, or to one that is missing, with the keys of the document.
    @_optimize(size)
    func documentPath(to reference: ValueReference, missing key: (any CodingKey)?) -> DecodingPath {
        let key = key.map { written($0, in: existing(reference)) }
        return DecodingPath(path(to: reference, missing: key, asWritten: true))
    }

    /// Whether paths have the keys of the document, so that there is one path for coding and reports.
    var areKeysAsWritten: Bool { !call.convertsKeys && document.matchedMembers == nil && anchor == nil }

    /// The key that a missing member would have in the document, if a conversion from snake case yields the model's key.
    private func written(_ key: any CodingKey, in object: TapePosition) -> any CodingKey {
        guard options.convertsFromSnakeCase, key.intValue == nil, convertsKeys(of: object) else { return key }
        let name = SnakeCase.convertToSnakeCase(key.stringValue)
        return SnakeCase.camelCase(from: name) == key.stringValue ? JSONKey(name) : key
    }

    /// The value to which a key of an error's path leads, and the path to it from the container, with the keys of the document.
    @_optimize(size)
    private func child(_ key: any CodingKey, of container: TapePosition, at path: inout [any CodingKey])
        -> (value: TapePosition, steps: [DecodingPath.Step])?
    {
        let token = tape[container]
        switch token.kind {
        case .object:
            var found: (value: TapePosition, rank: Int)?
            tape.forEachKey(in: container) { candidate in
                // Keys of dictionaries are not converted, and it is not always known what is one.
                let isConverted = name(ofMember: candidate.value, in: container, below: &path) == key.stringValue
                let isWritten = tape.key(at: candidate) == key.stringValue
                let isMatched =
                    !isConverted && !isWritten
                    && document.matchedMembers?.key(of: candidate.value, includingEarlier: true) == key.stringValue
                let rank = (isConverted ? 2 : 0) + (isWritten || isMatched ? 1 : 0)
                if rank > found?.rank ?? 0 { found = (candidate.value, rank) }
                return rank < 3
            }
            if let value = found?.value { return (value, [.key(self.key(ofMember: value))]) }
            return document.matchedMembers?.match(key.stringValue, in: container).map { ($0.value, $0.path.steps) }
        case .array:
            return key.intValue.flatMap { ordinal in
                tape.element(ordinal, of: container).map { ($0, [.index(ordinal)]) }
            }
        default:
            return nil
        }
    }

    /// The location of a value; for a missing value, of its object; for a replacement, of the replaced value.
    func location(of reference: ValueReference) -> JSONLocation {
        if let replaced = document.replaced { return replaced.core.location(of: replaced.reference) }
        let index = existing(reference)
        return tape.location(at: index == TapePosition.noContainer ? TapePosition.root : index)
    }

    /// The value, or the object in which it is missing; `TapePosition.noContainer` if there is neither.
    private func existing(_ reference: ValueReference) -> TapePosition {
        reference.index == TapePosition.nothing ? reference.parent : reference.index
    }
}
