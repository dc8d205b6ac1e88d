/// The elements of a file or another stream, decoded as they are read. Returned by
/// ``PolicyJSONDecoder/elements(of:at:from:keepingEnvelope:resumingAt:)->JSONElementReader<Element>``.
///
/// ```swift
/// for order in try decoder.elements(of: Order.self, at: "data.items", from: url) {
///     let order = try order.get()
///     …
/// }
/// ```
///
/// In a loop, each element is a `Result`: the value, or, as the last one, the error that ended the stream. ``next()`` returns
/// the values themselves.
///
/// 64 KiB are read and parsed at a time; an element is decoded when it is requested. Memory use is that of
/// ``JSONElements``. Do not use a reader from several threads at once.
@safe
public final class JSONElementReader<Value> {
    private let request: ElementRequest<Value>
    private let monitor: StreamMonitor
    /// `nil` at the end, so that the file is closed.
    private var reader: JSONByteReader?
    private var stream: ElementStream<Value>?
    private var buffer: UnsafeMutableRawBufferPointer
    private var hasStarted = false

    convenience init(_ request: ElementRequest<Value>, _ source: some JSONByteSource) throws {
        self.init(request, try source.jsonReader(from: request.resumePoint?.offset ?? 0))
    }

    private init(_ request: ElementRequest<Value>, _ reader: JSONByteReader) {
        self.request = request
        self.reader = reader
        monitor = StreamMonitor(resumingAt: request.resumePoint, reportLimit: request.options.reportLimit)
        stream = ElementStream(request, monitor)
        unsafe buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: WindowSizes.slice, alignment: 16)
    }

    deinit { unsafe buffer.deallocate() }

    /// Returns the next element, or `nil` at the end and after an error.
    ///
    /// - Returns: the next element; `nil` at the end and after an error.
    /// - Throws: ``JSONDecodingError``, after all elements that precede the error.
    public func next() throws(JSONDecodingError) -> Value? {
        guard let stream else { return nil }
        hasStarted = true
        do throws(JSONDecodingError) {
            while true {
                switch try stream.advance() {
                case .element: return stream.takeElement()
                case .needsBytes: feed(stream)
                case .ended:
                    (self.stream, reader) = (nil, nil)
                    return nil
                }
            }
        } catch {
            (self.stream, reader) = (nil, nil)
            throw error.adding(monitor.report)
        }
    }

    /// The same elements as results, in place of this reader: an element that cannot be decoded is a ``RejectedElement``, with
    /// its text, and does not end the stream; see ``JSONElements/results(keeping:within:ofLast:)``.
    ///
    /// ```swift
    /// let results = try decoder.elements(of: Order.self, in: .lines, from: url).results()
    /// while let result = try results.next() { … }
    /// ```
    ///
    /// In a `for` loop, each result would be in another one (``makeIterator()``). Progress, report and resume point are those of
    /// the returned reader; this one's stay at the start.
    ///
    /// Must be called before an element is read; after that it is a programming error, and traps.
    ///
    /// - Parameters:
    ///   - byteLimit: how many bytes of a rejected element are kept. Negative numbers count as 0. Default: 64 KiB.
    ///   - bounds: how many elements may be rejected. Default: no bounds.
    ///   - window: to how many of the last elements the bounds apply. Default: to all elements of the stream.
    /// - Returns: a reader of the results.
    public func results(
        keeping byteLimit: Int = 1 << 16, within bounds: LossBounds = LossBounds(), ofLast window: Int? = nil
    ) -> JSONElementReader<Result<Value, RejectedElement>> {
        guard !hasStarted, let reader else { preconditionFailure("elements have been read already") }
        (stream, self.reader) = (nil, nil)
        return JSONElementReader<Result<Value, RejectedElement>>(
            request.rejecting(keeping: byteLimit, within: bounds, ofLast: window), reader)
    }

    private func feed(_ stream: ElementStream<Value>) {
        do {
            guard let count = try unsafe reader?.read(buffer), count > 0 else { return stream.finish() }
            let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count])
            unsafe stream.append(bytes.assumingMemoryBound(to: UInt8.self))
        } catch {
            stream.fail(error)
        }
    }

    // MARK: Progress

    /// The progress of the reader.
    public var progress: JSONStreamProgress { monitor.progress }

    /// What the policy has changed so far, and which lines were skipped; limited by ``PolicyJSONDecoder/reportLimit``.
    public var report: DecodingReport { monitor.report }

    /// Where to resume if reading ends here: after the last element that was delivered.
    public var resumePoint: JSONResumePoint { monitor.resumePoint }

    /// Decodes the envelope, after the elements have been read to the end; see ``JSONElements/envelope(as:)``.
    ///
    /// - Parameter type: the type of the envelope.
    /// - Returns: the envelope.
    /// - Throws: ``JSONDecodingError``, as for ``JSONElements/envelope(as:)``.
    public func envelope<E: Decodable>(as type: E.Type) throws(JSONDecodingError) -> E {
        try request.envelope(as: type, monitor)
    }
}

extension JSONElementReader: Sequence {
    private struct Results: IteratorProtocol {
        let reader: JSONElementReader

        func next() -> Result<Value, JSONDecodingError>? {
            do throws(JSONDecodingError) {
                return try reader.next().map { .success($0) }
            } catch {
                return .failure(error)
            }
        }
    }

    /// Iterates over the elements that have not been read yet. A result that is an error is the last one.
    public func makeIterator() -> some IteratorProtocol<Result<Value, JSONDecodingError>> { Results(reader: self) }
}

@available(*, unavailable)
extension JSONElementReader: Sendable {}
