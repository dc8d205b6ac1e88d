public import FoundationImport
internal import JSONTape
internal import JSONText

/// Encodes `Encodable` types as JSON: a drop-in replacement for Foundation's `JSONEncoder`.
///
/// ```swift
/// let encoder = PolicyJSONEncoder()
/// encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
/// let data = try encoder.encode(orders)
/// ```
///
/// The text is the one that Foundation writes, byte for byte; the differences are listed in
/// <doc:DifferencesFromFoundation>. Without `.sortedKeys` members are in the order in which the types encode them,
/// whereas in Foundation the order differs from run to run. Values are written directly into one growing buffer. One
/// encoder can be used from many tasks at once and from within a model's `encode(to:)`; each call reads the settings
/// once, at its start.
public final class PolicyJSONEncoder: Sendable {
    /// The strategies are Foundation's own types, so that values made for a `JSONEncoder` can be used.
    public typealias OutputFormatting = JSONEncoder.OutputFormatting
    /// How dates are written.
    public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
    /// How `Data` is written.
    public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
    /// Which strings represent infinities and NaN.
    public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
    /// How keys of types are converted.
    public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

    private struct State {
        var options = EncodingOptions()
        /// The core that served the last call, for the next one with the same settings.
        var idle: UncheckedTransfer<EncoderCore>?
        /// A different number for each change of the settings.
        var version = 0
    }

    private let state = CheckedMutex(State())

    /// Creates an encoder with Foundation's default strategies.
    ///
    /// Costs little more than a call: with strategies that are not `.custom`, `.formatted` or `.convertToString`, it uses the memory of a released encoder
    /// with the same settings, apart from its `userInfo`. A policy is the same if it is a copy of the same value, such as a constant. The
    /// memory of sixteen is kept, with their policies.
    public init() {}

    deinit {
        let idle = state.withLock { state in
            defer { state.idle = nil }
            return state.idle
        }
        if let idle { SpareCores.keep(idle) }
    }

    /// Creates an encoder with this policy and Foundation's default strategies.
    ///
    /// - Parameter policy: how values are written in other forms than the default.
    public convenience init(policy: EncodingPolicy) {
        self.init()
        self.policy = policy
    }

    // MARK: Settings

    /// How values are written in other forms than the default. Default: ``Policy/default``.
    public var policy: EncodingPolicy {
        get { state.withLock(\.options.policy) }
        set { change { $0.policy = newValue } }
    }

    /// White space, order of members and escapes. Default: none, as encoded, with `/` as `\/`.
    public var outputFormatting: OutputFormatting {
        get { state.withLock(\.options.formatting) }
        set { change { $0.formatting = newValue } }
    }

    /// How dates are written. Default: `.deferredToDate`.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { state.withLock(\.options.dates) }
        set { change { $0.dates = newValue } }
    }

    /// How `Data` is written. Default: `.base64`.
    public var dataEncodingStrategy: DataEncodingStrategy {
        get { state.withLock(\.options.data) }
        set { change { $0.data = newValue } }
    }

    /// Whether strings represent infinities and NaN. Default: `.throw`.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { state.withLock(\.options.nonConformingFloats) }
        set { change { $0.nonConformingFloats = newValue } }
    }

    /// How keys of types are converted. Strings that are keys of dictionaries are unchanged. Default: `.useDefaultKeys`.
    public var keyEncodingStrategy: KeyEncodingStrategy {
        get { state.withLock(\.options.keys) }
        set { change { $0.keys = newValue } }
    }

    /// The `userInfo` of encoders. Default: empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { state.withLock(\.options.userInfo) }
        set { change { $0.userInfo = newValue } }
    }

    // MARK: For one call

    /// An encoder with the settings of this one, but another policy or additional `userInfo`, for one or a few calls.
    ///
    /// - Parameters:
    ///   - policy: replaces ``policy``. Default: `nil`, which keeps it.
    ///   - userInfo: entries that are added to ``userInfo``, in place of those with the same key.
    public func overriding(
        policy: EncodingPolicy? = nil, userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) -> PolicyJSONEncoder {
        var options = start()
        if let policy { options.policy = policy }
        options.userInfo = options.userInfo.replacing(by: userInfo)
        let encoder = PolicyJSONEncoder()
        encoder.change { $0 = options }
        return encoder
    }

    /// The current settings.
    func start() -> EncodingOptions { state.withLock(\.options) }

    // Not optimized: specialized for each setter, it would be more code than all of them.
    @_optimize(none)
    private func change(_ body: (inout EncodingOptions) -> Void) {
        // Released without the lock: that may run code of others.
        let replaced = state.withLock { state in
            let replaced = (state.options, state.idle)
            body(&state.options)
            state.idle = nil
            state.version += 1
            return replaced
        }
        _ = replaced
    }

    /// Calls `body` with a core for the current settings, which is kept for the next call.
    func withCore<R>(_ body: (EncoderCore) throws -> R) throws -> R {
        var (core, version) = takeCore()
        defer { giveBack(&core, version) }
        return try body(core)
    }

    @inline(never)
    private func giveBack(_ core: inout EncoderCore, _ version: Int) {
        guard isKnownUniquelyReferenced(&core), core.forgetDocument() else { return }
        let kept = UncheckedTransfer(value: core)
        state.withLock { state in
            guard state.version == version, state.idle == nil else { return }
            state.idle = kept
            // With the policy resolved, for the encoders that are derived from this one.
            let core = kept.value
            if core.form.hasPolicy, state.options.resolvedPolicy == nil { state.options = core.options }
        }
    }

    @inline(never)
    private func takeCore() -> (core: EncoderCore, version: Int) {
        let (idle, options, version) = state.withLock { state in
            let idle = state.idle
            state.idle = nil
            return (idle, idle == nil ? state.options : nil, state.version)
        }
        if let idle { return (idle.value, version) }
        let current = options ?? EncodingOptions()
        return (SpareCores.take(for: current) ?? EncoderCore(text: TextBuffer(), options: current), version)
    }
}
