@_spi(Cursor) internal import JSONTape

extension PolicyJSONDecoder {
    /// Decodes a document without the elements of its large arrays, which are parsed again when they are requested. If that is
    /// not enough for this document or type, decodes it again with its whole tape. Calls no handler.
    func decodeObject<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool, mayChange: Bool
    ) -> Run<T> {
        if let run = unsafe decodeEmptied(type, bytes, settings, listsChanges: listsChanges, mayChange: mayChange) {
            return run
        }
        return unsafe runWhole(bytes, settings, listsChanges: listsChanges, mayChange: mayChange) {
            try $0.decode(type, at: $0.top)
        }
    }

    /// - Returns: `nil` if the whole tape is needed.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    @_optimize(size)
    private func decodeEmptied<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool, mayChange: Bool
    ) -> Run<T>? {
        let options = settings.options.value
        var core: DecoderCore
        do throws(JSONSyntaxError) {
            core = try settings.tapes.take(for: settings.options, listsChanges: listsChanges)
        } catch {
            return Run(notJSON: StreamFailure(error))
        }
        do throws(JSONSyntaxError) {
            core.tape.textMayChange = mayChange
            var skipping = 0
            if case .utf8(let mark) = unsafe TextEncoding(of: bytes) { skipping = mark }
            try core.tape.begin(limits: options.limits, skipping: skipping)
            try unsafe core.tape.scanEmptyingArrays(
                bytes.assumingMemoryBound(to: UInt8.self), by: options.windows.step, least: options.windows.leastTokens)
        } catch {
            core.call.tapes.put(core)
            return Run(notJSON: StreamFailure(error))
        }
        core.startDecoding()
        let result = Result { try core.decode(type, at: core.top) }
        core.stopDecoding()
        defer { release(&core) }
        if core.tape.hasEmptiedArrays {
            // A decoder that has been kept may request elements later.
            if core.document.needsElements || !isKnownUniquelyReferenced(&core) {
                WholeDocumentTypes.insert(type)
                return nil
            }
            // The location of the failure may be in an emptied array, and a rule may replace the top-level value.
            if result.failure != nil, listsChanges || core.call.replacesUnrepaired { return nil }
        }
        return Run(result, by: core, listsChanges: listsChanges)
    }
}

/// The types that request elements of large arrays in a way in which they cannot be decoded in windows, so that their next
/// document is parsed as a whole at once.
enum WholeDocumentTypes {
    private static let types = CheckedMutex<Set<ObjectIdentifier>>([])

    static func contains(_ type: Any.Type) -> Bool { types.withLock { $0.contains(ObjectIdentifier(type)) } }

    static func insert(_ type: Any.Type) { types.withLock { _ = $0.insert(ObjectIdentifier(type)) } }
}
