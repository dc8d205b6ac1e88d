public import FoundationImport
internal import JSONText

extension PolicyJSONEncoder {
    /// Encodes a value as JSON in UTF-8.
    ///
    /// - Parameter value: the value.
    /// - Returns: the text in UTF-8.
    /// - Throws: `EncodingError`, or an error that a type's `encode(to:)` throws.
    /// - Complexity: O(*n*) in the bytes of the result; with `.sortedKeys` each object is sorted.
    public func encode<T: Encodable>(_ value: T) throws -> Data {
        try withCore { try $0.encode(value) { $0.data() } }
    }

    /// Encodes a value that needs a configuration.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - configuration: is passed to the type's `encode(to:configuration:)`.
    /// - Returns: the text in UTF-8.
    /// - Throws: `EncodingError`, or an error that a type's method throws.
    public func encode<T: EncodableWithConfiguration>(
        _ value: T, configuration: T.EncodingConfiguration
    ) throws -> Data {
        try withCore { core in
            try core.encode(value) {
                if core.form.hasPolicy { core.frames.last.type = T.self }
                try core.withEncoder { try value.encode(to: $0, configuration: configuration) }
            } then: {
                $0.data()
            }
        }
    }

    /// Encodes a value that needs a configuration, which a provider supplies.
    ///
    /// - Parameters:
    ///   - value: the value.
    ///   - configuration: the type whose `encodingConfiguration` is passed to the type's `encode(to:configuration:)`.
    /// - Returns: the text in UTF-8.
    /// - Throws: `EncodingError`, or an error that a type's method throws.
    public func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
        _ value: T, configuration: C.Type
    ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
        try encode(value, configuration: C.encodingConfiguration)
    }

    /// Encodes a value, and passes the text to `body`, for buffers of other libraries.
    package func withText<T: Encodable, R>(of value: T, _ body: (RawSpan) throws -> R) throws -> R {
        try withCore { try $0.encode(value) { try unsafe $0.withText { try unsafe body($0.bytes) } } }
    }
}

extension EncoderCore {
    /// Encodes a value, and passes the text to `body`.
    func encode<T: Encodable, R>(_ value: T, then body: (TextBuffer) throws -> R) throws -> R {
        try encode(value) {
            try encode(value, EncodableTraits.of(T.self), in: frames.top)
        } then: {
            try body($0)
        }
    }

    /// Encodes a value as bytes, in the memory of the result if its text is not much longer than the last one.
    func encodeBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
        containers.open()
        defer { containers.close(keeping: self) }
        var count = 0
        let bytes = try text.drained(capacity: expected + expected / 32) {
            try encodeTopLevel(value) { try $0.encode(value, EncodableTraits.of(T.self), in: $0.frames.top) }
            count = text.count
        }
        expected = min(count, Self.mostExpected)
        return bytes
    }

    /// Encodes a value, and passes the text to `body`; `write` writes the value of the frame on top.
    func encode<T, R>(_ value: T, _ write: () throws -> Void, then body: (TextBuffer) throws -> R) throws -> R {
        containers.open()
        defer { containers.close(keeping: self) }
        if expected > text.capacity { text.expect(expected) }
        try encodeTopLevel(value) { _ in try write() }
        expected = min(text.count, Self.mostExpected)
        return try body(text)
    }

    /// Writes a whole document; `body` writes the value of the frame on top.
    ///
    /// - Parameters:
    ///   - index: the index of the value, if it is an element of something that the caller writes.
    ///   - depth: the number of enclosing containers.
    /// - Returns: whether it was written: an element of an array may be omitted.
    @discardableResult
    func encodeTopLevel<T>(
        _ value: T, index: Int = -1, depth: Int = 0, _ body: (EncoderCore) throws -> Void
    ) throws -> Bool {
        let start = text.count
        frames.push(parent: -1, start: start, memberStart: start, depth: depth)
        frames.last.index = index
        var isWritten = false
        do {
            try body(self)
            isWritten = finish(emptyObject: depth > 0)
            text.order(from: start)
        } catch is TooDeep {
            abandon()
        } catch is OmittedValue {
            abandon()
        } catch {
            abandon()
            throw failure ?? error
        }
        if !isTooDeep, let failure { throw failure }
        if let reason = refusal(of: T.self, isWritten: isWritten || depth > 0) {
            throw EncodingError.invalidTopLevel(value, reason, at: index < 0 ? [] : [JSONKey(index: index)])
        }
        return isWritten
    }

    /// Why a document is not valid, if it is not.
    @_optimize(size)
    @inline(never)
    private func refusal(of type: Any.Type, isWritten: Bool) -> String? {
        if isTooDeep { return "Unable to encode the given top-level value to JSON." }
        return misuse ?? (isWritten ? nil : "Top-level \(type) did not encode any values.")
    }
}

extension TextBuffer {
    /// Smaller texts are copied; the memory of larger ones is moved, unless it is much more than they need.
    private static let handedOver = 16_384

    /// Moves the text out of the buffer.
    func data() -> Data {
        if count < Self.handedOver || capacity / 2 > count { return unsafe withText { unsafe Data($0) } }
        let (bytes, free) = unsafe take()
        guard let start = bytes.baseAddress else { return Data() }
        return unsafe Data(bytesNoCopy: start, count: bytes.count, deallocator: .custom { _, _ in free() })
    }
}
