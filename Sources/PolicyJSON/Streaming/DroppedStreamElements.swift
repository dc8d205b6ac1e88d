/// The elements of a stream that have been rejected, as far as bounds require them to be counted.
struct DroppedStreamElements {
    /// The number of elements from which on a percentage is checked before the end.
    private static let sample = 1_000

    private let bounds: LossBounds
    private var count = 0
    private var total = 0
    private var examples: [ElementLosses.Example] = []
    private var last = JSONResumePoint.start.location

    init?(_ bounds: LossBounds?) {
        guard let bounds else { return nil }
        self.bounds = bounds
    }

    /// Counts an element.
    ///
    /// - Throws: ``JSONStreamError``, if more have been rejected than the bounds allow.
    mutating func add(_ rejection: RejectedElement?) throws(JSONStreamError) {
        total += 1
        guard let rejection else { return }
        count += 1
        last = rejection.location
        if examples.count < ElementLosses.exampleLimit {
            let reason = (rejection.error as? DecodingError)?.message ?? "\(rejection.error)"
            examples.append(ElementLosses.Example(path: rejection.path, reason: reason))
        }
        try check(isEnd: false)
    }

    /// Checks the bounds; by default all of them, at the end of the stream.
    func check(isEnd: Bool = true) throws(JSONStreamError) {
        let isAllowed =
            isEnd || total >= Self.sample
            ? bounds.allow(count, of: total) : LossBounds(count: bounds.count).allow(count, of: total)
        if isAllowed { return }
        let dropped = ElementLosses(rule: "the stream", count: count, total: total, examples: examples)
        throw JSONStreamError(DecodingError.corrupted(dropped.description, at: [], underlying: dropped), at: last)
    }
}
