/// The elements of a stream, decoded as its bytes arrive. Returned by
/// ``PolicyJSONDecoder/elements(of:at:from:keepingEnvelope:resumingAt:)->JSONElements<Element,Bytes>``.
///
/// ```swift
/// let orders = decoder.elements(of: Order.self, at: "data.items", from: bytes)
/// for try await order in orders { … }
/// ```
///
/// Can be iterated once. No more chunks are read than are needed for the next element; a chunk is parsed 64 KiB at a
/// time, and an element is decoded when it is requested. Leaving the loop releases all resources. Cancelling the task
/// ends the iteration with `CancellationError` before any more bytes are parsed or read.
///
/// Memory holds one chunk, about 64 KiB of text with its tokens, and the current element; an element longer than
/// `JSONLimits.elementBytes` is an error.
///
/// Errors are ``JSONDecodingError``, and `CancellationError`; both end the iteration, after all elements that precede
/// them.
public struct JSONElements<Element, Bytes: AsyncSequence>: AsyncSequence where Bytes.Element: JSONBytes {
    let request: ElementRequest<Element>
    let bytes: Bytes
    let monitor: StreamMonitor
    /// For decoding on several tasks.
    let pipelines: (any PipelineStarting<Element, Bytes>)?

    init(
        _ request: ElementRequest<Element>, _ bytes: Bytes,
        _ pipelines: (any PipelineStarting<Element, Bytes>)? = nil
    ) {
        self.request = request
        self.bytes = bytes
        self.pipelines = pipelines
        monitor = StreamMonitor(resumingAt: request.resumePoint, reportLimit: request.options.reportLimit)
    }

    public func makeAsyncIterator() -> Iterator {
        if let pipelines { return Iterator(pipeline: pipelines.start(request, bytes, monitor), monitor) }
        return Iterator(ElementStream(request, monitor), bytes.makeAsyncIterator(), monitor)
    }

    /// Iterates over the elements.
    public struct Iterator: AsyncIteratorProtocol {
        private var stream: ElementStream<Element>?
        private var bytes: Bytes.AsyncIterator?
        private var chunk: Bytes.Element?
        private var position = 0
        private var pipeline: ElementPipeline<Element>?

        private let monitor: StreamMonitor

        init(_ stream: ElementStream<Element>, _ bytes: Bytes.AsyncIterator, _ monitor: StreamMonitor) {
            self.stream = stream
            self.bytes = bytes
            self.monitor = monitor
        }

        init(pipeline: ElementPipeline<Element>, _ monitor: StreamMonitor) {
            self.pipeline = pipeline
            self.monitor = monitor
        }

        /// Returns the next element, or `nil` at the end and after an error.
        ///
        /// Inlined, so that an element whose bytes are there needs no asynchronous call.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            if try advance() { return takeElement() }
            return try await awaitElement(isolation: actor)
        }

        /// Whether the next element can be decoded, or has been, without waiting; ``takeElement()`` must follow then.
        @usableFromInline
        mutating func advance() throws -> Bool {
            do {
                // Optional chaining counts no reference.
                if let step = try stream?.advance() {
                    switch step {
                    case .element: return true
                    case .needsBytes, .ended: return false
                    }
                }
                return try pipeline?.hasPassed() ?? false
            } catch {
                throw failure(error)
            }
        }

        /// Moves the element out that is there.
        @usableFromInline
        mutating func takeElement() -> Element {
            // Not bound to a constant, which would count a reference; one of the two has just delivered.
            if stream != nil { return stream!.takeElement() }
            return pipeline!.takeElement()
        }

        /// Waits for the next element; `nil` at the end.
        @usableFromInline
        mutating func awaitElement(isolation actor: isolated (any Actor)?) async throws -> Element? {
            do {
                if let stream {
                    elements: while true {
                        switch try stream.advance() {
                        case .element: return stream.takeElement()
                        case .needsBytes: try await feed(stream, isolation: actor)
                        case .ended: break elements
                        }
                    }
                } else if let pipeline, try await pipeline.next(isolation: actor) {
                    return pipeline.takeElement()
                }
            } catch {
                throw failure(error)
            }
            end()
            return nil
        }

        /// Ends the iteration; what is thrown then.
        @inline(never)
        private mutating func failure(_ error: any Error) -> any Error {
            let isCancelled = stream?.isCancelled ?? false
            end()
            if isCancelled { return CancellationError() }
            return (error as? JSONDecodingError)?.adding(monitor.report) ?? error
        }

        /// Releases everything at the end.
        private mutating func end() {
            (stream, bytes, chunk, pipeline) = (nil, nil, nil, nil)
        }

        private mutating func feed(
            _ stream: ElementStream<Element>, isolation actor: isolated (any Actor)?
        ) async throws {
            try Task.checkCancellation()
            if unsafe chunk?.takeSlice(at: &position, { unsafe stream.append($0) }) == true { return }
            (chunk, position) = (nil, 0)
            do {
                chunk = try await bytes?.next(isolation: actor)
            } catch {
                // A sequence may end because the task was cancelled.
                try Task.checkCancellation()
                return stream.fail(error)
            }
            if chunk == nil {
                // A sequence may end because the task was cancelled.
                try Task.checkCancellation()
                stream.finish()
            }
        }
    }
}

@available(*, unavailable)
extension JSONElements.Iterator: Sendable {}

extension JSONElements: Sendable where Element: Sendable, Bytes: Sendable {}

extension JSONElements {
    // MARK: Progress

    /// The progress of the stream. Can be read from any task, at any time.
    public var progress: JSONStreamProgress { monitor.progress }

    /// What the policy has changed so far, and which lines were skipped; limited by ``PolicyJSONDecoder/reportLimit``.
    /// Can be read from any task, at any time.
    public var report: DecodingReport { monitor.report }

    /// Where to resume if the iteration ends here: after the last element that was delivered.
    public var resumePoint: JSONResumePoint { monitor.resumePoint }

    /// Decodes the envelope: the document without the elements between the brackets.
    ///
    /// - Parameter type: the type of the envelope.
    /// - Returns: the envelope.
    /// - Throws: ``JSONDecodingError``: if decoding fails, or if there is no envelope, because it was not requested
    ///   (`keepingEnvelope`), the elements have not been iterated to the end, or the stream was resumed after its start.
    public func envelope<E: Decodable>(as type: E.Type) throws(JSONDecodingError) -> E {
        try request.envelope(as: type, monitor)
    }
}

extension JSONElements where Element: Sendable, Bytes: Sendable {
    /// The same elements, decoded on several tasks.
    ///
    /// ```swift
    /// for try await order in decoder.elements(of: Order.self, from: body).concurrently(tasks: 2) { … }
    /// ```
    ///
    /// The order of the elements is kept, and the report has the changes in those that have been delivered or dropped.
    ///
    /// - Parameter tasks: how many tasks decode at the same time, and take turns at reading and parsing; 1 decodes on the
    ///   task that requests the elements. In addition to the batch being consumed, as many batches of 64 KiB are held.
    /// - Returns: the elements, as an asynchronous sequence that can be iterated once, in place of this one.
    public func concurrently(tasks: Int) -> JSONElements {
        JSONElements(request, bytes, ElementPump.Start(concurrency: tasks))
    }
}
