public import PolicyJSON

/// Swift models for the JSON that has been profiled, and the policy with which they decode it.
///
/// ```swift
/// let models = SwiftModels(for: profile, named: "Order")
/// print(models.source())
/// print(try models.policy.json())
/// ```
///
/// | in the samples | in the models |
/// |---|---|
/// | objects | a structure, `Codable`, `Sendable` and `Hashable`; one for objects with similar members |
/// | objects whose keys are data, or without members | `[String: Value]` |
/// | objects inside objects of the same type | the same structure, where necessary in a `Box` |
/// | members that are missing or `null` in some objects | optional properties |
/// | integers; numbers; numbers that `Double` does not hold | `Int`; `Double`; `Decimal` |
/// | RFC 3339 dates and times with an offset | `Date`, for the decoder's strategy `.iso8601` |
/// | dates, and RFC 2822 dates and times | `Date`, by a rule of the policy |
/// | few different strings that repeat | an enumeration that is `RawValuePreserving`, with a case for unknown strings |
/// | several kinds | the main one with a rule of the policy, if a rule repairs the others; otherwise any JSON |
public struct SwiftModels: Sendable {
    /// What the samples need, so that the models decode all of them. Paths are those of the whole input: `[*].price` in the
    /// elements of an array and in lines.
    public let policy: DecodingPolicy
    private let declarations: String
    private let recordType: String
    private let usesDates: Bool
    private let records: Int
    private let hasInvalidRecords: Bool
    private let hasOtherValues: Bool
    private let origins: Set<JSONProfile.Origin>

    /// Makes models.
    ///
    /// - Parameters:
    ///   - profile: the profile of the samples, before maps are combined.
    ///   - name: the name of the records' type. Default: `Root`.
    public init(for profile: JSONProfile, named name: String = "Root") {
        let declared = ModelDeclarations(ModelGraph(profile), named: name)
        let source = ModelSource(declared, rootName: name)
        declarations = source.text
        recordType = source.recordType
        usesDates = declared.slots.contains { $0.facts.usesDateStrategy && declared.value(of: $0).isDate }
        policy = ModelPolicy(declared.slots, declared, origins: profile.origins).policy
        records = profile.records
        hasInvalidRecords = profile.invalidRecords > 0
        hasOtherValues = profile.otherValues > 0
        origins = profile.origins
    }

    /// Whether a text can be the name of the records' type: an identifier that is not the name of a type that models use.
    ///
    /// - Parameter name: the text.
    /// - Returns: whether it can.
    public static func isName(_ name: String) -> Bool { ModelNames.isTypeName(name) }

    /// The Swift source: a comment that shows how to decode, imports, declarations.
    ///
    /// - Parameter policyFile: the name of the file in which the policy is; `nil` if it is shown in the source.
    /// - Returns: the source, which ends with a line break.
    public func source(policyFile: String? = nil) -> String {
        var lines = ["Made by policyjson models from \(records) record\(records == 1 ? "" : "s")."]
        if hasOtherValues {
            lines.append("There are members without properties: a profile does not distinguish more paths.")
        }
        lines.append("")
        lines += decoder(policyFile)
        if usesDates { lines.append("decoder.dateDecodingStrategy = .iso8601") }
        lines += calls
        return lines.map { $0.isEmpty ? "//\n" : "// \($0)\n" }.joined() + "\n" + declarations
    }

    private func decoder(_ policyFile: String?) -> [String] {
        if policy.rules.isEmpty { return ["let decoder = PolicyJSONDecoder()"] }
        if let policyFile {
            return [
                "let file = try PolicyFile(contentsOf: URL(filePath: \(ModelNames.literal(policyFile))))",
                "let decoder = PolicyJSONDecoder(policy: file.policy)",
            ]
        }
        return ["let decoder = PolicyJSONDecoder(policy: DecodingPolicy {"] + policy.rules.map { "    \($0)" } + ["})"]
    }

    /// How the records of each input are decoded.
    private var calls: [String] {
        var calls: Set<String> = []
        for origin in origins.isEmpty ? [.document] : origins {
            switch origin {
            case .document: calls.insert("let record = try decoder.decode(\(recordType).self, from: data)")
            case .line:
                let lines = hasInvalidRecords ? ".lines(skippingInvalid: true)" : ".lines"
                calls.insert("let records = try decoder.elements(of: \(recordType).self, in: \(lines), from: url)")
            case .element(let path):
                calls.insert(
                    path.isEmpty
                        ? "let records = try decoder.decode([\(recordType)].self, from: data)"
                        : "let records = try decoder.elements(of: \(recordType).self, at: \(ModelNames.literal(path)), from: url)"
                )
            }
        }
        return calls.sorted()
    }
}
