import Foundation

extension EncodingDifference {
    static let memberOrder = EncodingDifference(
        id: "memberOrder",
        what: "The order of members without `.sortedKeys`",
        foundation: "Any order; it varies between runs",
        policyJSON: "The order in which the type encodes them",
        reason: "Output is reproducible and can be compared",
        pinnedBy: "EncodingDifferenceTests.memberOrder")

    static let callsOfKeyStrategies = EncodingDifference(
        id: "callsOfKeyStrategies",
        what: "When a `.custom` key strategy is called",
        foundation: "After the member's value has been encoded",
        policyJSON: "Before the member's value is encoded",
        reason: "Members are written in order: the name stands before the value",
        pinnedBy: "EncodingDifferenceTests.callsOfKeyStrategies")

    static let nestedPaths = EncodingDifference(
        id: "nestedPaths",
        what:
            "The coding path of a value inside `nestedContainer` or `nestedUnkeyedContainer`, also as a `.custom` key strategy receives it",
        foundation: "The keys of nested containers are missing",
        policyJSON: "All keys",
        reason: "A wrong path is worse than none",
        specimens: [
            Specimen(
                subject: EncodingScripts.script("a bad number in a nested container") { encoder in
                    var outer = encoder.container(keyedBy: AnyName.self)
                    var inner = outer.nestedContainer(keyedBy: AnyName.self, forKey: "a")
                    try inner.encode(Double.nan, forKey: "b")
                },
                foundation: "invalidValue(nan) at [b]: Unable to encode Double.nan directly in JSON.",
                policyJSON: "invalidValue(nan) at [a/b]: Unable to encode Double.nan directly in JSON."),
            Specimen(
                subject: EncodingScripts.script("a path in nested arrays") { encoder in
                    var outer = encoder.unkeyedContainer()
                    var inner = outer.nestedUnkeyedContainer()
                    try inner.encode(PathShown())
                },
                foundation: #"[[["Index 0#0"]]]"#, policyJSON: #"[[["Index 0#0","Index 0#0"]]]"#),
            Specimen(
                subject: EncodingScripts.script("names in a nested container") { encoder in
                    var outer = encoder.container(keyedBy: AnyName.self)
                    var inner = outer.nestedContainer(keyedBy: AnyName.self, forKey: "a")
                    try inner.encode(CodingValue(value: 1), forKey: "b")
                },
                settings: .depths, foundation: #"{"1a":{"2b":{"2value":1}}}"#,
                policyJSON: #"{"1a":{"2b":{"3value":1}}}"#),
        ])

    static let dictionaryPaths = EncodingDifference(
        id: "dictionaryPaths",
        what:
            "The coding path of a value inside a dictionary with `String` keys, under a key strategy, also as a `.custom` one receives it",
        foundation: "The key or index of the dictionary itself is missing",
        policyJSON: "All keys",
        reason: "A wrong path is worse than none",
        specimens: [
            Specimen(
                subject: EncodingSubject("a bad number in a dictionary", [["x": ["y": Double.nan]]]),
                settings: EncodingSettings.keys[0],
                foundation: "invalidValue(nan) at [x/y]: Unable to encode Double.nan directly in JSON.",
                policyJSON: "invalidValue(nan) at [Index 0#0/x/y]: Unable to encode Double.nan directly in JSON."),
            Specimen(
                subject: EncodingScripts.script("names in a dictionary") { encoder in
                    var outer = encoder.container(keyedBy: AnyName.self)
                    try outer.encode(["k": CodingValue(value: 1)], forKey: "a")
                },
                settings: .depths, foundation: #"{"1a":{"k":{"2value":1}}}"#,
                policyJSON: #"{"1a":{"k":{"3value":1}}}"#),
        ],
        covers: { trial in
            // The text contains the path.
            if case .useDefaultKeys = trial.settings.keys { return false }
            return trial.subject.name.hasSuffix("in dictionaries")
        })

    static let failedAttempts = EncodingDifference(
        id: "failedAttempts",
        what: "A value whose `encode(to:)` throws after it has written something, if the error is caught",
        foundation: "What it has written becomes part of the next value, or of the value around it",
        policyJSON: "What it has written is discarded",
        reason: "A failed attempt must not change other values",
        specimens: [
            Specimen(
                subject: EncodingScripts.script("an attempt") { encoder in
                    var outer = encoder.container(keyedBy: AnyName.self)
                    try? outer.encode(
                        Step { inner in
                            var container = inner.container(keyedBy: AnyName.self)
                            try container.encode(1, forKey: "left over")
                            throw CustomEncodingError()
                        }, forKey: "a")
                    try outer.encode(CodingValue(value: 2), forKey: "b")
                },
                foundation: #"{"b":{"left over":1,"value":2}}"#, policyJSON: #"{"b":{"value":2}}"#),
            Specimen(
                subject: EncodingScripts.script("an attempt in a single-value container") { encoder in
                    var single = encoder.singleValueContainer()
                    do {
                        try single.encode(["a": Double.nan])
                    } catch {
                        try single.encode("b")
                    }
                },
                foundation: "{}", policyJSON: #""b""#),
            Specimen(
                subject: EncodingScripts.script("an attempt that is not repeated") { encoder in
                    var array = encoder.unkeyedContainer()
                    try array.encode(
                        Step { inner in
                            var single = inner.singleValueContainer()
                            try? single.encode(
                                Step { inmost in
                                    var container = inmost.container(keyedBy: AnyName.self)
                                    try container.encode(1, forKey: "left over")
                                    throw CustomEncodingError()
                                })
                        })
                },
                foundation: #"[{"left over":1}]"#, policyJSON: "[{}]"),
        ])

    static let decimalNaN = EncodingDifference(
        id: "decimalNaN",
        what: "`Decimal.nan`",
        foundation: "`NaN`, which is not JSON",
        policyJSON: "`invalidValue`: unable to encode Decimal.NaN directly in JSON",
        reason: "The output must be JSON",
        specimens: [
            Specimen(
                subject: EncodingSubject("no decimal", ["a": Decimal.nan]),
                foundation: #"{"a":NaN}"#,
                policyJSON: "invalidValue(NaN) at [a]: Unable to encode Decimal.NaN directly in JSON.")
        ])

    static let changingNames = EncodingDifference(
        id: "changingNames",
        what: "A key type of one byte, such as an enumeration, whose `stringValue` changes while a value is encoded",
        foundation: "Each member has the name that its key has at that moment",
        policyJSON: "Members of later objects may have the name that the key had in an earlier object",
        reason: "One document has thousands of objects of a type; asking for a name takes longer than writing it",
        pinnedBy: "EncodingDifferenceTests.changingNames")

    static let misuse = EncodingDifference(
        id: "misuse",
        what: "Containers of two kinds for one value, a nested container for a key that has a value, two single values",
        foundation: "The process crashes",
        policyJSON: """
            `invalidValue` with the top-level value and Foundation's text (for a nested container one of the same form), after \
            `encode(to:)` has returned
            """,
        reason: "A mistake in one model must not terminate a service",
        pinnedBy: "EncodingDifferenceTests.misuse")

    static let laterMembers = EncodingDifference(
        id: "laterMembers",
        what: """
            Members of an object that are encoded after the same encoder's single-value container has encoded an optional, a \
            dictionary or a model
            """,
        foundation: "They are missing",
        policyJSON: "They are written",
        reason: "Nothing that a model encodes may be lost",
        specimens: [
            specimen("nil in between", #"{"a":1}"#, #"{"a":1,"b":1}"#) { try $0.encode(Int?.none) },
            specimen("a dictionary in between", #"{"1":2,"a":1}"#, #"{"1":2,"a":1,"b":1}"#) { try $0.encode([1: 2]) },
            specimen("a model in between", #"{"a":1,"value":1}"#, #"{"a":1,"b":1,"value":1}"#) {
                try $0.encode(CodingValue(value: 1))
            },
        ])

    private static func specimen(
        _ name: String, _ foundation: String, _ policyJSON: String,
        _ between: @escaping @Sendable (inout any SingleValueEncodingContainer) throws -> Void
    ) -> Specimen {
        Specimen(
            subject: EncodingScripts.script(name) { encoder in
                var container = encoder.container(keyedBy: AnyName.self)
                try container.encode(1, forKey: "a")
                var single = encoder.singleValueContainer()
                try between(&single)
                try container.encode(1, forKey: "b")
            },
            settings: .sorted, foundation: foundation, policyJSON: policyJSON)
    }

    static let keptPaths = EncodingDifference(
        id: "keptPaths",
        what: "The coding path of an encoder or container that a model retains and uses after its value has ended",
        foundation: "That of the value",
        policyJSON: "The keys around the value are missing, and an index in it is 0",
        reason: "Paths are computed from what is being written; nothing is recorded for containers",
        pinnedBy: "EncodingDifferenceTests.keptPaths")

    static let keptSuperEncoders = EncodingDifference(
        id: "keptSuperEncoders",
        what: """
            A super encoder of which only encoders or containers of values inside it are retained, and a super encoder of a value \
            in a single-value container, retained after that value has ended
            """,
        foundation: """
            It writes when the last of them is released: after values that were encoded later, or too late, so that what has been \
            written to it is missing
            """,
        policyJSON: "It writes when it and its containers are released, or the value has ended",
        reason: "Retaining an encoder must not lose values",
        pinnedBy: "EncodingDifferenceTests.keptSuperEncoders")

    static let formattingDuringCalls = EncodingDifference(
        id: "formattingDuringCalls",
        what: "`outputFormatting` that is changed by a value's `encode(to:)`",
        foundation: "Applies to this call",
        policyJSON: "Applies to later calls, as other settings do",
        reason: "An encoder can be used by several threads: a call has the settings with which it started",
        pinnedBy: "EncodingDifferenceTests.formattingDuringCalls")

    static let endlessDepth = EncodingDifference(
        id: "endlessDepth",
        what: "A value with thousands of nesting levels",
        foundation: "The process crashes",
        policyJSON: "`invalidValue`, as for 512 levels: unable to encode the given top-level value to JSON",
        reason: "No data may terminate the process",
        pinnedBy: "EncodingDifferenceTests.endlessDepth")

    static let caughtDepth = EncodingDifference(
        id: "caughtDepth",
        what: "A value with 512 nesting levels or more whose error is caught",
        foundation: "It is left out",
        policyJSON: "`invalidValue`: unable to encode the given top-level value to JSON",
        reason: "Such a value is not encoded to its end, so that it is not known whether it throws",
        pinnedBy: "EncodingDifferenceTests.caughtDepth")
}

struct CodingValue: Encodable {
    var value: Int
}
