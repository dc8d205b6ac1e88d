@_spi(Cursor) internal import JSONTape

/// The properties of a change by which it is counted. Valid for the duration of a call, created and used on one thread,
/// which justifies `@unchecked Sendable`. The caller keeps rule and core alive; reference counting took a tenth of the
/// time of repairs with a report.
@safe
struct ChangeSite: @unchecked Sendable {
    let rule: Unmanaged<ResolvedPolicy.Entry>
    let kind: DecodingReport.Kind
    let requestedType: RequestedType
    let core: Unmanaged<DecoderCore>
    let reference: ValueReference
    /// The name of the key that was requested, where there is no member of that name.
    let missingName: String?
    /// The path of the core's anchor, up to its key, where a key strategy makes it: that is user code, which must not run under a lock.
    let anchorPath: DecodingPath?

    init(
        rule: ResolvedPolicy.Entry, kind: DecodingReport.Kind, requestedType: RequestedType, core: DecoderCore,
        reference: ValueReference, missing: RequestDetails?
    ) {
        unsafe self.rule = .passUnretained(rule)
        self.kind = kind
        self.requestedType = requestedType
        unsafe self.core = .passUnretained(core)
        self.reference = reference
        missingName = missing?.missingKey?.stringValue
        anchorPath = core.convertedAnchorPath
    }

    /// The address of the rule in the policy.
    var ruleAddress: UInt { unsafe UInt(bitPattern: rule.toOpaque()) }
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

    @inline(__always)
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
        /// The address of the rule in the policy, which `rules` keeps.
        let rule: UInt
        let kind: DecodingReport.Kind
        let requestedType: RequestedType
        /// `nil` if the tree of paths is full.
        let path: PathTree.NodeID?

        @inline(__always)
        static func == (left: Bucket, right: Bucket) -> Bool {
            left.path == right.path && left.rule == right.rule && left.requestedType == right.requestedType
                && left.kind == right.kind
        }
    }

    private var tree = PathTree()
    private var buckets: [(bucket: Bucket, firstChange: Int)] = []
    private var indexes: [Bucket: Int] = [:]
    /// The bucket of the last change at each node of the tree, which is most likely that of the next one.
    private var latest: [Int] = []
    private var rules: [UInt: ResolvedPolicy.Entry] = [:]
    /// The bucket of each change, oldest first.
    private var journal: [UInt32] = []

    /// The number of changes.
    var count: Int { journal.count }

    mutating func add(_ site: ChangeSite) {
        let change = journal.count
        if site.anchorPath != nil || tree.anchorPath != nil { tree.anchorPath = site.anchorPath }
        let path = unsafe site.core._withUnsafeGuaranteedRef { core in
            tree.node(of: site.reference, missing: site.missingName, in: core, change: change)
        }
        let rule = site.ruleAddress
        let known = buckets.count
        let bucket = Bucket(rule: rule, kind: site.kind, requestedType: site.requestedType, path: path)
        let index = index(of: bucket, change)
        if index >= known { rules[rule] = unsafe site.rule.takeUnretainedValue() }
        journal.append(UInt32(truncatingIfNeeded: index))
    }

    @inline(__always)
    private mutating func index(of bucket: Bucket, _ change: Int) -> Int {
        let node = bucket.path ?? 0
        if node < latest.count {
            let known = latest[node]
            if known < buckets.count, buckets[known].bucket == bucket { return known }
        }
        return newIndex(of: bucket, node, change)
    }

    @inline(never)
    private mutating func newIndex(of bucket: Bucket, _ node: PathTree.NodeID, _ change: Int) -> Int {
        if node >= latest.count { latest.append(contentsOf: repeatElement(.max, count: node + 1 - latest.count)) }
        let index = indexes[bucket] ?? buckets.count
        if index == buckets.count {
            buckets.append((bucket, change))
            indexes[bucket] = index
        }
        latest[node] = index
        return index
    }

    /// Undoes all changes except the first `mark`.
    mutating func undo(to mark: Int) {
        if journal.count > mark { journal.removeSubrange(mark...) }
        while let last = buckets.last, last.firstChange >= mark {
            indexes[last.bucket] = nil
            buckets.removeLast()
        }
        tree.truncate(to: mark)
    }

    /// The counts of a range of changes. May call a key strategy, which is user code.
    @_optimize(size)
    func counts(of changes: Range<Int>, _ names: KeyNames) -> DecodingReport.Counts {
        var counts = DecodingReport.Counts()
        var tally = [Int](repeating: 0, count: buckets.count)
        for index in journal[changes.clamped(to: journal.indices)] { tally[Int(index)] += 1 }
        if tally.allSatisfy({ $0 == 0 }) { return counts }
        let used = buckets.indices.filter { tally[$0] > 0 }
        let paths = tree.texts(of: used.compactMap { buckets[$0].bucket.path }, names)
        for index in used {
            let (bucket, count) = (buckets[index].bucket, tally[index])
            if let rule = rules[bucket.rule] { counts.byRule[rule.name, default: 0] += count }
            counts.byKind[bucket.kind, default: 0] += count
            counts.byType[bucket.requestedType.description, default: 0] += count
            if let path = bucket.path.flatMap({ paths[$0] }) {
                counts.byPath[path, default: 0] += count
            } else {
                counts.otherPaths += count
            }
        }
        return counts
    }
}
