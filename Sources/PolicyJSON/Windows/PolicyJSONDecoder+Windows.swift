import Foundation
@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

extension PolicyJSONDecoder {
    /// The type as a collection, if the document is decoded in windows: a large enough array in UTF-8, requested as a
    /// collection.
    func windowedCollection(
        _ type: any Decodable.Type, _ bytes: UnsafeRawBufferPointer, _ options: DecodingOptions
    ) -> (any WindowedCollection.Type)? {
        // Arrays of scalars have a separate code path, and rules about the top-level value need the whole tape.
        guard options.syntax == .json, !options.assumesTopLevelDictionary,
            options.resolvedPolicy?.situations.contains(.value) != true, DecodableTraits.of(type).kind == .collection,
            case .utf8(let skipping) = unsafe TextEncoding(of: bytes)
        else { return nil }
        let first = unsafe bytes.dropFirst(skipping).firstAfterJSONWhitespace
        return first == UInt8(ascii: "[") ? type as? any WindowedCollection.Type : nil
    }

    /// Decodes the elements of a document while it is being parsed. Calls no handler.
    ///
    /// - Parameter listsChanges: whether the report's entries are needed, and not only their number.
    func decodeInWindows<C: WindowedCollection, T: Decodable>(
        _ collection: C.Type, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool, mayChange: Bool
    ) -> Run<T> {
        let ahead = settings.options.value.parsesAhead && ProcessInfo.processInfo.activeProcessorCount > 1
        do throws(StreamFailure) {
            let windows = try unsafe windows(
                bytes, settings, listsChanges: listsChanges, mayChange: mayChange, ahead: ahead)
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
            var location = windows.failureLocation
            if listsChanges, location == nil, case .failure(let error) = result {
                location = unsafe self.location(of: error, bytes, settings, mayChange: mayChange)
            }
            return Run(result: result, report: report, location: location)
        } catch {
            return Run(notJSON: error)
        }
    }

    /// The location of the value at an error's path, if that is not in the element that failed. Parses the document,
    /// which is known to be valid, again.
    private func location(
        of error: any Error, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, mayChange: Bool
    ) -> JSONLocation? {
        guard (error as? DecodingError)?.context != nil,
            let windows = try? unsafe windows(bytes, settings, listsChanges: false, mayChange: mayChange, ahead: false)
        else { return nil }
        defer { windows.close() }
        return windows.findLocation(of: error)
    }

    /// - Parameter ahead: whether a second thread parses.
    private func windows(
        _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool, mayChange: Bool, ahead: Bool
    ) throws(StreamFailure) -> WindowDecoding {
        let options = settings.options.value
        let memory = WindowMemory(settings.tapes)
        let parser = try unsafe ArrayParser(bytes, options, memory, mayChange: mayChange)
        let windows = DocumentWindows(parser, memory, limit: options.windows.ahead)
        if ahead { windows.parseAhead() }
        return try WindowDecoding(
            windows, size: bytes.count, settings.options, settings.tapes, listsChanges: listsChanges)
    }
}
