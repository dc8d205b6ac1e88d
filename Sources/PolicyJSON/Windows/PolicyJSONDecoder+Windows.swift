import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

extension PolicyJSONDecoder {
    /// How a document is decoded in windows.
    enum WindowMode {
        /// The document is an array, requested as this collection.
        case collection(any WindowedCollection.Type)
        /// The document is an object, and large arrays in it are parsed a second time, in windows.
        case object
    }

    /// How a document of this type is decoded in windows; `nil`: it is not, because it is not in UTF-8, is an array that is not
    /// requested as a collection of models, or an object that is not large enough.
    func windowMode(
        _ type: any Decodable.Type, _ bytes: UnsafeRawBufferPointer, _ options: DecodingOptions
    ) -> WindowMode? {
        // Rules about values need the whole tape.
        guard options.syntax == .json, !options.assumesTopLevelDictionary,
            options.resolvedPolicy?.situations.contains(.value) != true,
            case .utf8(let skipping) = unsafe TextEncoding(of: bytes)
        else { return nil }
        switch unsafe bytes.dropFirst(skipping).firstAfterJSONWhitespace {
        case UInt8(ascii: "["):
            // Arrays of scalars have a separate code path.
            guard DecodableTraits.of(type).kind == .collection else { return nil }
            return (type as? any WindowedCollection.Type).map { .collection($0) }
        case UInt8(ascii: "{"):
            let isLarge = bytes.count >= options.windows.smallestEnvelope
            let isKnown = options.windows.remembersTypes && WholeDocumentTypes.contains(type)
            return isLarge && !isKnown ? .object : nil
        default: return nil
        }
    }

    /// Decodes a document in windows. Calls no handler.
    ///
    /// - Parameter listsChanges: whether the report's entries are needed, and not only their number.
    func decodeInWindows<T: Decodable>(
        _ type: T.Type, _ mode: WindowMode, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool,
        mayChange: Bool
    ) -> Run<T> {
        switch mode {
        case .collection(let collection):
            unsafe decodeArray(collection, bytes, settings, listsChanges: listsChanges, mayChange: mayChange)
        case .object: unsafe decodeObject(type, bytes, settings, listsChanges: listsChanges, mayChange: mayChange)
        }
    }

    /// Decodes the elements of a document while it is being parsed.
    private func decodeArray<C: WindowedCollection, T: Decodable>(
        _ collection: C.Type, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool, mayChange: Bool
    ) -> Run<T> {
        let ahead = settings.options.value.usesSecondThread
        do throws(StreamFailure) {
            let windows = try unsafe windows(
                bytes, for: T.self, settings, listsChanges: listsChanges, mayChange: mayChange, ahead: ahead)
            let result = Result<T, any Error> { unsafelyCast(try C.decode(windows)) }
            let report = windows.report(of: result)
            windows.close()
            if let error = windows.syntaxError { return Run(notJSON: error) }
            if case .failure = result, settings.options.value.resolvedPolicy?.situations.contains(.unrepaired) == true {
                // A rule may replace the array, about which it has to be consulted with the whole document.
                return unsafe runWhole(bytes, settings, listsChanges: listsChanges, mayChange: mayChange) {
                    try $0.decode(T.self, at: $0.top)
                }
            }
            var place = windows.failurePlace
            if listsChanges, place == nil, case .failure(let error) = result {
                place = unsafe self.place(of: error, bytes, settings, mayChange: mayChange)
            }
            return Run(result: result, report: report, place: place)
        } catch {
            return Run(notJSON: error)
        }
    }

    /// The place of the value at an error's path, if that is not in the element that failed. Parses the document,
    /// which is known to be valid, again.
    @inline(never)
    @_optimize(size)
    private func place(
        of error: any Error, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, mayChange: Bool
    ) -> ErrorPlace? {
        guard (error as? DecodingError)?.context != nil,
            let windows = try? unsafe windows(
                bytes, for: [Any].self, settings, listsChanges: false, mayChange: mayChange, ahead: false)
        else { return nil }
        defer { windows.close() }
        return windows.findPlace(of: error)
    }

    /// - Parameters:
    ///   - type: the requested type of collection.
    ///   - ahead: whether a second thread parses.
    @inline(never)
    @_optimize(size)
    private func windows(
        _ bytes: UnsafeRawBufferPointer, for type: Any.Type, _ settings: Settings, listsChanges: Bool, mayChange: Bool,
        ahead: Bool
    ) throws(StreamFailure) -> WindowDecoding {
        let options = settings.options.value
        let memory = WindowMemory(settings.tapes)
        let parser = try unsafe ArrayParser(bytes, options, memory, mayChange: mayChange)
        let windows = DocumentWindows(parser, memory, limit: options.windows.ahead)
        if ahead { windows.parseAhead() }
        return try WindowDecoding(
            windows, for: type, size: bytes.count, settings.options, settings.tapes, listsChanges: listsChanges)
    }
}
