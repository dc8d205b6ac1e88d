@_spi(Cursor) internal import JSONTape
internal import RuntimeFacts

// Arrays whose elements are not on the tape: those of a large document are removed while it is parsed. They are parsed again,
// in windows, when the array is decoded as a collection. Every other request needs the whole tape: the document is then
// decoded again.
extension DecoderCore {
    /// The type as a collection of models, if the value is an emptied array.
    @inline(never)
    func windowedCollection<T: Decodable>(_ type: T.Type, at reference: ValueReference) -> (
        any WindowedCollection.Type
    )? {
        guard tape[reference.index].is(.emptiedArray), types.traits(of: type).kind == .collection else { return nil }
        return type as? any WindowedCollection.Type
    }

    /// Decodes an emptied array in windows.
    ///
    /// - Parameter result: the same type as `type`.
    @_optimize(size)
    func decodeEmptied<C: WindowedCollection, T>(_ type: C.Type, as result: T.Type, at reference: ValueReference) throws
        -> T
    {
        let memory = WindowMemory(call.tapes)
        let parser: ArrayParser
        do throws(JSONSyntaxError) {
            parser = try ArrayParser(emptied: reference.index, of: tape, options, memory)
        } catch {
            throw DecodingError.notJSON(error)
        }
        let parsed = DocumentWindows(parser, memory, limit: options.windows.ahead)
        if options.usesSecondThread { parsed.parseAhead() }
        let windows: WindowDecoding
        do throws(StreamFailure) {
            windows = try WindowDecoding(parsed, of: reference.without(.openedByHand), in: self)
        } catch {
            throw error.error
        }
        defer { windows.close() }
        return unsafelyCast(try C.decode(windows))
    }

    /// Whether a value has a kind. An emptied array is an array.
    func has(_ kind: TapeKind, at reference: ValueReference) -> Bool {
        let token = tape[reference.index]
        return token.is(kind) || kind == .array && token.is(.emptiedArray)
    }

    /// - Throws: ``MissingElements``, if the value is an emptied array.
    @inline(__always)
    func requireElements(of position: TapePosition) throws {
        if tape[position].is(.emptiedArray) { throw document.needElements() }
    }
}
