public import Foundation
@_spi(Tape) public import JSONTape
internal import Synchronization

/// Decodes JSON into `Decodable` types: a drop-in for Foundation's `JSONDecoder` whose dealing with JSON that is not what
/// the types ask for is decided by a ``policy``.
///
/// ```swift
/// let decoder = PolicyJSONDecoder()
/// decoder.policy = .lenient
/// let orders = try decoder.decode([Order].self, from: data)
/// ```
///
/// Under ``DecodingPolicy/strict``, the default, values and errors are those of Foundation; the differences are listed in
/// `Docs/DifferencesFromFoundation.md`. One decoder can be used from many tasks at once and from within a model's
/// `init(from:)`; each call reads the settings once, at its beginning.
///
/// A document that is not JSON is a `DecodingError.dataCorrupted` whose `underlyingError` is a `JSONSyntaxError`.
public final class PolicyJSONDecoder: Sendable {
    /// The strategies are Foundation's own types, so that values made for a `JSONDecoder` can be used.
    public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
    public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
    public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
    public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

    private let options: Mutex<SharedOptions>
    private let tapes: TapePool
    /// Which settings are those of this moment (``SharedOptions/identity``): enough to know whether a core has them.
    private let current: Atomic<UInt>

    /// A strict decoder with Foundation's default strategies.
    public convenience init() {
        self.init(SharedOptions(DecodingOptions()), TapePool())
    }

    private init(_ options: SharedOptions, _ tapes: TapePool) {
        current = Atomic(options.identity)
        self.options = Mutex(options)
        self.tapes = tapes
    }

    deinit {
        // Cores that are kept for the next call refer to the memory that keeps them.
        if !start().options.value.isForCalls { tapes.forgetCores() }
    }

    /// A decoder with this policy and Foundation's default strategies.
    public convenience init(policy: DecodingPolicy) {
        self.init()
        self.policy = policy
    }

    // MARK: Settings

    /// What to do with JSON that is not what the types ask for. Default: ``DecodingPolicy/strict``.
    public var policy: DecodingPolicy {
        get { start().options.value.policy }
        set { change { $0.policy = newValue } }
    }

    /// How dates are read. Default: `.deferredToDate`.
    public var dateDecodingStrategy: DateDecodingStrategy {
        get { start().options.value.dates }
        set { change { $0.dates = newValue } }
    }

    /// How `Data` is read. Default: `.base64`.
    public var dataDecodingStrategy: DataDecodingStrategy {
        get { start().options.value.data }
        set { change { $0.data = newValue } }
    }

