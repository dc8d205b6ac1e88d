@_spi(Cursor) internal import JSONTape

/// Decodes elements as results, in which those that cannot be decoded are rejections. Rules are not consulted about
/// undecodable elements.
struct RejectingDecoding<Value>: ElementDecoding {
    let base: any ElementDecoding<Value>
    let byteLimit: Int

    var deliversRejections: Bool { true }

    func decode(
        _ core: DecoderCore, _ item: ElementWindow.Item, dropping: Bool,
        into output: UnsafeMutablePointer<Result<Value, RejectedElement>>
    ) throws -> Bool {
        let mark = core.collector?.mark ?? 0
        do {
            return try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
                guard let value = memory.baseAddress,
                    try unsafe base.decode(core, item, dropping: false, into: value)
                else { return false }
                unsafe output.initialize(to: .success(value.move()))
                return true
            }
        } catch let error as CancellationError {
            throw error
        } catch {
            core.collector?.undo(to: mark, because: error)
            unsafe output.initialize(to: .failure(RejectedElement(error, item, in: core, keeping: byteLimit)))
            return true
        }
    }

    func rejected(_ record: SkippedRecord) -> Result<Value, RejectedElement>? { .failure(RejectedElement(record)) }

    func rejection(in output: Result<Value, RejectedElement>) -> RejectedElement? {
        if case .failure(let rejection) = output { rejection } else { nil }
    }
}

extension ElementRequest {
    /// A request for the same elements, as results.
    ///
    /// - Parameters:
    ///   - byteLimit: how many bytes of a rejected element are kept.
    ///   - bounds: how many elements may be rejected.
    ///   - window: to how many of the last elements the bounds apply.
    func rejecting(
        keeping byteLimit: Int, within bounds: LossBounds, ofLast window: Int?
    ) -> ElementRequest<Result<Output, RejectedElement>> {
        let source: ElementRequest<Result<Output, RejectedElement>>.Source =
            switch source {
            case .path(let path, let requestsMembers, let keepingEnvelope):
                .path(path, requestsMembers: requestsMembers, keepingEnvelope: keepingEnvelope)
            case .many(let format): .many(format.skippingInvalid)
            }
        let byteLimit = max(byteLimit, 0)
        return ElementRequest<Result<Output, RejectedElement>>(
            sharedOptions: sharedOptions, pool: pool, source: source, resumePoint: resumePoint,
            decoding: RejectingDecoding(base: decoding, byteLimit: byteLimit), recordBytes: byteLimit,
            bounds: StreamBounds(bounds: bounds, window: bounds == LossBounds() ? nil : window))
    }
}

extension JSONElements {
    // MARK: Results

    /// The same elements as results: an element that cannot be decoded is a ``RejectedElement``, with its text, and does not
    /// end the stream.
    ///
    /// ```swift
    /// for try await result in decoder.elements(of: Order.self, in: .lines, from: body).results() {
    ///     switch result {
    ///     case .success(let order): try await store(order)
    ///     case .failure(let rejected): try deadLetters.write(encoder.encode(rejected))
    ///     }
    /// }
    /// ```
    ///
    /// Rules repair values inside elements, but are not consulted about undecodable elements: under ``LossyCollections``
    /// they are rejections, too. Among lines and JSON text sequences, a text that is not JSON or exceeds a limit is a
    /// rejection, also if the format does not skip it. So is an element of an array, which then ends before the next comma
    /// or `]` outside of its strings and brackets, and one of concatenated values, which ends after its last bracket or
    /// quote, or before white space. What else is wrong with the document ends the stream: a syntax error between elements
    /// or outside of the array, a missing bracket at the end, more elements than the limit allows (rejections count), the
    /// source's errors; and a syntax error in a member of an object, or in an element if an envelope is kept. Rejections
    /// are elements for ``progress`` and ``resumePoint``, and are not in the ``report``.
    ///
    /// Progress, report and resume point are those of the returned stream; this one's stay at the start.
    ///
    /// - Parameters:
    ///   - byteLimit: how many bytes of a rejected element are kept. Negative numbers count as 0. Default: 64 KiB.
    ///   - bounds: how many elements may be rejected. If there are more, the stream fails with ``ElementLosses`` as the
    ///     cause, instead of delivering the rejection that is one too many. A percentage is checked after each rejection
    ///     from the 1,000th element on, and at the end. Elements before a resume point do not count. Default: no bounds.
    ///   - window: to how many of the last elements the bounds apply, from 1 to 16,777,216 (each takes a bit of memory); a
    ///     percentage is checked from this number of elements on, and at the end. Default: to all elements of the stream.
    /// - Returns: the results, as an asynchronous sequence that can be iterated once, in place of this one.
    public func results(
        keeping byteLimit: Int = 1 << 16, within bounds: LossBounds = LossBounds(), ofLast window: Int? = nil
    ) -> JSONElements<Result<Element, RejectedElement>, Bytes> {
        JSONElements<Result<Element, RejectedElement>, Bytes>(
            request.rejecting(keeping: byteLimit, within: bounds, ofLast: window), bytes, pipelines?.rejecting)
    }
}
