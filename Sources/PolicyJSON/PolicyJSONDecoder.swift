public import FoundationImport
@_spi(Cursor) public import JSONTape
internal import Synchronization

/// Decodes JSON into `Decodable` types: a drop-in replacement for Foundation's `JSONDecoder`, with a ``policy`` that
/// decides what happens when the JSON does not match the types.
///
/// ```swift
/// let decoder = PolicyJSONDecoder()
/// decoder.policy = .lenient
/// let orders = try decoder.decode([Order].self, from: data)
/// ```
///
/// Under ``Policy/strict``, the default, values and errors are those of Foundation; the differences are listed
/// in <doc:DifferencesFromFoundation>. One decoder can be used from many tasks at once and from within a model's
/// `init(from:)`; each call reads the settings once, at its start.
///
/// A model may keep the decoder or a container that it was given. Other threads may use it only after the call that created it has
/// returned or thrown.
///
/// A document that is not JSON is a `DecodingError.dataCorrupted` whose `underlyingError` is a `JSONSyntaxError`.
public final class PolicyJSONDecoder: Sendable {
    /// The strategies are Foundation's own types, so that values made for a `JSONDecoder` can be used.
    public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
    /// How `Data` is read.
    public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
    /// Which strings represent infinities and NaN.
    public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
    /// How keys of the document are converted before they are compared with those of models.
    public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

    private struct State {
        /// The current settings; `nil` for the first ones.
        var options: SharedOptions?
        /// Settings that replaced the first ones, and whose memory has been used.
        var second: SharedSettings?
        var others: [SharedSettings] = []
        /// The memory of this decoder only, if it has had settings that cannot be compared with those of others, or many.
        var ownTapes: TapePool?

        /// The memory for decoding with these settings; `nil` if they cannot be compared.
        mutating func tapes(for settings: SharedSettings?, _ first: SharedSettings) -> TapePool {
            if let ownTapes { return ownTapes }
            if let settings {
                if settings === first || settings === second || others.contains(where: { $0 === settings }) {
                    return settings.tapes
                }
                if others.count < 8 {
                    if second == nil { second = settings } else { others.append(settings) }
                    return settings.tapes
                }
            }
            let tapes = TapePool(reserve: SharedSettings.standard.tapes)
            ownTapes = tapes
            return tapes
        }
    }

    /// The settings that the decoder was made with.
    private let first: SharedSettings
    private let state: CheckedMutex<State>
    /// Identifies the current settings (``SharedOptions/identity``), to determine whether a core has them.
    private let current: Atomic<UInt>
    /// The address of the pool in use. It is owned by the settings or the state, as long as the decoder exists, so that it can
    /// be used without the lock.
    private let pool: Atomic<UInt>

    /// Creates a strict decoder with Foundation's default strategies.
    ///
    /// Costs little more than a call: decoders with the same settings share their memory.
    public convenience init() {
        self.init(.standard)
    }

    private init(_ settings: SharedSettings) {
        current = Atomic(settings.options.identity)
        pool = Atomic(settings.tapes.address)
        state = CheckedMutex(State())
        first = settings
    }

    // Cores that are kept for the next call refer to the pool that keeps them.
    deinit {
        if pool.load(ordering: .relaxed) != first.tapes.address { state.withLock { $0.ownTapes }?.close() }
    }

    /// Creates a decoder with this policy, these limits, and Foundation's default strategies.
    ///
    /// Decoders with the same settings share their memory, so that a decoder for each call costs little. A policy is the
    /// same if it is the value, or a copy of the value, with which an earlier decoder was made, such as ``Policy/lenient``
    /// or a constant. The settings that were used last are kept, up to sixteen.
    ///
    /// - Parameters:
    ///   - policy: what happens when the JSON does not match the types. Default: ``Policy/strict``.
    ///   - limits: the limits for documents, such as `.server(maximumBytes:)`.
    public convenience init(policy: DecodingPolicy = .strict, limits: JSONLimits = .default) {
        self.init(.with(policy, limits))
    }

