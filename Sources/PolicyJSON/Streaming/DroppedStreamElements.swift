/// How many elements of a stream may be rejected.
struct StreamBounds: Sendable {
    let bounds: LossBounds
    /// The number of last elements to which the bounds apply. `nil`: to all.
    let window: Int?
}

/// The elements of a stream of results that have been rejected.
struct DroppedStreamElements {
    /// The number of elements from which on a percentage of all elements is checked before the end.
    private static let sample = 1_000

    private let bounds: LossBounds
    private var recent: RecentRejections?
    private var count = 0
    private var total = 0
    private var examples: [ElementLosses.Example] = []
    private var last = JSONResumePoint.start.location

    init?(_ bounds: StreamBounds?) {
        guard let bounds else { return nil }
        self.bounds = bounds.bounds
        recent = bounds.window.map { RecentRejections(size: $0) }
    }

    /// Whether the next rejection is an example.
    var needsReason: Bool { recent != nil || examples.count < ElementLosses.exampleLimit }

    /// Counts an element.
    ///
    /// - Parameter reason: that of the rejection, if it is an example. It is a text already: an error that describes itself may
    ///   use the stream.
    /// - Throws: ``JSONDecodingError``, if more have been rejected than the bounds allow.
    mutating func add(_ rejection: RejectedElement?, because reason: String?) throws(JSONDecodingError) {
        recent?.add(isRejected: rejection != nil)
        total = recent?.total ?? total + 1
        guard let rejection else { return }
        count = recent?.count ?? count + 1
        last = rejection.location
        if let reason {
            // The first ones; of a window, the last ones.
            if examples.count == ElementLosses.exampleLimit { examples.removeFirst() }
            examples.append(ElementLosses.Example(path: rejection.path, reason: reason))
        }
        try check(isEnd: false)
    }

    /// Checks the bounds; by default all of them, at the end of the stream.
    @_optimize(size)
    func check(isEnd: Bool = true) throws(JSONDecodingError) {
        let count = recent?.count ?? count
        let isAllowed =
            isEnd || total >= recent?.size ?? Self.sample
            ? bounds.allow(count, of: total) : LossBounds(count: bounds.count).allow(count, of: total)
        if isAllowed { return }
        let dropped = ElementLosses(rule: "the stream", count: count, total: total, examples: examples.suffix(count))
        throw JSONDecodingError(DecodingError.corrupted(dropped.description, at: [], underlying: dropped), at: last)
    }
}

extension RejectedElement {
    /// The reason as an example states it.
    var reason: String { error.text }
}
