import Foundation

extension Difference {
    static let orderOfMembers = Difference(
        id: "order-of-members",
        what:
            "The member that an error names if several members of a dictionary are undecodable, and the order of `allKeys`",
        foundation: "Any member and any order; both vary between runs",
        policyJSON: "The first member in the document; the order of the document",
        reason: "Errors are reproducible",
        specimens: [
            Specimen(
                #"{"b":true,"a":"x"}"#, Subject([String: Int].self),
                foundation: "typeMismatch(Swift.Int) at [a]: Expected to decode Int but found a string instead.",
                "typeMismatch(Swift.Int) at [b]: Expected to decode Int but found bool instead.",
                policyJSON: "typeMismatch(Swift.Int) at [b]: Expected to decode Int but found bool instead.")
        ],
        covers: { trial in
            guard trial.type.contains("Dictionary<"), let ours = trial.policyJSON.failure?.path,
                let theirs = trial.foundation.failure?.path
            else { return false }
            // Foundation parses numbers lazily, and rejects the whole document if it cannot parse a number.
            if trial.foundation.isNotJSON, !ours.isEmpty, let text = trial.text, text.count(where: { $0 == ":" }) > 1 {
                return Subject(Empty.self).trial(trial.data, trial.options).foundation.isValue
            }
            // The paths lead to different members of the same object.
            guard let fork = zip(ours, theirs).first(where: { $0.0.name != $0.1.name }) else { return false }
            return [fork.0, fork.1].allSatisfy { !$0.name.hasPrefix("Index ") }
        }
    )

    static let repeatedMembers = Difference(
        id: "repeated-members",
        what: "Under a key strategy, a repeated key of a dictionary whose second value is of another type",
        foundation: "`typeMismatch` (without a key strategy, only the first value is decoded)",
        policyJSON: "The first value",
        reason: "The first of repeated keys counts, regardless of the strategy",
        specimens: [
            Specimen(
                #"{"a":1,"a":"x"}"#, Subject([String: Int].self),
                Options(name: "snake case", keys: .convertFromSnakeCase),
                foundation: "typeMismatch(Swift.Int) at [a]: Expected to decode Int but found a string instead.",
                policyJSON: "Dictionary<String, Int>((key: String, value: Int)(key: String(a), value: Int(1)))")
        ],
        covers: { trial in
            if case .useDefaultKeys = trial.options.keys { return false }
            guard trial.type.contains("Dictionary<"), trial.foundation.failure?.name == .typeMismatch,
                trial.text?.contains(/("\w+"):[^{}]*\1:/) ?? false
            else { return false }
            // Foundation decodes that value without a key strategy.
            var options = trial.options
            options.keys = .useDefaultKeys
            return trial.policyJSON.isValue && trial.subject.trial(trial.data, options).foundation == trial.policyJSON
        }
    )

