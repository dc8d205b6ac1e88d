import PolicyJSON

/// A question that rules are asked: a requirement of `DecodingRule`.
enum RuleQuestion: CaseIterable {
    case mismatch, null, missingKey, unknownCase, element, nestedNull
    case losses, blankString, failure, value, unknownKey, repeatedKey, memberNames, member

    /// The requirement's name.
    var requirement: String {
        switch self {
        case .mismatch: "repairMismatch(_:)"
        case .null: "repairNull(_:)"
        case .missingKey: "repairMissingKey(_:)"
        case .unknownCase: "repairUnknownCase(_:)"
        case .element: "repairElement(_:)"
        case .nestedNull: "repairNestedNull(_:)"
        case .losses: "allowsLosses(of:among:)"
        case .blankString: "repairBlankString(_:)"
        case .failure: "repairFailure(_:)"
        case .value: "unwrap(_:)"
        case .unknownKey: "repairUnknownKey(_:)"
        case .repeatedKey: "repairRepeatedKey(_:)"
        case .memberNames: "memberNames(for:of:)"
        case .member: "comparedName(_:of:)"
        }
    }

    /// What a rule has to watch for, to be asked, and its name.
    var occasion: (watched: WatchedOccasions, name: String)? {
        switch self {
        case .mismatch, .null, .missingKey, .unknownCase, .element, .nestedNull: nil
        case .losses: (.losses, ".losses")
        case .blankString: (.blankStrings, ".blankStrings")
        case .failure: (.failures, ".failures")
        case .value: (.values, ".values")
        case .unknownKey: (.unknownKeys, ".unknownKeys")
        case .repeatedKey: (.repeatedKeys, ".repeatedKeys")
        case .memberNames: (.absentKeys, ".absentKeys")
        case .member: (.memberNames, ".memberNames")
        }
    }
}
