internal import JSONTape

/// A standard collection that can be decoded while its document is being parsed.
protocol WindowedCollection: IntrinsicDecodable {
    static func decode(_ windows: WindowDecoding) throws -> Self
}

extension Array: WindowedCollection where Element: Decodable {
    static func decode(_ windows: WindowDecoding) throws -> Self {
        // With no room, the initializer writes to the storage that all empty arrays share: a race.
        var room = Swift.max(windows.room(for: Element.self, beyond: 0), 1)
        var hasAll = false
        // As in `DecoderCore.array(_:at:)`, not by `append`.
        var result = try unsafe [Element](unsafeUninitializedCapacity: room) { buffer, filled in
            hasAll = try windows.elements(Element.self, room: room) { (element: consuming Element) in
                precondition(filled < room)
                unsafe buffer.initializeElement(at: filled, to: element)
                filled += 1
            }
        }
        // There are more elements than estimated from the start of the document.
        while !hasAll {
            room = windows.room(for: Element.self, beyond: room)
            result.reserveCapacity(windows.capacity(for: result.count, of: room))
            hasAll = try windows.elements(Element.self, room: room) { (element: consuming Element) in
                result.append(element)
            }
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
        var room = 0
        // Window by window, so that of many equal elements few are kept at a time.
        repeat {
            room = windows.room(for: Element.self, beyond: room)
            result.reserveCapacity(windows.capacity(for: result.count, of: room))
        } while try !windows.elements(Element.self, room: room) { (element: consuming Element) in
            result.insert(withOrderedMarks(element))
        }
        return result
    }
}
