internal import JSONTape

/// A standard collection that can be decoded while its document is being parsed.
protocol WindowedCollection: IntrinsicDecodable {
    static func decode(_ windows: WindowDecoding) throws -> Self
}

extension Array: WindowedCollection where Element: Decodable {
    static func decode(_ windows: WindowDecoding) throws -> Self {
        var room = windows.room(for: Element.self, beyond: 0)
        var hasAll = false
        var result = try windows.elements(Element.self, room: room, &hasAll)
        // There are more elements than estimated from the start of the document.
        while !hasAll {
            room = windows.room(for: Element.self, beyond: room)
            result.reserveCapacity(windows.capacity(for: result.count, of: room))
            result += try windows.elements(Element.self, room: room, &hasAll)
        }
        return result
    }
}

extension ContiguousArray: WindowedCollection where Element: Decodable {
    static func decode(_ windows: WindowDecoding) throws -> Self {
        ContiguousArray(try [Element].decode(windows))
    }
}

extension Set: WindowedCollection where Element: Decodable {
    static func decode(_ windows: WindowDecoding) throws -> Self {
        var result: Set<Element> = []
        var hasAll = false
        // Window by window, so that of many equal elements few are kept at a time.
        while !hasAll {
            for element in try windows.elements(Element.self, room: windows.parsedCount, &hasAll) {
                result.insert(withOrderedMarks(element))
            }
        }
        return result
    }
}

extension WindowDecoding {
    /// Decodes the next elements, up to a total of `room` elements.
    ///
    /// - Parameter hasAll: whether the elements were the last ones.
    @inline(never)
    fileprivate func elements<E: Decodable>(_ type: E.Type, room: Int, _ hasAll: inout Bool) throws -> [E] {
        // With no room, the initializer writes to the storage that all empty arrays share: a race.
        let capacity = max(room - Int(ordinal), 1)
        // As in `DecoderCore.array(_:at:)`, not by `append`.
        return try unsafe [E](unsafeUninitializedCapacity: capacity) { buffer, filled in
            hasAll = try elements(type, room: room) { (element: consuming E) in
                precondition(filled < capacity)
                unsafe buffer.initializeElement(at: filled, to: element)
                filled += 1
            }
        }
    }
}
