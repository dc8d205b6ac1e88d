import Foundation
import PolicyJSON
import Synchronization
import TestSupport
import Testing

/// The list of differences from `JSONEncoder`, and its documentation.
@Suite struct EncodingDifferenceTests {
    @Test(arguments: EncodingDifference.all)
    func specimens(_ difference: EncodingDifference) {
        for specimen in difference.specimens {
            let trial = specimen.subject.trial(specimen.settings)
            #expect(trial.foundation.description == specimen.foundation)
            #expect(trial.policyJSON.description == specimen.policyJSON)
        }
    }

    @Test func documentation() throws {
        let lines = try DifferenceTests.documentation(after: "## Encoding")
        let rows = Array(lines.filter { $0.hasPrefix("|") }.dropFirst(2))
        #expect(rows == EncodingDifference.all.map(\.row))
    }

    @Test func identifiersAreUnique() {
        #expect(Set(EncodingDifference.all.map(\.id)).count == EncodingDifference.all.count)
    }

    /// Each row has specimens or a separate test.
    @Test(arguments: EncodingDifference.all)
    func pinned(_ difference: EncodingDifference) {
        let tests = [
            "memberOrder", "callsOfKeyStrategies", "changingNames", "keptPaths", "keptSuperEncoders",
            "formattingDuringCalls", "misuse", "endlessDepth", "caughtDepth",
        ].map { "EncodingDifferenceTests.\($0)" }
        #expect(
            difference.specimens.isEmpty ? tests.contains(difference.pinnedBy) : !tests.contains(difference.pinnedBy))
    }

    @Test func memberOrder() throws {
        let subject = EncodingScripts.script("members") { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            for name in ["b", "a", "d", "c", "f", "e"] { try container.encode(1, forKey: AnyName(stringValue: name)) }
        }
        #expect(subject.trial().policyJSON.description == #"{"b":1,"a":1,"d":1,"c":1,"f":1,"e":1}"#)
        #expect(subject.trial().agrees)
    }

    @Test func callsOfKeyStrategies() throws {
        struct Whole: Encodable {
            struct Middle: Encodable {
                struct Inner: Encodable { let c = 1 }
                let b = Inner()
            }
            let a = Middle()
        }
        func paths(_ encode: (JSONEncoder.KeyEncodingStrategy) throws -> Data) throws -> [String] {
            let calls = Mutex<[String]>([])
            let json = try encode(
                .custom { path in
                    calls.withLock { $0.append(path.map(\.stringValue).joined()) }
                    return path.last ?? AnyName(stringValue: "")
                })
            #expect(json == Data(#"{"a":{"b":{"c":1}}}"#.utf8))
            return calls.withLock { $0 }
        }
        let theirs = try paths { strategy in
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = strategy
            return try encoder.encode(Whole())
        }
        #expect(theirs == ["abc", "ab", "a"])
        let ours = try paths { strategy in
            let encoder = PolicyJSONEncoder()
            encoder.keyEncodingStrategy = strategy
            return try encoder.encode(Whole())
        }
        #expect(ours == ["a", "ab", "abc"])
    }

    /// An object whose only member has this name.
    private struct ChangingName: Encodable {
        enum Key: CodingKey {
            case only, other
            @TaskLocal static var name = ""
            var stringValue: String { Self.name }
        }

        let name: String

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try Key.$name.withValue(name) { try container.encode(1, forKey: .only) }
        }
    }

    @Test func changingNames() throws {
        let objects = ["a", "b", "c", "d"].map(ChangingName.init)
        let foundation = #"[{"a":1},{"b":1},{"c":1},{"d":1}]"#
        #expect(String(decoding: try JSONEncoder().encode(objects), as: UTF8.self) == foundation)
        #expect(
            String(decoding: try PolicyJSONEncoder().encode(objects), as: UTF8.self)
                == #"[{"a":1},{"a":1},{"a":1},{"a":1}]"#)
    }

    /// What a value has retained.
    private final class Kept {
        var container: KeyedEncodingContainer<AnyName>?
        var array: (any UnkeyedEncodingContainer)?
        var encoder: (any Encoder)?
    }

    @Test func keptPaths() throws {
        func path(ofElement isElement: Bool = false, _ encode: ([Step]) throws -> Data) -> [String] {
            let kept = Kept()
            let first = Step { encoder in
                kept.container = isElement ? nil : encoder.container(keyedBy: AnyName.self)
                kept.array = isElement ? encoder.unkeyedContainer() : nil
                try kept.array?.encode(contentsOf: [1, 2])
            }
            let second = Step { encoder in
                _ = encoder.unkeyedContainer()
                try kept.array?.encode(Double.nan)
                try kept.container?.encode(Double.nan, forKey: "late")
            }
            do {
                _ = try encode([first, second])
                return ["no error"]
            } catch {
                guard case EncodingError.invalidValue(_, let context) = error else { return ["another error"] }
                return context.codingPath.map(\.stringValue)
            }
        }
        #expect(path(JSONEncoder().encode) == ["Index 0", "late"])
        #expect(path(PolicyJSONEncoder().encode) == ["late"])
        #expect(path(ofElement: true, JSONEncoder().encode) == ["Index 0", "Index 2"])
        #expect(path(ofElement: true, PolicyJSONEncoder().encode) == ["Index 0"])
    }

    @Test func keptSuperEncoders() throws {
        func text(_ encode: (Step) throws -> Data) throws -> String {
            let kept = Kept()
            let value = Step { encoder in
                kept.encoder = encoder
                var container = encoder.container(keyedBy: AnyName.self)
                try container.encode(1, forKey: "z")
            }
            let outer = Step { encoder in
                var container = encoder.container(keyedBy: AnyName.self)
                var inner = container.superEncoder().container(keyedBy: AnyName.self)
                try inner.encode(value, forKey: "v")
            }
            return String(decoding: try encode(outer), as: UTF8.self)
        }
        #expect(try text(JSONEncoder().encode) == "{}")
        #expect(try text(PolicyJSONEncoder().encode) == #"{"super":{"v":{"z":1}}}"#)

        func replacedText(_ encode: (Step) throws -> Data) throws -> String {
            let kept = Kept()
            let value = Step { encoder in
                kept.encoder = encoder
                var single = encoder.singleValueContainer()
                try single.encode(1)
            }
            let outer = Step { encoder in
                var container = encoder.container(keyedBy: AnyName.self)
                do {
                    var inner = container.superEncoder(forKey: "a").unkeyedContainer()
                    try inner.encode(value)
                }
                try container.encode(2, forKey: "a")
                kept.encoder = nil
            }
            return String(decoding: try encode(outer), as: UTF8.self)
        }
        #expect(try replacedText(JSONEncoder().encode) == #"{"a":[1]}"#)
        #expect(try replacedText(PolicyJSONEncoder().encode) == #"{"a":2}"#)

        func singleText(_ encode: (Step) throws -> Data) throws -> String {
            let kept = Kept()
            let value = Step { encoder in
                var container = encoder.unkeyedContainer()
                let part = container.superEncoder()
                kept.encoder = part
                var single = part.singleValueContainer()
                try single.encode(1)
            }
            let outer = Step { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(value)
                kept.encoder = nil
            }
            return String(decoding: try encode(outer), as: UTF8.self)
        }
        #expect(try singleText(JSONEncoder().encode) == "[]")
        #expect(try singleText(PolicyJSONEncoder().encode) == "[1]")
    }

    @Test func formattingDuringCalls() throws {
        let foundation = JSONEncoder()
        let ours = PolicyJSONEncoder()
        func value(_ change: @escaping () -> Void) -> Step {
            Step { encoder in
                change()
                var container = encoder.container(keyedBy: AnyName.self)
                try container.encode("/", forKey: "a")
            }
        }
        let theirs = try foundation.encode(value { foundation.outputFormatting = .withoutEscapingSlashes })
        #expect(String(decoding: theirs, as: UTF8.self) == #"{"a":"/"}"#)
        let change = value { ours.outputFormatting = .withoutEscapingSlashes }
        for expected in [#"{"a":"\/"}"#, #"{"a":"/"}"#] {
            #expect(String(decoding: try ours.encode(change), as: UTF8.self) == expected)
        }
    }

    private struct Misuse: Sendable {
        let name: String
        let text: String
        let script: @Sendable (any Encoder) throws -> Void
    }

    private static let misuses = [
        Misuse(name: "an array where an object is", text: keyed) { encoder in
            _ = encoder.unkeyedContainer()
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
        },
        Misuse(name: "an object where an array is", text: unkeyed) { encoder in
            _ = encoder.container(keyedBy: AnyName.self)
            var container = encoder.unkeyedContainer()
            try container.encode(1)
        },
        Misuse(name: "an object where a scalar is", text: keyed) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            _ = encoder.container(keyedBy: AnyName.self)
        },
        Misuse(name: "two single values", text: single) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(1)
            try single.encode(2)
        },
        Misuse(name: "two single models", text: single) { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(["a": 1])
            try single.encode(["b": 2])
        },
        Misuse(
            name: "nested where a scalar is",
            text: "Attempt to push keyed encoding container for key \"a\" when already previously encoded at this path."
        ) { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            try container.encode(1, forKey: "a")
            var nested = container.nestedContainer(keyedBy: AnyName.self, forKey: "a")
            try nested.encode(1, forKey: "b")
        },
        Misuse(
            name: "a nested array where an object is",
            text:
                "Attempt to push unkeyed encoding container for key \"a\" when already previously encoded at this path."
        ) { encoder in
            var container = encoder.container(keyedBy: AnyName.self)
            _ = container.nestedContainer(keyedBy: AnyName.self, forKey: "a")
            _ = container.nestedUnkeyedContainer(forKey: "a")
        },
    ]

    private static let keyed =
        "Attempt to push new keyed encoding container when already previously encoded at this path."
    private static let unkeyed =
        "Attempt to push new unkeyed encoding container when already previously encoded at this path."
    private static let single =
        "Attempt to encode value through single value container when previously value already encoded."

    @Test func misuse() {
        for misuse in Self.misuses {
            let outcome = EncodingOutcome { try PolicyJSONEncoder().encode(Scripted(misuse.script)) }
            guard case .failure(let text) = outcome else {
                Issue.record("\(misuse.name): \(outcome)")
                continue
            }
            #expect(text.hasSuffix(" at []: \(misuse.text)"), "\(misuse.name): \(text)")
        }
    }

    private struct Link: Encodable {
        let depth: Int
        /// The only element of the innermost array.
        var end: (any Encodable & Sendable)?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if depth > 1 { return try container.encode(Link(depth: depth - 1, end: end)) }
            if let end { try container.encode(end) }
        }
    }

    /// Each value is one of a super encoder.
    private struct Chain: Encodable {
        let depth: Int

        func encode(to encoder: any Encoder) throws {
            if depth == 1 { return try [Int]().encode(to: encoder) }
            let next: any Encoder
            if depth.isMultiple(of: 2) {
                var container = encoder.unkeyedContainer()
                next = container.superEncoder()
            } else {
                var container = encoder.container(keyedBy: AnyKey.self)
                next = container.superEncoder()
            }
            var single = next.singleValueContainer()
            try single.encode(Chain(depth: depth - 1))
        }
    }

    @Test func endlessDepth() throws {
        let reason = "Unable to encode the given top-level value to JSON."
        _ = try withLargeStack { try PolicyJSONEncoder().encode(Link(depth: 511)) }
        // Also if the innermost arrays are numbers or strings.
        let disagreeing = try withLargeStack {
            [2, 510, 511, 512, 513, 514].flatMap { depth in
                [
                    EncodingSubject(Link(depth: depth)),
                    EncodingSubject(Link(depth: depth - 1, end: [1, 2])),
                    EncodingSubject(Link(depth: depth - 1, end: ["a"])),
                    EncodingSubject(Link(depth: depth - 2, end: [[1.5], [2.5]])),
                ].map { $0.trial() }.filter { !$0.agrees }.map { "\(depth): \($0)" }
            }
        }
        #expect(disagreeing.isEmpty)
        let differing = try withLargeStack {
            [1, 2, 510, 511, 512, 513, 514].map { EncodingSubject(Chain(depth: $0)).trial() }.filter { !$0.agrees }
                .map { "\($0)" }
        }
        #expect(differing == [])
        let endless = try withLargeStack {
            [
                "\(EncodingOutcome { try PolicyJSONEncoder().encode(Link(depth: 1_000_000)) })",
                "\(EncodingOutcome { try PolicyJSONEncoder().encode(Chain(depth: 1_000_000)) })",
            ]
        }
        for outcome in endless { #expect(outcome.hasSuffix(" at []: \(reason)"), "\(outcome)") }
    }

    /// Fails inside arrays, and the value around them catches the error.
    private struct Catching: Encodable {
        struct Failing: Encodable {
            struct Failure: Error {}

            let depth: Int

            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if depth == 1 { throw Failure() }
                try container.encode(Failing(depth: depth - 1))
            }
        }

        let depth: Int

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            try? container.encode(Failing(depth: depth), forKey: AnyKey("a"))
            try container.encode(1, forKey: AnyKey("b"))
        }
    }

    @Test func caughtDepth() throws {
        #expect(EncodingSubject(Catching(depth: 510)).trial().agrees)
        for depth in [511, 512, 600] {
            #expect(try JSONEncoder().encode(Catching(depth: depth)) == Data(#"{"b":1}"#.utf8))
            let outcome = "\(EncodingOutcome { try PolicyJSONEncoder().encode(Catching(depth: depth)) })"
            #expect(outcome.hasSuffix(" at []: Unable to encode the given top-level value to JSON."), "\(outcome)")
        }
    }
}

extension EncodingSubject {
    fileprivate init<T: Encodable & Sendable>(_ value: T) { self.init(nil, value) }
}
