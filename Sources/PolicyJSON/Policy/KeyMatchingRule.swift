/// A rule that finds the members for a model's keys under other names.
///
/// It lists ``RepairSituation/absentKey``, and ``RepairSituation/memberNames`` if it compares names. `repair(_:)` is
/// not called in these two situations; a rule that repairs nothing else returns ``Repair/decline``.
///
/// ```swift
/// /// Finds `Name` for the key `name`.
/// struct CapitalizedKeys: KeyMatchingRule {
///     let situations: RepairSituation = .absentKey
///
///     func memberNames(for key: String, of model: Any.Type?) -> [String] { [key.capitalized] }
///     func comparedName(_ name: String, of model: Any.Type?) -> String { name }
///     func repair(_ context: DecodingRuleContext) -> Repair { .decline }
/// }
/// ```
public protocol KeyMatchingRule: DecodingRule {
    /// Alternative names for a model's key, best first, used if the object has no member with the key's own name.
    /// Called in the situation ``RepairSituation/absentKey``, once for each key of a model: the names for keys of at most
    /// 128 bytes are kept with the decoder.
    ///
    /// - Parameters:
    ///   - key: the model's key.
    ///   - model: the type that requests the key; `nil` if it is not known.
    /// - Returns: names of members, best first.
    func memberNames(for key: String, of model: Any.Type?) -> [String]

    /// Paths inside the object at which the value of a model's key may be, best first, used if the object has no member
    /// with the key's own name. They precede ``memberNames(for:of:)``. Called in the situation
    /// ``RepairSituation/absentKey``, once for each key of a model: the paths for keys of at most 128 bytes are kept with
    /// the decoder. Default: none.
    ///
    /// - Parameters:
    ///   - key: the model's key.
    ///   - model: the type that requests the key; `nil` if it is not known.
    /// - Returns: paths relative to the object, best first. The empty path is ignored.
    func memberPaths(for key: String, of model: Any.Type?) -> [DecodingPath]

    /// The form of a name that this rule compares, such as its lowercase form. If an object has neither a member with
    /// the key's own name nor one of ``memberNames(for:of:)``, the first member is used whose compared name equals that
    /// of the key. Called in the situation ``RepairSituation/memberNames``, with a model's key and with each member's
    /// name.
    ///
    /// - Parameters:
    ///   - name: a model's key, or the name of a member.
    ///   - model: the type that requests the key; `nil` if it is not known.
    /// - Returns: the compared form; names with equal forms match.
    /// - Complexity: called once per object, model and name in objects of more than 16 members, regardless of the number of absent keys;
    ///   in smaller ones for each absent key.
    func comparedName(_ name: String, of model: Any.Type?) -> String
}

extension KeyMatchingRule {
    public func memberPaths(for key: String, of model: Any.Type?) -> [DecodingPath] { [] }
}
