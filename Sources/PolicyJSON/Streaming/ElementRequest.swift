import FoundationImport
@_spi(Cursor) internal import JSONTape

/// A request for the elements of a stream, with the decoder's settings at the time of the request.
struct ElementRequest<Output>: Sendable {
    enum Source: Sendable {
        case path(PathPattern, requestsMembers: Bool, keepingEnvelope: Bool)
        case many(JSONStreamFormat)
    }

    let sharedOptions: SharedOptions
    let pool: TapePool
    let source: Source
    let resumePoint: JSONResumePoint?
    let decoding: any ElementDecoding<Output>
    /// How many bytes of a record that is not JSON are kept.
    var recordBytes = RecordBuffer.reportedBytes
    /// How many elements may be rejected, where they are delivered as results.
    var bounds: StreamBounds?

    var options: DecodingOptions { sharedOptions.value }

    /// Creates the parser that makes windows.
    @_optimize(size)
    func makeParser() -> any WindowParser {
        do {
            if let unsupported { throw DecodingError.corrupted("\(unsupported) is for whole documents.", at: []) }
            switch source {
            case .path(let path, let requestsMembers, let keepingEnvelope):
                if decoding.deliversRejections, !requestsMembers, !keepingEnvelope { return try rejectingParser(path) }
                return try ElementParser(
                    path: path, requestsMembers: requestsMembers, keepingEnvelope: keepingEnvelope,
                    limits: options.limits,
                    pool: pool, resumingAt: resumePoint)
            case .many(let format) where format.kind == .concatenated:
                if decoding.deliversRejections { return try rejectingParser(nil) }
                return try ElementParser(path: nil, limits: options.limits, pool: pool, resumingAt: resumePoint)
            case .many(let format):
                return RecordParser(
                    format: format, limits: options.limits, keeping: recordBytes, pool: pool, resumingAt: resumePoint)
            }
        } catch {
            return FailedParser(error, at: resumePoint?.location ?? JSONResumePoint.start.location)
        }
    }

    @_optimize(size)
    private func rejectingParser(_ path: PathPattern?) throws(JSONSyntaxError) -> RejectingElementParser {
        let (limits, pool) = (options.limits, pool)
        return try RejectingElementParser(
            keeping: recordBytes, of: limits.documentBytes, resumingAt: resumePoint
        ) { point, counts throws(JSONSyntaxError) in
            try ElementParser(path: path, limits: limits, pool: pool, resumingAt: point, counts: counts)
        }
    }

    private var unsupported: String? {
        if options.allowsJSON5 { return "JSON5" }
        if options.allowsTrailingCommas { return "allowsTrailingCommas" }
        if options.assumesTopLevelDictionary { return "assumesTopLevelDictionary" }
        return nil
    }

    /// Creates the core that decodes the elements of a window.
    @_optimize(size)
    func makeCore(for window: ElementWindow, listing room: Int) -> DecoderCore {
        let call = DecodingCall(sharedOptions, pool, listsChanges: true, entryLimit: room)
        return DecoderCore(call, DecodedDocument(window.tape, of: call, window: window))
    }

    /// Decodes one element; false if a rule dropped it.
    ///
    /// - Parameter output: not initialized; afterwards initialized, if the result is true.
    @inline(__always)
    func decode(
        _ item: ElementWindow.Item, _ core: DecoderCore, into output: UnsafeMutablePointer<Output>
    ) throws -> Bool {
        core.startDecoding()
        defer { core.stopDecoding() }
        return try unsafe decodeNext(item, core, into: output)
    }

    /// Decodes an element between ``DecoderCore/startDecoding()`` and ``DecoderCore/stopDecoding()``.
    @inline(__always)
    func decodeNext(
        _ item: ElementWindow.Item, _ core: DecoderCore, into output: UnsafeMutablePointer<Output>
    ) throws -> Bool {
        core.collector?.beginElement()
        return try unsafe decoding.decode(core, item, dropping: true, into: output)
    }

    /// The error of an element, with its place.
    func error(_ error: any Error, of item: ElementWindow.Item, in core: DecoderCore) -> JSONDecodingError {
        let path = core.document.window.map { $0.path(of: item, core.document.key(at:)) } ?? []
        let place =
            core.place(of: error, in: item.value, below: path.count)
            ?? ErrorPlace(location: core.tape.location(at: item.value))
        return JSONDecodingError(error, at: place, path: path.map(\.codingKey), index: item.ordinal)
    }
}

