import Foundation
@_spi(Tape) internal import JSONTape

extension PolicyJSONDecoder {
    /// The type, if it and the document are such that the document is decoded in windows: a large array in UTF-8, of which
    /// nobody wants to know more than its elements.
    func windowedCollection(
        _ type: any Decodable.Type, _ bytes: UnsafeRawBufferPointer, _ options: DecodingOptions
    ) -> (any WindowedCollection.Type)? {
        // Arrays of scalars have ways of their own, and reports and rules about the top-level value need all of the tape.
        guard options.syntax == .json, !options.assumesTopLevelDictionary, !options.handlesReports,
            options.resolvedPolicy?.watched.contains(.values) != true, TypeTraits.of(type).kind == .collection,
            case .utf8(let skipping) = unsafe TextEncoding(of: bytes)
        else { return nil }
        let first = unsafe bytes.dropFirst(skipping).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return first == UInt8(ascii: "[") ? type as? any WindowedCollection.Type : nil
    }

    /// One call from bytes to value, of which the elements are decoded while the document is being parsed.
    func decodeInWindows<C: WindowedCollection, T: Decodable>(
        _ collection: C.Type, as type: T.Type, _ bytes: UnsafeRawBufferPointer,
        _ settings: (options: SharedOptions, tapes: TapePool), mayChange: Bool
    ) throws -> T {
        let source = try unsafe windowSource(bytes, settings, mayChange: mayChange)
        let windows = try WindowDecoding(source, size: bytes.count, settings.options, settings.tapes)
        defer { windows.close() }
        return DecoderCore.same(try C.decode(windows))
    }

    private func windowSource(
        _ bytes: UnsafeRawBufferPointer, _ settings: (options: SharedOptions, tapes: TapePool), mayChange: Bool
    ) throws -> any WindowSource {
        let (options, tapes) = (settings.options.value, settings.tapes)
        let parser: ArrayParser
        do throws(JSONSyntaxError) {
            parser = try unsafe ArrayParser(bytes, options, tape: tapes.take(), mayChange: mayChange)
        } catch {
            throw DecodingError.notJSON(error)
        }
        guard options.parsesAhead, ProcessInfo.processInfo.activeProcessorCount > 1 else {
            return WindowsInTurn(parser, tapes)
        }
        let ahead = WindowsAhead(parser, tapes, limit: options.windows.ahead)
        ahead.start()
        return ahead
    }
}