    /// Whether strings may stand for infinities and NaN. Default: `.throw`.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { start().options.value.nonConformingFloats }
        set { change { $0.nonConformingFloats = newValue } }
    }

    /// How keys are converted before they are compared with those of the types. Default: `.useDefaultKeys`.
    public var keyDecodingStrategy: KeyDecodingStrategy {
        get { start().options.value.keys }
        set { change { $0.keys = newValue } }
    }

    /// What decoders show as `userInfo`. Default: empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { start().options.value.userInfo }
        set { change { $0.userInfo = newValue } }
    }

    /// Whether documents are JSON5 (json5.org): comments, single quotes, keys without quotes, trailing commas, hexadecimal
    /// numbers, `+1`, `.5`, `5.`, `Infinity` and `NaN`. Default: `false`.
    public var allowsJSON5: Bool {
        get { start().options.value.allowsJSON5 }
        set { change { $0.allowsJSON5 = newValue } }
    }

    /// Whether a comma may stand behind the last element or member, which Foundation always lets pass. Default: `false`.
    public var allowsTrailingCommas: Bool {
        get { start().options.value.allowsTrailingCommas }
        set { change { $0.allowsTrailingCommas = newValue } }
    }

    /// Whether empty input counts as an empty object, and a document may leave out the braces of its top-level object.
    /// Default: `false`.
    public var assumesTopLevelDictionary: Bool {
        get { start().options.value.assumesTopLevelDictionary }
        set { change { $0.assumesTopLevelDictionary = newValue } }
    }

    /// Bounds on the document. Default: ``JSONTape/JSONLimits/default``.
    public var limits: JSONLimits {
        get { start().options.value.limits }
        set { change { $0.limits = newValue } }
    }

    /// Whether a second thread parses large arrays while the caller's thread decodes what has been parsed. Default: `false`.
    ///
    /// Values and errors are the same, and calls return when they are done, as always. It is for documents of some hundred KB
    /// and more in UTF-8 whose top-level value is asked for as an `Array`, a `ContiguousArray` or a `Set` of anything but
    /// numbers, strings or Booleans, by one of the functions that decode a whole document, with a report or without; others are
    /// decoded as without. The price is a thread for the duration of the call, some memory, and a little more processor time
    /// in all.
    public var parsesAhead: Bool {
        get { start().options.value.parsesAhead }
        set { change { $0.parsesAhead = newValue } }
    }

    /// From which size on documents are decoded in windows, and how large these are: for tests.
    var windows: WindowSizes {
        get { start().options.value.windows }
        set { change { $0.windows = newValue } }
    }

    /// How many changes a report lists; more are counted only. A negative number is 0. Default: 1,000.
    public var reportLimit: Int {
        get { start().options.value.reportLimit }
        set { change { $0.reportLimit = max(newValue, 0) } }
    }

    /// What reports do not show of values. Default: ``ReportRedaction/none``.
    public var reportRedaction: ReportRedaction {
        get { start().options.value.reportRedaction }
        set { change { $0.reportRedaction = newValue } }
    }

    /// Receives each change of each call, for logs. Default: `nil`.
    ///
    /// The handler gets the entries that the call's report lists, in order, after the decode and before the call returns or
    /// throws, on the thread of the caller and with no lock held. What a failed attempt had changed and was taken back is not
    /// among them; what had been changed before a decode failed is. Changes beyond ``reportLimit`` are not handed over one by
    /// one: they are in the counts that ``onReport`` gets. A decode within a model's `init(from:)` is a call of its own.
    /// ``audit(_:from:policy:)-swift.method`` calls no handler. With a handler, calls make reports, with their cost, whether
    /// they return them or not; where nothing is changed, that is none.
    ///
    /// A stream (`elements`, `pairs`) calls it as the elements pass, whatever the number of tasks that decode: on the task or
    /// thread that asks for the next element, before that element is delivered, with the changes in it and in the elements
    /// and records that were left out before it; or before the stream fails, with the changes up to the failure.
    public var onRepair: (@Sendable (DecodingReport.Entry) -> Void)? {
        get { start().options.value.onRepair }
        set { change { $0.onRepair = newValue } }
    }

    /// Receives the report of each call that changed something, for metrics: after ``onRepair``, and in the same way.
    /// Default: `nil`.
    ///
    /// Its ``DecodingReport/counts`` have all changes, those beyond ``reportLimit`` included.
    ///
    /// A stream calls it at its end: before it returns `nil` or throws, or, where it is left early, when its iterator or
    /// reader is released, with the changes in the elements that have been delivered or left out until then. With
    /// ``reportInterval`` it is called on the way, too. Each report has what has changed since the one before, so that counts
    /// can be added up; ``JSONElements/report`` and ``JSONElementReader/report`` have all changes. What decoding the envelope
    /// changes is a report of its own.
    public var onReport: (@Sendable (DecodingReport) -> Void)? {
        get { start().options.value.onReport }
        set { change { $0.onReport = newValue } }
    }

    /// After how many elements a stream calls ``onReport``, each time; those that are left out count, too, as do skipped
    /// records. `nil`, and any number below 1: only at its end. Default: `nil`.
    ///
    /// Where nothing has been changed since the last call, there is none. Whole documents are not affected.
    public var reportInterval: Int? {
        get { start().options.value.reportInterval }
        set { change { $0.reportInterval = newValue.flatMap { $0 > 0 ? $0 : nil } } }
    }

    /// How many values a policy may repair in one document. One more fails with `DecodingError.dataCorrupted`. A negative number
    /// is 0. Default: 1,000,000.
    public var repairLimit: Int {
        get { start().options.value.repairLimit }
        set { change { $0.repairLimit = max(newValue, 0) } }
    }

    // MARK: For one call

    /// A decoder with the settings of this one, rules that are asked before its own, and more `userInfo`: for one call, or
    /// for a few. Making one is cheap; it shares this one's memory.
    ///
    /// - Parameters:
    ///   - policy: rules that are asked before all rules of ``policy``, also before those of its scopes. ``Without`` turns
    ///     rules of it off.
    ///   - userInfo: entries that are added to ``userInfo``, in place of those with the same key.
    public func overriding(
        policy: DecodingPolicy = .strict, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) -> PolicyJSONDecoder {
        let changed = start().options.changed { options in
            options.callPolicy = policy.followed(by: options.callPolicy)
            options.userInfo.merge(userInfo) { _, new in new }
            options.isForCalls = true
        }
        return PolicyJSONDecoder(changed, tapes)
    }

    /// The settings of this moment, and memory to decode with.
    func start() -> (options: SharedOptions, tapes: TapePool) {
        (options.withLock { $0 }, tapes)
    }

    /// A core that has decoded with the settings of this moment and can decode a document of `size` bytes, if one is at hand.
    func takeSpare(size: Int) -> DecoderCore? { tapes.takeSpare(for: current.load(ordering: .acquiring), size: size) }

    private func change(_ change: (inout DecodingOptions) -> Void) {
        options.withLock { options in
            options = options.changed(change)
            current.store(options.identity, ordering: .releasing)
        }
        tapes.forgetCores()
    }
}
