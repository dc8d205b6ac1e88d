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
    @_optimize(size)
    func place(of error: any Error, in root: TapePosition, below depth: Int) -> ErrorPlace? {
        guard let error = error as? DecodingError, let keys = error.context?.codingPath else { return nil }
        var (index, container) = (root, root)
        var path = Array(keys.prefix(depth))
        for key in keys.dropFirst(depth) {
            guard let next = child(key, of: index, at: &path) else { break }
            (index, container) = (next, index)
            path.append(key)
        }
        let location = tape.location(at: index)
        if areKeysAsWritten { return ErrorPlace(location: location) }
        let rest = keys.dropFirst(path.count) + [error.missingKey].compactMap(\.self)
        if index != root {
            let found =
                tape[index].isContainer
                ? reference(toContainer: index)
                : follow(
                    DecodingPath(path.suffix(1)), from: reference(toContainer: container), isMissing: false)
            path = found.map { self.path(to: $0, asWritten: true) } ?? path
        }
        return ErrorPlace(location: location, documentPath: DecodingPath(path + rest.map { written($0, in: index) }))
    }

    /// A problem with a value, or with one that is missing.
    ///
    /// - Parameter path: the path of the error, if it is another; then `reference` is about the value there.
    @_optimize(size)
    func problem(
        _ error: any Error, at reference: ValueReference, missing key: (any CodingKey)? = nil,
        path: [any CodingKey]? = nil
    ) -> JSONDecodingError.Problem {
        let path = DecodingPath(path ?? self.path(to: reference, missing: key))
        let documentPath = areKeysAsWritten ? path : documentPath(to: reference, missing: key)
        return JSONDecodingError.Problem(
            underlyingError: error, path: path, location: location(of: reference), documentPath: documentPath)
    }

    /// The path to a value, or to one that is missing, with the keys of the document.
    @_optimize(size)
    func documentPath(to reference: ValueReference, missing key: (any CodingKey)?) -> DecodingPath {
        let key = key.map { written($0, in: reference.parent) }
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

    @_optimize(size)
    private func child(_ key: any CodingKey, of container: TapePosition, at path: inout [any CodingKey])
        -> TapePosition?
    {
        let token = tape[container]
        switch token.kind {
        case .object:
            var found: TapePosition?
            tape.forEachKey(in: container) { candidate in
                // Keys of dictionaries are not converted.
                if name(ofMember: candidate.value, in: container, below: &path) == key.stringValue
                    || tape.key(at: candidate) == key.stringValue
                    || document.matchedMembers?.key(of: candidate.value, includingEarlier: true) == key.stringValue
                {
                    found = candidate.value
                }
                return found == nil
            }
            return found ?? document.matchedMembers?.match(key.stringValue, in: container)?.value
        case .array:
            return key.intValue.flatMap { tape.element($0, of: container) }
        default:
            return nil
        }
    }

    /// The location of a value; for a missing value, of its object; for a replacement, of the replaced value.
    func location(of reference: ValueReference) -> JSONLocation {
        if let replaced = document.replaced { return replaced.core.location(of: replaced.reference) }
        var index = reference.index
        if index == TapePosition.nothing {
            index = reference.parent == TapePosition.noContainer ? TapePosition.root : reference.parent
        }
        return tape.location(at: index)
    }
}
