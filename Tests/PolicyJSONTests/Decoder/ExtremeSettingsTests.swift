import Foundation
import Testing

@testable import PolicyJSON

/// Extreme values of all numeric settings: negative ones count as 0, and the maximum as no limit.
@Suite struct ExtremeSettingsTests {
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let set: @Sendable (PolicyJSONDecoder, Int) -> Void

        init(_ name: String, _ set: @escaping @Sendable (PolicyJSONDecoder, Int) -> Void) {
            testDescription = name
            self.set = set
        }
    }

    static let settings = [
        Setting("limits.depth") { $0.limits.depth = $1 },
        Setting("limits.documentBytes") { $0.limits.documentBytes = $1 },
        Setting("limits.stringBytes") { $0.limits.stringBytes = $1 },
        Setting("limits.numberBytes") { $0.limits.numberBytes = $1 },
        Setting("limits.tokens") { $0.limits.tokens = $1 },
        Setting("limits.members") { $0.limits.members = $1 },
        Setting("limits.elements") { $0.limits.elements = $1 },
        Setting("limits.elementBytes") { $0.limits.elementBytes = $1 },
        Setting("all limits") {
            $0.limits = JSONLimits(
                depth: $1, documentBytes: $1, stringBytes: $1, numberBytes: $1, tokens: $1, members: $1, elements: $1,
                elementBytes: $1)
        },
        Setting("reportLimit") { $0.reportLimit = $1 },
        Setting("repairLimit") { $0.repairLimit = $1 },
    ]

    /// Window sizes are internal, and do not affect outcomes.
    static let windowSettings = [
        Setting("windows.smallestDocument") { $0.windows.smallestDocument = $1 },
        Setting("windows.step") {
            $0.windows.smallestDocument = 0
            $0.windows.step = $1
        },
        Setting("windows.ahead") {
            $0.windows.smallestDocument = 0
            $0.windows.ahead = $1
            $0.parsesAhead = true
        },
    ]

    struct Item: Codable, Equatable {
        let id: Int
        let name: String?
        let tags: [String]?
    }

    static let policy = DecodingPolicy {
        NumbersFromStrings()
        StringifiedJSON()
        SingleValuesAsArrays()
        LossyCollections()
    }

    /// Documents that are clean, that need repairs (some of them in JSON inside strings), with an element to drop, and
    /// with two kinds of errors.
    static let documents = [
        #"[{"id":1,"name":"a","tags":["b"]},{"id":2}]"#, #"[{"id":"3","tags":"x"},{"id":"[4"},7]"#,
        #"["{\"id\":\"5\",\"tags\":\"[\\\"a\\\"]\"}",[]]"#, #""[{\"id\":\"6\"}]""#,
        #"[{"id":1},{"id":]"#, #"[{"id":12345,"name":"abcdef""#,
    ]

    // MARK: Entry points

    typealias Entry = @Sendable (PolicyJSONDecoder, String) async -> String

    static let entries: [(name: String, run: Entry)] = [
        ("decode", { decoder, json in shown { try decoder.decode([Item].self, from: json) } }),
        ("decodeReporting", { decoder, json in "\(decoder.outcome(of: [Item].self, from: json))" }),
        ("all errors", { decoder, json in shown { try decoder.decodeCollectingErrors([Item].self, from: json) } }),
        ("audit", { decoder, json in "\(decoder.audit([Item].self, from: Data(json.utf8), policy: policy))" }),
        (
            "update",
            { decoder, json in
                shown {
                    var item = Item(id: 0, name: nil, tags: nil)
                    try decoder.applyMergePatch(
                        Data(json.dropFirst().prefix { $0 != "}" }.utf8) + Data("}".utf8), to: &item)
                    return item
                }
            }
        ),
        ("fragment", { decoder, json in shown { try decoder.decode(RawJSON.self, from: json).text } }),
        (
            "reader",
            { decoder, json in
                delivery { try decoder.elements(of: Item.self, from: Chunks(Array(json.utf8), length: 5)) }
            }
        ),
        (
            "envelope",
            { decoder, json in
                shown {
                    let reader = try decoder.elements(
                        of: Item.self, at: "items", from: Chunks(Array(#"{"a":"b","items":\#(json),"c":[0]}"#.utf8)),
                        keepingEnvelope: true)
                    while try reader.next() != nil {}
                    return try reader.envelope(as: RawJSON.self).text
                }
            }
        ),
        (
            "pairs",
            { decoder, json in
                delivery {
                    try decoder.members(of: [Item].self, from: Chunks(Array(#"{"a":\#(json)}"#.utf8), length: 3))
                }
            }
        ),
        (
            "stream",
            { decoder, json in
                let chunks = Chunks(Array(json.utf8), length: 5).async
                return "\(await Delivery(decoder.elements(of: Item.self, from: chunks)))"
            }
        ),
        (
            "concurrent stream",
            { decoder, json in
                let chunks = Chunks(Array(json.utf8), length: 5).async
                // The report may include elements that have been decoded but not consumed.
                return (await Delivery(decoder.elements(of: Item.self, from: chunks).concurrently(tasks: 2))).failure
                    ?? "none"
            }
        ),
        (
            "lines",
            { decoder, json in
                let lines = Array("\(json)\n\n1\n\(json)".utf8)
                return delivery {
                    try decoder.elements(
                        of: [Item].self, in: .lines(skippingInvalid: true), from: Chunks(lines, length: 9))
                }
            }
        ),
        (
            "sequence",
            { decoder, json in
                let records = Array("\u{1E}\(json)\n\u{1E}1\u{1E}\(json)".utf8)
                return delivery { try decoder.elements(of: [Item].self, in: .sequence, from: Chunks(records)) }
            }
        ),
        (
            "texts",
            { decoder, json in
                delivery {
                    try decoder.elements(of: [Item].self, in: .concatenated, from: Chunks(Array("\(json) []".utf8)))
                }
            }
        ),
    ]

    private static func shown(_ body: () throws -> Any) -> String {
        do {
            return printed(try body())
        } catch {
            return text(of: error)
        }
    }

    private static func delivery<E>(_ start: () throws -> JSONElementReader<E>) -> String {
        do {
            return "\(Delivery(try start()))"
        } catch {
            return text(of: error)
        }
    }

    /// The outcomes of all entry points for all documents, with the default setting or a value of it.
    private static func outcomes(_ setting: Setting, _ value: Int?) async -> [String] {
        var outcomes: [String] = []
        for (name, run) in entries {
            for json in documents {
                let decoder = PolicyJSONDecoder(policy: policy)
                if let value { setting.set(decoder, value) }
                outcomes.append("\(name), \(json): \(await run(decoder, json))")
            }
        }
        return outcomes
    }

    @Test(arguments: settings)
    func extremes(_ setting: Setting) async {
        let none = await Self.outcomes(setting, 0)
        for value in [Int.min, Int.min + 1, -1] { #expect(await Self.outcomes(setting, value) == none, "\(value)") }
        _ = await Self.outcomes(setting, 1)
        let all = await Self.outcomes(setting, nil)
        for value in [Int.max, Int.max - 1] { #expect(await Self.outcomes(setting, value) == all, "\(value)") }
    }

    @Test(arguments: windowSettings)
    func windows(_ setting: Setting) async {
        let all = await Self.outcomes(setting, nil)
        for value in [Int.min, -1, 0, 1, .max] { #expect(await Self.outcomes(setting, value) == all, "\(value)") }
    }

    @Test func negativesReadAsZero() {
        let limits = JSONLimits(
            depth: .min, documentBytes: -1, stringBytes: -2, numberBytes: -3, tokens: -4, members: -5, elements: -6,
            elementBytes: -7)
        let zero = JSONLimits(
            depth: 0, documentBytes: 0, stringBytes: 0, numberBytes: 0, tokens: 0, members: 0, elements: 0,
            elementBytes: 0)
        #expect(limits == zero)
        var changed = JSONLimits.default
        changed.depth = .min
        #expect(changed.depth == 0)
        let decoder = PolicyJSONDecoder()
        decoder.reportLimit = -1
        decoder.repairLimit = .min
        decoder.limits.tokens = -1
        #expect(decoder.reportLimit == 0)
        #expect(decoder.repairLimit == 0)
        #expect(decoder.limits.tokens == 0)
    }

    /// Nesting in strings adds to the enclosing nesting.
    @Test(arguments: [Int.min, -1, 0, 1, 2, 3, .max])
    func depthOfReplacements(_ depth: Int) {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { StringifiedJSON() })
        decoder.limits.depth = depth
        let text = decoder.outcome(of: [Item].self, from: #""[{\"id\":1}]""#).text
        #expect(
            text
                == (depth >= 2
                    ? "[Item(id: 1, name: nil, tags: nil)]"
                    : "dataCorrupted at the top: The replacement [{\"id\":1}] is not valid JSON. "
                        + "[line 1, column \(max(depth, 0) + 1): nesting deeper than the depth limit\n"
                        + "[{\"id\":1}]\n\(String(repeating: " ", count: max(depth, 0)))^]"))
    }

    // MARK: Parameters

    @Test(arguments: [Int.min, -1, 0, 1, 2, 1_000])
    func concurrency(_ count: Int) async {
        let json = "[" + (0..<1_000).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
        let decoder = PolicyJSONDecoder()
        let chunks = Chunks(Array(json.utf8), length: 1_000).async
        let delivery = await Delivery(decoder.elements(of: Item.self, from: chunks).concurrently(tasks: count))
        #expect(delivery.elements.count == 1_000)
        #expect(delivery.failure == nil)
    }

    @Test(arguments: [Int.min, -1, 0, 1, 2, .max])
    func chunkSize(_ size: Int) async throws {
        let items = (0..<100).map { Item(id: $0, name: "a", tags: nil) }
        let encoder = PolicyJSONEncoder()
        let whole = try encoder.encode(contentsOf: items, as: .lines)
        var text = Data()
        for try await chunk in encoder.chunks(of: items, as: .lines, chunkSize: size) { text += chunk }
        #expect(text == whole)
        #if !FoundationEssentials
            let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
            defer { try? FileManager.default.removeItem(at: url) }
            try Data().write(to: url)
            try encoder.encode(contentsOf: items, as: .lines, to: FileHandle(forWritingTo: url), chunkSize: size)
            #expect(try Data(contentsOf: url) == whole)
        #endif
    }

    /// Resume points are untrusted input: a job restores them from stored state.
    @Test(arguments: [
        (#""elements":-1,"path":[]"#, false), (#""elements":1099511627776,"path":[]"#, false),
        (#""elements":1099511627775,"path":[]"#, true), (#""elements":0,"path":[-1]"#, false),
        (#""elements":0,"path":[9223372036854775807]"#, false), (#""elements":0,"path":[1099511627776]"#, false),
        (#""elements":0,"path":[1099511627775]"#, true),
    ])
    func resumePoints(members: String, isValid: Bool) throws {
        let json = #"{"offset":7,"line":1,"column":8,\#(members)}"#
        let point = try? PolicyJSONDecoder().decode(JSONResumePoint.self, from: json)
        #expect((point != nil) == isValid)
        guard let point else { return }
        let reader = try PolicyJSONDecoder().elements(
            of: Int.self, at: point.path.steps.isEmpty ? "" : "[*]", from: Chunks(Array("1234567,1]".utf8)),
            resumingAt: point)
        #expect(Delivery(reader).elements == ["1"])
    }

    /// Indexes are not settings, but also untrusted input.
    @Test(arguments: [Int.min, -1, 2, .max])
    func indexes(_ index: Int) throws {
        #expect(try !JSONValue(parsing: "[1,2]")[index].exists)
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy { Envelope(DecodingPath([.index(index)]), isRequired: false) })
        #expect(decoder.outcome(of: [Int].self, from: "[1,2]").text == "[1, 2]")
    }
}
