@_spi(Tape) internal import JSONTape

/// The properties of a change by which it is counted. Valid for the duration of a call, created and used on one thread,
/// which justifies `@unchecked Sendable`. The caller keeps rule and core alive; reference counting took a tenth of the
/// time of repairs with a report.
@safe
struct ChangeSite: @unchecked Sendable {
    unowned(unsafe) let rule: ResolvedPolicy.Entry
    let kind: DecodingReport.Kind
    let requestedType: RequestedType
    unowned(unsafe) let core: DecoderCore
    let place: Place
    /// The requested key, if it is missing.
    let missingKey: String?

    init(
        rule: ResolvedPolicy.Entry, kind: DecodingReport.Kind, requestedType: RequestedType, core: DecoderCore,
        place: Place, missingKey: String?
    ) {
        unsafe self.rule = rule
        self.kind = kind
        self.requestedType = requestedType
        unsafe self.core = core
        self.place = place
        self.missingKey = missingKey
    }
}

/// A type in the form in which reports print it.
struct RequestedType: Hashable, CustomStringConvertible {
    private let type: Any.Type
    private let isOptional: Bool

    init(_ type: Any.Type, isOptional: Bool) {
        self.type = type
        self.isOptional = isOptional
    }

    var description: String { "\(type)\(isOptional ? "?" : "")" }

    static func == (left: RequestedType, right: RequestedType) -> Bool {
        left.type == right.type && left.isOptional == right.isOptional
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        hasher.combine(isOptional)
    }
}

/// Counts changes by rule, kind, type and path, so that the last ones can be undone. It stores four bytes for each
/// change, less than the tape does for the value that was changed.
struct ChangeCounter {
    private struct Bucket: Hashable {
        /// The rule in the policy, which `rules` retains.
        let rule: ObjectIdentifier
        let kind: DecodingReport.Kind
        let requestedType: RequestedType
        /// `nil` if the tree of paths is full.
        let path: PathTree.NodeID?
    }

    private var tree = PathTree()
    private var buckets: [(bucket: Bucket, firstChange: Int)] = []
    private var indexes: [Bucket: Int] = [:]
    /// The bucket of the last change at each node of the tree, which is most likely that of the next one.
    private var latest: [Int] = []
    private var rules: [ObjectIdentifier: ResolvedPolicy.Entry] = [:]
    /// The bucket of each change, oldest first.
    private var journal: [UInt32] = []

    /// The number of changes.
    var count: Int { journal.count }

    mutating func add(_ site: ChangeSite) {
        let change = journal.count
        let path = unsafe tree.node(of: site.place, missing: site.missingKey, in: site.core, change: change)
        let rule = unsafe ObjectIdentifier(site.rule)
        let known = buckets.count
        let bucket = Bucket(rule: rule, kind: site.kind, requestedType: site.requestedType, path: path)
        let index = index(of: bucket, change)
        if index >= known { unsafe rules[rule] = site.rule }
        journal.append(UInt32(truncatingIfNeeded: index))
    }

    private mutating func index(of bucket: Bucket, _ change: Int) -> Int {
        let node = bucket.path ?? 0
        if node < latest.count {
            let known = latest[node]
            if known < buckets.count, buckets[known].bucket == bucket { return known }
        } else {
            latest.append(contentsOf: repeatElement(.max, count: node + 1 - latest.count))
        }
        let index = indexes[bucket] ?? buckets.count
        if index == buckets.count {
            buckets.append((bucket, change))
            indexes[bucket] = index
        }
        latest[node] = index
        return index
    }

    /// Undoes all changes except the first `mark`.
    mutating func takeBack(to mark: Int) {
        if journal.count > mark { journal.removeSubrange(mark...) }
        while let last = buckets.last, last.firstChange >= mark {
            indexes[last.bucket] = nil
            buckets.removeLast()
        }
        tree.truncate(to: mark)
    }

    /// The counts of a range of changes. May call a key strategy, which is user code.
    func counts(of changes: Range<Int>, _ names: KeyNames) -> DecodingReport.Counts {
        var counts = DecodingReport.Counts()
        var tally = [Int](repeating: 0, count: buckets.count)
        for index in journal[changes.clamped(to: journal.indices)] { tally[Int(index)] += 1 }
        if tally.allSatisfy({ $0 == 0 }) { return counts }
        let paths = tree.texts(names)
        for ((bucket, _), count) in zip(buckets, tally) where count > 0 {
            if let rule = rules[bucket.rule] { counts.byRule[rule.name, default: 0] += count }
            counts.byKind[bucket.kind.description, default: 0] += count
            counts.byType[bucket.requestedType.description, default: 0] += count
            if let path = bucket.path {
                counts.byPath[paths[path], default: 0] += count
            } else {
                counts.otherPaths += count
            }
        }
        return counts
    }
}