    static let dictionaryPathKeys = Difference(
        id: "dictionary-path-keys",
        what: #"The `intValue` of a key of `[String: T]` in a coding path, if the key is numeric (`"1"`)"#,
        foundation: "The number, unless a key strategy is set",
        policyJSON: "`nil`",
        reason: "Only indexes have integers; the standard library's key type provides one by accident",
        specimens: [
            Specimen(
                #"{"1":null}"#, Subject([String: Int].self),
                foundation:
                    "valueNotFound(Swift.Int) at [1#1]: Cannot get value of type Int -- found null value instead",
                policyJSON: "valueNotFound(Swift.Int) at [1]: Cannot get value of type Int -- found null value instead")
        ],
        covers: { trial in
            guard trial.type.contains("Dictionary<String"), let ours = trial.policyJSON.failure,
                let theirs = trial.foundation.failure, ours.path.count == theirs.path.count
            else { return false }
            // The failures are equal except for integers that are equal to the names.
            let pairs = zip(ours.path, theirs.path)
            return ours.description.replacing(/#-?\d+/, with: "") == theirs.description.replacing(/#-?\d+/, with: "")
                && pairs.allSatisfy { $0 == $1 || ($0.index == nil && $0.name == $1.name && $1.index == Int($1.name)) }
        }
    )

    static let keptDictionaryKeys = Difference(
        id: "kept-dictionary-keys",
        what:
            "The `intValue` of a numeric key of `[Int: T]`, or of a dictionary with `CodingKeyRepresentable` keys, in the "
            + "path of a decoder that is used after the dictionary has been decoded",
        foundation: "The number",
        policyJSON: "`nil`",
        reason: "Paths are computed from the document on demand, and it has only the name",
        pinnedBy: "KeptDecoderTests.keysOfDictionaries"
    )

    static let pathKeys = Difference(
        id: "path-keys",
        what: """
            Keys of a coding path whose type takes more than one byte, such as a struct with a string, if the model has not \
            requested the container's `allKeys`; and all keys of an object, after the call or on another thread
            """,
        foundation: "The model's keys",
        policyJSON:
            "Plain keys with the same `stringValue`, as spelled in the document. (Keys of enumerations are the model's.)",
        reason: """
            Paths are computed from the document on demand, and keys are made of names: an initializer that a model does not call \
            may not be meant to be called
            """,
        pinnedBy: "DifferenceTests.pathKeys"
    )

    static let orderOfMarks = Difference(
        id: "order-of-marks",
        what: """
            The order of combining marks in a key, in an element of a `Set<String>`, or in a raw value, that \
            has more than 128 of them in a row
            """,
        foundation: "As in the document",
        policyJSON: "Canonical (Unicode, D108). The texts are equal",
        reason: "The standard library takes quadratic time to hash the text and to compare it, seconds for 100 KB",
        pinnedBy: "DifferenceTests.orderOfMarks"
    )

    static let callsOfKeyStrategies = Difference(
        id: "calls-of-key-strategies",
        what: "How often a `.custom` key strategy is called",
        foundation: "Once for a key of an object",
        policyJSON:
            "Also for the keys around an object, when it is opened: for the same path, the result must be the same",
        reason: "Paths are computed from the document on demand; nothing is recorded while decoding",
        pinnedBy: "DifferenceTests.callsOfKeyStrategies"
    )

    static let keptDecoders = Difference(
        id: "kept-decoders",
        what: "A decoder of a nested value that a model retains and uses later",
        foundation: "It reads another value, usually the top-level one",
        policyJSON: "It reads the value for which it was created",
        reason: "A retained decoder must not change",
        pinnedBy: "KeptDecoderTests.lazyMembers"
    )

    static let decodersOfFailedCalls = Difference(
        id: "decoders-of-failed-calls",
        what: "A decoder or container that a model retains in a call that throws, and uses later",
        foundation: "It reads memory that has been freed: the process may crash",
        policyJSON: "It reads the value for which it was created",
        reason: "No use of a decoder may read freed memory",
        pinnedBy: "KeptDecoderTests.decodersOfFailedCalls"
    )

    static let topLevelDictionaryEntry = Difference(
        id: "top-level-dictionary-entry",
        what: "`assumesTopLevelDictionary` and `userInfo`",
        foundation: """
            The setting is an entry of `userInfo`, which models see, and which ends when `userInfo` is assigned \
            without it
            """,
        policyJSON: "The settings are independent of each other",
        reason: "Assigning one property must not change another",
        pinnedBy: "SettingsTests.topLevelDictionaryEntry"
    )

    static let changingNames = Difference(
        id: "changing-names",
        what: "A key type of one byte, such as an enumeration, whose `stringValue` changes during a call",
        foundation: "Each member is looked up by the name that its key has at that moment",
        policyJSON: "A member of a later object may be looked up by the name that the key had in an earlier one",
        reason: "A document has thousands of objects of a type; asking for a name takes as long as a look-up",
        pinnedBy: "NumberedKeysTests.changingNames"
    )
}
