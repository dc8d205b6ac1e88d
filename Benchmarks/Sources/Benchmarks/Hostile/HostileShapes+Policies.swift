import Foundation
import PolicyJSON

extension HostileShape {
    /// Shapes that are expensive to repair, or to list all errors of.
    static let policies =
        [boundedLosses] + manyErrors + [repairedLinks, oneRepairedLink, droppedLinks] + longKeys + recursiveEnumerations
        + [lenientProbes, otherKeys, caughtErrors, repeatedKeys, sortedLinks]

    /// All errors of `data`.
    private static func errors<T: Decodable>(
        _ type: T.Type, _ data: Data, _ policy: DecodingPolicy = .strict
    ) -> Int {
        do throws(JSONDecodingError) {
            _ = try PolicyJSONDecoder(policy: policy).decodeCollectingErrors(type, from: data)
            return 0
        } catch {
            return error.count
        }
    }

    private static let boundedLosses = HostileShape(
        name: "all errors, no losses allowed, 250 deep", largest: 250, sizes: 4
    ) { levels in
        text(
            (#"{"value":1,"children":["#, levels - 1), (#"{"value":"x","children":["#, 1), ("]}", levels))
    } work: {
        let policy = DecodingPolicy { LossyCollections(maxDropped: 0) }
        try check(errors(NumberedNode.self, $0, policy) > 0, "no error was listed")
    }

    private static let manyErrors = [
        HostileShape(name: "all errors, 1,000 at depth 500", largest: 1_000, sizes: 4) { count in
            text((#"{"next":"#, 500), (#"{"values":["#, 1), (#""x","#, count - 1), (#""x"]}"#, 1), ("}", 500))
        } work: {
            try check(errors(Chain.self, $0) > 1, "not all errors were listed")
        },
        HostileShape(name: "all errors, one at each of 500 levels", largest: 500, sizes: 4) { levels in
            links(levels, #""x""#)
        } work: {
            try check(errors(Links.self, $0) > 1, "not all errors were listed")
        },
    ]

    /// Links with this text in the place of each last member.
    private static func links(_ levels: Int, _ last: String, deepest: String? = nil) -> Data {
        text(
            (#"{"first":1,"next":"#, levels - 1), (#"{"first":1,"last":\#(deepest ?? last)}"#, 1),
            (#","last":\#(last)}"#, levels - 1))
    }

    private static let repairedLinks = HostileShape(name: "a repair at each of 500 levels", largest: 500, sizes: 4) {
        links($0, #""1""#)
    } work: {
        let totals = try PolicyJSONDecoder(policy: .lenient).decode(Links.self, from: $0).totals
        try check(totals.sum == 2 * totals.count, "not every member was repaired")
    }

    private static let oneRepairedLink = HostileShape(name: "a repair at level 500", largest: 500, sizes: 4) {
        links($0, "1", deepest: #""1""#)
    } work: {
        let totals = try PolicyJSONDecoder(policy: .lenient).decode(Links.self, from: $0).totals
        try check(totals.sum == 2 * totals.count, "not every member was repaired")
    }

    /// A key that is part of 1,000 paths.
    private static func longKey(_ bytes: Int, _ element: String) -> Data {
        text((#"{""#, 1), ("k", bytes), (#"":["#, 1), ("\(element),", 999), ("\(element)]}", 1))
    }

    private static let longKeys = [
        HostileShape(name: "a merge patch of objects below a long key", largest: 64_000, sizes: 4, atMost: 20) {
            count in
            list(#"{"\#(String(repeating: "k", count: 8 * count))":{"#, count, "}}") { #""\#($0)":{}"# }
        } work: {
            let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(.snakeCase) })
            var value = ["a": ["b": ["c": 1]]]
            try decoder.applyMergePatch($0, to: &value)
            try check(value.count == 2, "the patch was not applied")
        },
        HostileShape(name: "a report of 1,000 repairs below a long key", largest: 1_000_000, sizes: 4, atMost: 1) {
            longKey($0, #""1""#)
        } work: {
            let decoder = PolicyJSONDecoder(policy: .lenient)
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let report = try decoder.decodeReporting([String: [Int]].self, from: $0).report
            try check(report.count == 1_000, "not every element was repaired")
            _ = try PolicyJSONEncoder().encode(report)
        },
        HostileShape(name: "a response about 1,000 errors below a long key", largest: 1_000_000, sizes: 4, atMost: 1) {
            longKey($0, #""x""#)
        } work: { data throws in
            do throws(JSONDecodingError) {
                _ = try PolicyJSONDecoder().decodeCollectingErrors([String: [Int]].self, from: data)
            } catch {
                let details = ProblemDetails(error)
                try check(error.count == 1_000, "not all errors were listed")
                _ = try PolicyJSONEncoder().encode(details)
            }
        },
    ]

    /// An element of each level is undecodable.
    private static let droppedLinks = HostileShape(
        name: "a dropped element at each of 250 levels", largest: 250, sizes: 4
    ) {
        text((#"{"value":"1","children":["#, $0), ("]}", 1), (",{}]}", $0 - 1))
    } work: {
        let outcome = try PolicyJSONDecoder(policy: .lenient).decodeReporting(NumberedNode.self, from: $0)
        try check(outcome.report.count > 1, "nothing was dropped")
    }

    private static let rewriting = DecodingPolicy {
        SingleValuesAsArrays()
        LossyCollections()
        StringifiedJSON()
    }

    private static func nested(_ count: Int, _ element: String, end: String) -> Data {
        text(("[", 200), ("\(element),", count), (end, 1), ("]", 200))
    }

    /// 128 KB, 200 levels down; the second has one element that no attempt decodes, in the third these are all.
    private static let recursiveEnumerations = [
        HostileShape(name: "list or text, 3 rules, 200 deep", largest: 32_000, sizes: 4, atMost: 20) {
            nested($0, #""x""#, end: #""x""#)
        } work: {
            _ = try PolicyJSONDecoder(policy: rewriting).decode(ListOrText.self, from: $0)
        },
        HostileShape(name: "list or text, 3 rules, one undecodable", largest: 32_000, sizes: 4, atMost: 20) {
            nested($0, #""x""#, end: "{}")
        } work: {
            _ = try PolicyJSONDecoder(policy: rewriting).decode(ListOrText.self, from: $0)
        },
        HostileShape(name: "list or text, 3 rules, all undecodable", largest: 42_000, sizes: 4, atMost: 20) {
            nested($0, "{}", end: "{}")
        } work: {
            _ = try? PolicyJSONDecoder(policy: rewriting).decode(ListOrText.self, from: $0)
        },
        HostileShape(name: "number or list, 3 rules, all undecodable", largest: 32_000, sizes: 4, atMost: 20) {
            nested($0, #""x""#, end: #""x""#)
        } work: {
            _ = try? PolicyJSONDecoder(policy: rewriting).decode(NumberOrList.self, from: $0)
        },
        HostileShape(name: "number or list, 3 rules, nested JSON", largest: 21_000, sizes: 4, atMost: 20) {
            nested($0, #""[5]""#, end: #""x""#)
        } work: {
            _ = try? PolicyJSONDecoder(policy: rewriting).decode(NumberOrList.self, from: $0)
        },
    ]

    /// 200 levels down, elements for which several types are tried, and one that is none of them.
    private static let lenientProbes = HostileShape(
        name: "probes, 200 deep, one undecodable", largest: 40_000, sizes: 4
    ) {
        list(String(repeating: "[", count: 200), $0, ",{}" + String(repeating: "]", count: 200)) { #""\#($0)""# }
    } work: {
        _ = try? PolicyJSONDecoder(policy: .lenient).decode(Probed.self, from: $0)
    }

    private static let otherKeys = HostileShape(
        name: "absent keys, without regard to case", largest: 8_000, sizes: 4, countsUnits: true
    ) {
        list("{", $0, "}") { #""other\#(1_000 + $0)":1"# }
    } work: {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { KeyMatching(.caseInsensitive) })
        try check(try decoder.decode(OtherKeys.self, from: $0).found == 0, "a key was found")
    }

    private static let caughtErrors = HostileShape(
        name: "a caught error at each of 500 levels, snake case", largest: 500, sizes: 4
    ) {
        text((#"{"the_value":"x","next_node":"#, $0), ("null", 1), ("}", $0))
    } work: {
        let decoder = PolicyJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var (node, count): (TriedNode?, Int) = (try decoder.decode(TriedNode.self, from: $0), 0)
        while let current = node { (node, count) = (current.nextNode, count + (current.theValue == nil ? 1 : 0)) }
        try check(count > 1, "no error was caught")
    }

    private static let repeatedKeys = HostileShape(
        name: "a repeated key at each of 500 levels", largest: 500, sizes: 4
    ) {
        text((#"{"values":[],"values":[],"next":"#, $0), ("null", 1), ("}", $0))
    } work: {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { DuplicateKeys(.last) })
        try check(try decoder.decode(Chain.self, from: $0).next != nil, "the chain was not decoded")
    }

    /// An object in which the member that is written first comes last, at each level around a text.
    private static let sortedLinks = HostileShape(
        name: "sorted keys around 100 KB, 500 deep", largest: 500, sizes: 4
    ) {
        text((#"{"a":1,"z":"#, $0 - 1), (#"{"a":1,"y":""#, 1), ("x", 100_000), (#"""#, 1), ("}", $0))
    } work: {
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        let bytes = try encoder.encodeBytes(try PolicyJSONDecoder().decode(SortedLink.self, from: $0))
        try check(bytes.count > 100_000, "the text is missing")
    }
}
