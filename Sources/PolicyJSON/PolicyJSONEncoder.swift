public import FoundationImport
internal import Synchronization

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

    private let options: Mutex<EncodingOptions>

    /// Creates an encoder with Foundation's default strategies.
    public init() {
        options = Mutex(EncodingOptions())
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
        get { options.withLock(\.policy) }
        set { options.withLock { $0.policy = newValue } }
    }

    /// White space, order of members and escapes. Default: none, as encoded, with `/` as `\/`.
    public var outputFormatting: OutputFormatting {
        get { options.withLock(\.formatting) }
        set { options.withLock { $0.formatting = newValue } }
    }

    /// How dates are written. Default: `.deferredToDate`.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { options.withLock(\.dates) }
        set { options.withLock { $0.dates = newValue } }
    }

    /// How `Data` is written. Default: `.base64`.
    public var dataEncodingStrategy: DataEncodingStrategy {
        get { options.withLock(\.data) }
        set { options.withLock { $0.data = newValue } }
    }

    /// Whether strings represent infinities and NaN. Default: `.throw`.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { options.withLock(\.nonConformingFloats) }
        set { options.withLock { $0.nonConformingFloats = newValue } }
    }

    /// How keys of types are converted. Keys of dictionaries are unchanged. Default: `.useDefaultKeys`.
    public var keyEncodingStrategy: KeyEncodingStrategy {
        get { options.withLock(\.keys) }
        set { options.withLock { $0.keys = newValue } }
    }

    /// The `userInfo` of encoders. Default: empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { options.withLock(\.userInfo) }
        set { options.withLock { $0.userInfo = newValue } }
    }

    /// The current settings.
    func start() -> EncodingOptions { options.withLock { $0 } }
}
