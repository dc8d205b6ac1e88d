/// One way of making do with JSON that is not what the model asks for: the plug-in point of PolicyJSON.
///
/// A rule is asked only where strict decoding would fail (and, by ``repairNestedNull(_:)``, where it would lose
/// information), unless it watches for more (``watchedOccasions``). It looks at the context and answers with a ``Repair``, or declines, so that the next rule is asked.
/// What it changes is entered in the report by the decoder.
///
/// Implement what the rule is about, leave the rest: every requirement has a default that declines. So a method that is not
/// exactly a requirement compiles and is never called: declare the conformance in an extension, where the compiler warns of
/// most of them, and check the rule with `RuleConformance` of the module PolicyJSONTesting. Rules are values
/// without mutable state; the decoder may ask them from several threads. Every built-in rule is written with this
/// protocol and nothing else; only the scopes ``At``, ``For`` and ``Without`` are known to the decoder.
///
/// ```swift
/// /// Reads amounts such as `"$1,234.50"`.
/// struct CurrencyAmounts: DecodingRule {
///     func repairMismatch(_ context: RuleContext) -> Repair {
///         guard context.requestedType == Decimal.self, let text = context.string, text.hasPrefix("$") else {
///             return .decline
///         }
///         return .decode(.number(String(text.dropFirst().replacing(",", with: ""))))
///     }
/// }
/// ```
public protocol DecodingRule: Sendable, CustomStringConvertible {
    /// The name that reports and descriptions show. Default: the type's name.
    var name: String { get }

    /// What the rule does, in a sentence or two for people who do not program: `policyjson explain` prints it. Default: that
    /// the program has it.
    var explanation: String { get }

    /// Questions that come up where strict decoding succeeds, too, and that the rule wants to be asked. Watching for them
    /// costs time on clean JSON, so that only policies with such rules do. Default: none.
    var watchedOccasions: WatchedOccasions { get }

    /// The value is there and not null, and strict decoding of ``RuleContext/requestedType`` refuses it: it is of another
    /// kind, does not fit, or its text does not say what the type needs. Default: declines.
    func repairMismatch(_ context: RuleContext) -> Repair

    /// The value is `null` and the type takes none. Default: declines.
    func repairNull(_ context: RuleContext) -> Repair

    /// The object has no member of that name, and the model needs one. Default: declines.
    func repairMissingKey(_ context: RuleContext) -> Repair

    /// The raw value was read, and the enumeration has no case for it. Default: declines.
    func repairUnknownCase(_ context: RuleContext) -> Repair

    /// An element of an array or a set, or a value of a dictionary, cannot be decoded, and no rule could mend it; the
    /// error is ``RuleContext/error``. ``Repair/drop`` leaves it out, ``Repair/useNil`` puts `nil` in its place where the
    /// elements are optional. Default: declines.
    func repairElement(_ context: RuleContext) -> Repair

    /// Of the elements of a collection this rule has left out, or made `nil`, `count` of `total`. `false` fails the
    /// collection, with the reasons; one around it may leave it out in turn. Asked once for a collection, at its end, with
    /// ``WatchedOccasions/losses``. Default: `true`.
    func allowsLosses(of count: Int, among total: Int) -> Bool

    /// A `null` is asked for as an optional inside an optional (`Int??`). Strict decoding, as Foundation, makes it the
    /// outer `nil`, the same as for a missing key; ``Repair/useInnerNil`` makes it `.some(nil)`. Default: declines.
    func repairNestedNull(_ context: RuleContext) -> Repair

    /// A `String?` is asked for, and there is a string that is empty or begins with white space (as JSON has it). Asked with
    /// ``WatchedOccasions/blankStrings``. Default: declines, and the string is taken.
    func repairBlankString(_ context: RuleContext) -> Repair

    /// The `init(from:)` of ``RuleContext/requestedType`` threw ``RuleContext/error``, which is not about the value's kind:
    /// something inside it could not be decoded, or the type found it invalid. Asked with
    /// ``WatchedOccasions/failures``. Default: declines.
    func repairFailure(_ context: RuleContext) -> Repair

    /// A value is about to be decoded as a model, or as the top-level value of any type. ``Repair/decodeValue(at:)`` decodes
    /// one inside it in its place. Asked with ``WatchedOccasions/values``. Default: declines.
    func unwrap(_ context: RuleContext) -> Repair

