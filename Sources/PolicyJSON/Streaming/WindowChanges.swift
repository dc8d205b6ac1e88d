/// The changes that the policy makes in the elements of a window.
struct WindowChanges: Sendable {
    private let collector: ReportCollector
    private let names: KeyNames
    /// How many changes the stream's report can list from the start of the window on.
    private let room: Int

    init?(_ core: DecoderCore, room: Int) {
        guard let collector = core.collector else { return nil }
        self.collector = collector
        names = core.document.keyNames
        self.room = room
    }

    func report(of changes: Range<Int>) -> DecodingReport { collector.report(of: changes, listing: room, names) }
}

/// Counts the changes in a window up to the element that has just been decoded.
struct ChangeTally {
    private let collector: ReportCollector?
    private(set) var count = 0
    private var mark = 0

    init(_ core: DecoderCore?) {
        collector = core?.collector
    }

    /// Whether the policy can make changes.
    var isCounting: Bool { collector != nil }

    /// Whether the last element has changed the count.
    @inline(__always)
    var isStale: Bool { collector.map { $0.mark != mark } ?? false }

    /// Updates the count after an element has been decoded, if it is stale.
    mutating func update() {
        if let collector { recount(collector, failure: nil) }
    }

    /// Updates the count after an element has failed.
    mutating func update(failure: any Error) {
        if let collector { recount(collector, failure: failure) }
    }

    @inline(never)
    private mutating func recount(_ collector: ReportCollector, failure: (any Error)?) {
        count = collector.removeUndone(failure: failure)
        mark = collector.mark
    }
}