/// How an element is decoded.
protocol ElementDecoding<Output>: Sendable {
    associatedtype Output
    /// Decodes one element; false if a rule dropped it.
    ///
    /// - Parameters:
    ///   - dropping: whether rules are consulted about an undecodable element.
    ///   - output: not initialized; afterwards initialized, if the result is true.
    func decode(
        _ core: DecoderCore, _ item: ElementWindow.Item, dropping: Bool, into output: UnsafeMutablePointer<Output>
    ) throws -> Bool
    /// Whether elements that cannot be decoded, and records that are not JSON, are delivered.
    var deliversRejections: Bool { get }
    /// What is delivered in place of a record that is not JSON; `nil`: nothing.
    func rejected(_ record: SkippedRecord) -> Output?
    /// The rejection that is delivered in place of an element, if it is one.
    func rejection(in output: Output) -> RejectedElement?
}

extension ElementDecoding {
    var deliversRejections: Bool { false }
    func rejected(_ record: SkippedRecord) -> Output? { nil }
    func rejection(in output: Output) -> RejectedElement? { nil }
}

struct PlainElement<Output: Decodable>: ElementDecoding {
    /// May be the type of a subclass.
    nonisolated(unsafe) let type: Output.Type

    func decode(
        _ core: DecoderCore, _ item: ElementWindow.Item, dropping: Bool, into output: UnsafeMutablePointer<Output>
    ) throws -> Bool {
        let reference = core.reference(to: item)
        if core.policy == nil || !dropping {
            unsafe output.initialize(to: try core.decode(type, at: reference))
            return true
        }
        return unsafe try decodeOrDrop(core, reference, into: output)
    }

    @inline(never)
    private func decodeOrDrop(
        _ core: DecoderCore, _ reference: ValueReference, into output: UnsafeMutablePointer<Output>
    ) throws -> Bool {
        guard let value = unsafe try core.element(type, at: reference) else { return false }
        unsafe output.initialize(to: value)
        return true
    }
}

/// A member with its key.
struct PairElement<Value: Decodable>: ElementDecoding {
    /// May be the type of a subclass.
    nonisolated(unsafe) let type: Value.Type

    func decode(
        _ core: DecoderCore, _ item: ElementWindow.Item, dropping: Bool,
        into output: UnsafeMutablePointer<(key: String, value: Value)>
    ) throws -> Bool {
        let reference = core.reference(to: item)
        let value =
            unsafe core.policy == nil || !dropping
            ? try core.decode(type, at: reference) : try core.element(type, at: reference)
        guard let value else { return false }
        unsafe output.initialize(to: (core.document.key(at: item.value.key), value))
        return true
    }
}

extension DecoderCore {
    @inline(__always)
    fileprivate func reference(to item: ElementWindow.Item) -> ValueReference {
        let reference = ValueReference(
            index: item.value, parent: TapePosition.noContainer, ordinal: 0, model: top.model)
        return call.examinesValues ? ruledByPath(reference) : reference
    }

    /// Decodes an element of a stream; `nil` if a rule dropped it.
    fileprivate func element<E: Decodable>(_ type: E.Type, at reference: ValueReference) throws -> E? {
        var dropped = DroppedElements()
        return try element(type, at: reference, &dropped)
    }
}

/// The parser of a stream that cannot start.
private final class FailedParser: WindowParser {
    let failure: StreamFailure?
    let received = 0

    init(_ error: any Error, at location: JSONLocation) {
        failure =
            if let error = error as? JSONSyntaxError { StreamFailure(error) } else {
                StreamFailure(error, at: location)
            }
    }

    func takeWindow() -> ElementWindow? { nil }
    func endLocation() -> JSONLocation { failure?.location ?? JSONResumePoint.start.location }
}

extension ElementRequest {
    /// Decodes the envelope.
    @_optimize(size)
    func envelope<E: Decodable>(as type: E.Type, _ monitor: StreamMonitor) throws(JSONDecodingError) -> E {
        let start = JSONResumePoint.start.location
        do {
            guard let tape = try monitor.envelope?.get() else {
                let reason =
                    monitor.envelope == nil
                    ? "the elements have not been read to the end"
                    : resumePoint?.isStart == false ? "a stream that is resumed has none" : "none was requested"
                throw JSONDecodingError(
                    DecodingError.valueNotFound(
                        type,
                        DecodingError.Context(codingPath: [], debugDescription: "There is no envelope: \(reason).")),
                    at: start)
            }
            let call = DecodingCall(sharedOptions, pool, listsChanges: true)
            let core = DecoderCore(call, DecodedDocument(tape, of: call))
            let result = Result { try core.decode(type, at: core.top) }
            let (report, place) = core.report(endingWith: result.failure)
            if core.collector != nil { options.handle(monitor.add(report)) }
            if let failure = result.failure {
                throw JSONDecodingError(failure, at: place ?? ErrorPlace(location: start))
            }
            return try result.get()
        } catch let error as JSONDecodingError {
            throw error
        } catch let error as JSONSyntaxError {
            throw JSONDecodingError(DecodingError.notJSON(error), at: error.location)
        } catch {
            throw JSONDecodingError(error, at: start)
        }
    }
}