    // MARK: Settings

    /// What to do with JSON that does not match the types. Default: ``Policy/strict``.
    public var policy: DecodingPolicy {
        get { start().options.value.policy }
        set { set(\.policy, newValue, as: .policy(newValue)) }
    }

    /// How dates are read. Default: `.deferredToDate`. Until it is set, rules that say what a number means, such as
    /// `FallbackDateFormats([.secondsSince1970])`, precede that default.
    public var dateDecodingStrategy: DateDecodingStrategy {
        get { start().options.value.dates }
        set { set(\.chosenDates, newValue, as: .dates(newValue)) }
    }

    /// How `Data` is read. Default: `.base64`.
    public var dataDecodingStrategy: DataDecodingStrategy {
        get { start().options.value.data }
        set { set(\.data, newValue) }
    }

    /// Whether strings may represent infinities and NaN. Default: `.throw`.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { start().options.value.nonConformingFloats }
        set { set(\.nonConformingFloats, newValue) }
    }

    /// How keys are converted before they are compared with those of the types. Default: `.useDefaultKeys`.
    public var keyDecodingStrategy: KeyDecodingStrategy {
        get { start().options.value.keys }
        set { set(\.keys, newValue, as: .keys(newValue)) }
    }

    /// The `userInfo` of decoders. Default: empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { start().options.value.userInfo }
        set { set(\.userInfo, newValue) }
    }

    /// Whether documents are JSON5 (json5.org): comments, single quotes, unquoted keys, trailing commas, hexadecimal
    /// numbers, `+1`, `.5`, `5.`, `Infinity` and `NaN`. Default: `false`.
    public var allowsJSON5: Bool {
        get { start().options.value.allowsJSON5 }
        set { set(\.allowsJSON5, newValue) }
    }

    /// Whether a comma may follow the last element or member, which Foundation always accepts. Default: `false`.
    public var allowsTrailingCommas: Bool {
        get { start().options.value.allowsTrailingCommas }
        set { set(\.allowsTrailingCommas, newValue) }
    }

    /// Whether empty input counts as an empty object, and the braces of the top-level object may be omitted. Default:
    /// `false`.
    public var assumesTopLevelDictionary: Bool {
        get { start().options.value.assumesTopLevelDictionary }
        set { set(\.assumesTopLevelDictionary, newValue) }
    }

    /// The limits for documents. Default: ``JSONLimits/default``.
    public var limits: JSONLimits {
        get { start().options.value.limits }
        set { set(\.limits, newValue, as: .limits(newValue)) }
    }

    /// Whether a second thread parses large arrays while the caller's thread decodes what has been parsed. Default: `false`.
    ///
    /// Values and errors are the same, and calls are still synchronous. It applies to documents of 256 KB and more in UTF-8
    /// whose top-level value is requested as an `Array`, a `ContiguousArray` or a `Set` of elements other than numbers,
    /// strings or Booleans, and to such arrays inside objects of 4 MB and more, by one of the functions that decode a whole
    /// document, with or without a report; it has no effect on others. The cost is a thread for the duration of the call,
    /// some memory, and slightly more processor time in total: leave it off in a service whose cores are busy.
    public var parsesAhead: Bool {
        get { start().options.value.parsesAhead }
        set { set(\.parsesAhead, newValue) }
    }

    /// The minimum size of documents that are decoded in windows, and the size of windows; for tests.
    var windows: WindowSizes {
        get { start().options.value.windows }
        set { set(\.windows, newValue) }
    }

    /// How many changes a report lists, and how many problems a ``JSONDecodingError``, which lists at least one; further ones are
    /// only counted. Negative numbers count as 0. Default: 1,000.
    public var reportLimit: Int {
        get { start().options.value.reportLimit }
        set { set(\.reportLimit, max(newValue, 0)) }
    }

    /// Which values reports do not show. Default: ``ReportRedaction/none``.
    public var reportRedaction: ReportRedaction {
        get { start().options.value.reportRedaction }
        set { set(\.reportRedaction, newValue) }
    }

    /// Receives the report of each call that made changes, for logs and metrics. Default: `nil`.
    ///
    /// ```swift
    /// decoder.onReport = { report in
    ///     for change in report.entries { logger.notice("\(change)") }
    /// }
    /// ```
    ///
    /// The handler is called after the decode and before the call returns or throws, on the caller's thread and with no lock
    /// held. Its ``DecodingReport/entries`` are at most ``reportLimit``; its ``DecodingReport/counts`` have all changes.
    /// Changes that were undone because an attempt failed are not among them; changes before a decode failed are. A decode
    /// within a model's `init(from:)` is a separate call. ``audit(_:from:policy:)`` calls no handler. With a handler, every
    /// call makes a report, at its cost; a call without changes has no such cost.
    ///
    /// A stream (`elements`, `members`) calls it at its end: before it returns `nil` or throws, or, if it is abandoned, when
    /// its iterator or reader is released, with the changes in the elements that have been delivered or dropped until then,
    /// regardless of the number of decoding tasks. With ``reportInterval`` it is also called in between, on the task or thread
    /// that requests the next element, before that element is delivered. Each report has the changes since the previous one,
    /// so that counts can be summed; ``JSONElements/report`` and ``JSONElementReader/report`` have all changes. Changes in the
    /// envelope are reported separately.
    public var onReport: (@Sendable (DecodingReport) -> Void)? {
        get { start().options.value.onReport }
        set { set(\.onReport, newValue) }
    }

    /// The number of elements after which a stream calls ``onReport``, each time; dropped elements and skipped records
    /// count, too. 1 reports changes as soon as the element that they are in is delivered. `nil`, or a number below 1: only at
    /// its end. Default: `nil`.
    ///
    /// If nothing has changed since the last call, it is not called. Whole documents are not affected.
    public var reportInterval: Int? {
        get { start().options.value.reportInterval }
        set { set(\.reportInterval, newValue.flatMap { $0 > 0 ? $0 : nil }) }
    }

    /// The maximum number of values that a policy may repair in one document. Further repairs fail with
    /// `DecodingError.dataCorrupted`. Negative numbers count as 0. Default: 1,000,000.
    public var repairLimit: Int {
        get { start().options.value.repairLimit }
        set { set(\.repairLimit, max(newValue, 0)) }
    }

    // MARK: For one call

    /// A decoder with the settings of this one, but another policy or additional `userInfo`, for one or a few calls.
    /// Creating one is cheap; it shares the memory of this one, or that of decoders with the same settings (``init(policy:limits:)``).
    ///
    /// - Parameters:
    ///   - policy: replaces ``policy``, and rules that ``prepending(_:)`` has added: ``Policy/strict`` for strict
    ///     decoding. Default: `nil`, which keeps them.
    ///   - userInfo: entries that are added to ``userInfo``, in place of those with the same key.
    public func overriding(
        policy: DecodingPolicy? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) -> PolicyJSONDecoder {
        if let policy {
            let decoder = overriding(policy)
            return userInfo.isEmpty ? decoder : decoder.overriding(userInfo: userInfo)
        }
        let (options, tapes) = start()
        return PolicyJSONDecoder(SharedSettings(options.adding(userInfo), sharing: tapes))
    }

    @_optimize(size)
    private func overriding(_ policy: DecodingPolicy) -> PolicyJSONDecoder {
        let known = PlainSettings.Change.policy(policy)
        let old = start().options
        if let step = SharedSettings.step(from: old.identity, known) { return PolicyJSONDecoder(step.to) }
        var options = old.value
        options.replacePolicy(by: policy)
        options.isForCalls = false
        if let settings = SharedSettings.with(options) {
            SharedSettings.remember(old, known, settings)
            return PolicyJSONDecoder(settings)
        }
        options.isForCalls = true
        return PolicyJSONDecoder(SharedSettings(SharedOptions(options), sharing: tapes))
    }

    /// A decoder with the settings of this one, and rules that are consulted before its own, for one or a few calls.
    /// Creating one is cheap; it shares this one's memory.
    ///
    /// - Parameter rules: rules that are consulted before all rules of ``policy``, including those in its scopes.
    ///   ``Without`` turns off rules of ``policy``.
    @_optimize(size)
    public func prepending(_ rules: DecodingPolicy) -> PolicyJSONDecoder {
        let changed = start().options.changed { options in
            options.callPolicy = rules.followed(by: options.callPolicy)
        }
        return PolicyJSONDecoder(SharedSettings(changed, sharing: tapes))
    }

    // MARK: Memory

    /// Frees the memory that is kept for later calls, which allocate it again.
    ///
    /// A decoder keeps the tape of its last document, if that is not larger than 256 KiB, and up to four more (16 where
    /// decoders share their memory). Together those of all decoders take at most 80 MiB; one that exceeds this is reduced to
    /// less than 100 KB, or released. Decoders with the same settings share their memory: it is freed for all of them. Calls
    /// in progress are not affected.
    public func releaseMemory() {
        tapes.releaseMemory()
        KeptContainers.release()
    }

    /// The memory for decoding.
    var tapes: TapePool { state.withLock { _ in TapePool.at(pool.load(ordering: .acquiring)) } }

    /// The current settings, and the memory for decoding.
    func start() -> (options: SharedOptions, tapes: TapePool) {
        state.withLock { ($0.options ?? first.options, TapePool.at(pool.load(ordering: .acquiring))) }
    }

    /// A core that has decoded with the current settings and can decode a document of `size` bytes, if one is
    /// available.
    func takeSpare(size: Int) -> DecoderCore? {
        TapePool.takeSpare(
            fromPoolAt: pool.load(ordering: .acquiring), for: current.load(ordering: .acquiring), size: size)
    }

    /// Changes one setting.
    ///
    /// - Parameter known: the same change, if decoders that are made for one call often make it.
    // Not specialized: for each setting, it would be more code than all setters.
    @_semantics("optimize.sil.specialize.generic.never")
    @_optimize(size)
    @inline(never)
    private func set<Value>(
        _ setting: WritableKeyPath<DecodingOptions, Value>, _ value: Value, as known: PlainSettings.Change? = nil
    ) {
        if takesStep(known) { return }
        // Rules and user values run code of users, which must not happen under the lock.
        while true {
            let old = start().options
            var options = old.value
            options[keyPath: setting] = value
            let settings = SharedSettings.with(options)
            guard replace(old, by: settings?.options ?? SharedOptions(options), of: settings) else { continue }
            if let known, let settings { SharedSettings.remember(old, known, settings) }
            return
        }
    }

    /// Takes the settings that the same change has made of these before; false if it has not.
    private func takesStep(_ change: PlainSettings.Change?) -> Bool {
        guard let change, let step = SharedSettings.step(from: current.load(ordering: .acquiring), change) else {
            return false
        }
        return replace(step.from.options, by: step.to.options, of: step.to)
    }

    /// Replaces the settings; false if they are no longer the old ones.
    private func replace(_ old: SharedOptions, by options: SharedOptions, of settings: SharedSettings?) -> Bool {
        var ownTapes: TapePool?
        // What is replaced is released later: that runs code of users.
        var replaced: SharedOptions?
        let isReplaced = state.withLock { state in
            guard state.options ?? first.options === old else { return false }
            (replaced, state.options) = (state.options, options)
            pool.store(state.tapes(for: settings, first).address, ordering: .releasing)
            current.store(options.identity, ordering: .releasing)
            ownTapes = state.ownTapes
            return true
        }
        ownTapes?.forgetCores()
        withExtendedLifetime(replaced) {}
        return isReplaced
    }
}
