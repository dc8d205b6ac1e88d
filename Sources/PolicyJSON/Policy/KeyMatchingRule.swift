/// A rule that finds the members for a model's keys under other names.
///
/// It lists ``RepairSituation/absentKey``, and ``RepairSituation/memberNames`` if it compares names. Where it repairs nothing
/// else, `repair(_:)` returns ``Repair/decline``; it is not called for these two.
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
    /// Names that the member of a model's key may have in the document where there is none of the key's own name, best
    /// first. Called in the situation ``RepairSituation/absentKey``, once for each key of a model in a decode.
    ///
    /// - Parameters:
    ///   - key: the model's key.
    ///   - model: the type that requests the key; `nil` if it is not known.
    /// - Returns: names of members, best first.
    func memberNames(for key: String, of model: Any.Type?) -> [String]

    /// A name as this rule compares it: where there is no member of a key's own name and none of
    /// ``memberNames(for:of:)``, the first member is taken whose name is compared as the key is. Called in the situation
    /// ``RepairSituation/memberNames``, with a model's key and with each member's name.
    ///
    /// - Parameters:
    ///   - name: a model's key, or the name of a member.
    ///   - model: the type that requests the key; `nil` if it is not known.
    /// - Returns: the compared form; names with equal forms match.
    /// - Complexity: called once for each name of an object and each model, however many keys are absent.
    func comparedName(_ name: String, of model: Any.Type?) -> String
}