    /// An object has a member that the model which was decoded from it, ``RuleContext/requestedType``, did not ask for. The
    /// value is the member's. ``Repair/drop`` enters that in the report. Asked with ``WatchedOccasions/unknownKeys``.
    /// Default: declines, and nothing happens.
    func repairUnknownKey(_ context: RuleContext) -> Repair

    /// An object has a second member of a name. The value is this member's. ``Repair/drop`` keeps to the first and enters
    /// that in the report, ``Repair/useRepeated`` takes this one. Asked with ``WatchedOccasions/repeatedKeys``. Default:
    /// declines; the first counts, as in strict decoding.
    func repairRepeatedKey(_ context: RuleContext) -> Repair

    /// Names that the member of a model's key may have in the document where there is none of the key's own name, best
    /// first. Asked with ``WatchedOccasions/absentKeys``, once for a key of a model in a decode. Default: none.
    func memberNames(for key: String, of model: Any.Type?) -> [String]

    /// A name as this rule compares it: where there is no member of a key's own name and none of
    /// ``memberNames(for:of:)``, the first member whose name is compared as the key is taken for it. Asked with
    /// ``WatchedOccasions/memberNames``, of a model's key and of each member's name. Default: the name.
    ///
    /// - Complexity: each name of an object is asked about once for a model, however many keys are absent.
    func comparedName(_ name: String, of model: Any.Type?) -> String
}

/// The questions that come up in clean JSON, too; see ``DecodingRule/watchedOccasions``.
public struct WatchedOccasions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An object lacks a key that a model asks for, be it needed or optional: ``DecodingRule/memberNames(for:of:)``.
    public static let absentKeys = WatchedOccasions(rawValue: 1)
    /// The same, and each member's name is shown: ``DecodingRule/comparedName(_:of:)``.
    public static let memberNames = WatchedOccasions(rawValue: 2)
    /// Members that no model asked for: ``DecodingRule/repairUnknownKey(_:)``.
    public static let unknownKeys = WatchedOccasions(rawValue: 4)
    /// Members of one name: ``DecodingRule/repairRepeatedKey(_:)``.
    public static let repeatedKeys = WatchedOccasions(rawValue: 8)
    /// Values that are about to be decoded: ``DecodingRule/unwrap(_:)``.
    public static let values = WatchedOccasions(rawValue: 16)
    /// Errors of a type's own: ``DecodingRule/repairFailure(_:)``.
    public static let failures = WatchedOccasions(rawValue: 32)
    /// Elements that the rule left out of a collection: ``DecodingRule/allowsLosses(of:among:)``.
    public static let losses = WatchedOccasions(rawValue: 64)
    /// Blank strings where strings are optional: ``DecodingRule/repairBlankString(_:)``.
    public static let blankStrings = WatchedOccasions(rawValue: 128)
}

extension DecodingRule {
    public var name: String { String(describing: Self.self) }
    public var explanation: String { "A rule of the program's own: \(description)." }
    public var watchedOccasions: WatchedOccasions { [] }
    public var description: String { name + "()" }

    public func repairMismatch(_ context: RuleContext) -> Repair { .decline }
    public func repairNull(_ context: RuleContext) -> Repair { .decline }
    public func repairMissingKey(_ context: RuleContext) -> Repair { .decline }
    public func repairUnknownCase(_ context: RuleContext) -> Repair { .decline }
    public func repairElement(_ context: RuleContext) -> Repair { .decline }
    public func allowsLosses(of count: Int, among total: Int) -> Bool { true }
    public func repairNestedNull(_ context: RuleContext) -> Repair { .decline }
    public func repairBlankString(_ context: RuleContext) -> Repair { .decline }
    public func repairFailure(_ context: RuleContext) -> Repair { .decline }
    public func unwrap(_ context: RuleContext) -> Repair { .decline }
    public func repairUnknownKey(_ context: RuleContext) -> Repair { .decline }
    public func repairRepeatedKey(_ context: RuleContext) -> Repair { .decline }
    public func memberNames(for key: String, of model: Any.Type?) -> [String] { [] }
    public func comparedName(_ name: String, of model: Any.Type?) -> String { name }
}
