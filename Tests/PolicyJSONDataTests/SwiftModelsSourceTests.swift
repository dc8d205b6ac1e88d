import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

@Suite struct SwiftModelsSourceTests {
    @Test func `a document with all parts`() throws {
        let sample = #"""
            [
              {"order_id": 1, "placed": "2026-03-02T08:15:00Z", "status": "open", "lines": [{"sku": "a", "price": 1.5}],
               "class": null},
              {"order_id": "2", "placed": "", "status": "done", "lines": [], "class": {"default": true}}
            ]
            """#
        let statuses = (0..<8).map {
            #"{"order_id": \#($0), "placed": "", "status": "open", "lines": [], "class": null}"#
        }
        let records = String(sample.dropLast()) + "," + statuses.joined(separator: ",") + "]"
        let models = try SwiftModels(records, named: "Order")
        let start = """
            // Made by policyjson models from 10 records.
            //

            """
        let declarations = """
            // decoder.dateDecodingStrategy = .iso8601
            // let records = try decoder.decode([Order].self, from: data)

            import Foundation
            import PolicyJSON

            struct Order: Codable, Sendable, Hashable {
                var orderId: Int
                var placed: Date?
                var status: Status
                var lines: [Line]
                var `class`: Class?

                enum CodingKeys: String, CodingKey {
                    case orderId = "order_id"
                    case placed
                    case status
                    case lines
                    case `class`
                }
            }

            enum Status: RawValuePreserving, Sendable, Hashable {
                case done, open
                case unknown(String)

                static let rawValues: KeyValuePairs<String, Status> = ["done": .done, "open": .open]
            }

            struct Line: Codable, Sendable, Hashable {
                var sku: String
                var price: Double
            }

            struct Class: Codable, Sendable, Hashable {
                var `default`: Bool
            }

            """
        let rules = """
            // let decoder = PolicyJSONDecoder(policy: DecodingPolicy {
            //     At("[*].order_id") { NumbersFromStrings() }
            //     At("[*].placed") { EmptyStrings(.asNil) }
            // })

            """
        let file = """
            // let file = try PolicyFile(contentsOf: URL(filePath: "a\\"b.json"))
            // let decoder = PolicyJSONDecoder(policy: file.policy)

            """
        #expect(models.source() == start + rules + declarations)
        #expect(models.source(policyFile: "a\"b.json") == start + file + declarations)
        let policy = """
            {
              "version": 1,
              "rules": [
                {"at": "[*].order_id", "rules": [
                  {"rule": "NumbersFromStrings"}
                ]},
                {"at": "[*].placed", "rules": [
                  {"rule": "EmptyStrings", "treatment": "asNil"}
                ]}
              ]
            }

            """
        #expect(try models.policy.json() == policy)
    }

    @Test(arguments: [
        (#"{}"#, "import PolicyJSON\n\ntypealias Root = [String: RawJSON]\n"),
        (#"[]"#, "import PolicyJSON\n\n/// Only null in the samples.\ntypealias Root = RawJSON\n"),
        (#"[[]]"#, "import PolicyJSON\n\ntypealias Root = [RawJSON]\n"),
        (#"[[[]]]"#, "import PolicyJSON\n\ntypealias Root = [[RawJSON]]\n"),
        (#"null"#, "import PolicyJSON\n\n/// Only null in the samples.\ntypealias Root = RawJSON?\n"),
        (#"1"#, "typealias Root = Int\n"),
        (#"["a"]"#, "typealias Root = String\n"),
        (#"[[1,2.5],null]"#, "typealias Root = [Double]?\n"),
        (#"[{"a":1},null]"#, "struct Root: Codable, Sendable, Hashable {\n    var a: Int\n}\n"),
        (
            #"[1,"a",{"x":1}]"#,
            "import PolicyJSON\n\n/// Values of several kinds: number, string, object.\ntypealias Root = RawJSON\n"
        ),
        (
            #"{"2026-01-01":{"x":1}}"#,
            """
            typealias Root = [String: RootValue]

            struct RootValue: Codable, Sendable, Hashable {
                var x: Int
            }

            """
        ),
        (
            #"[[{"x":1}]]"#,
            """
            typealias Root = [RootItem]

            struct RootItem: Codable, Sendable, Hashable {
                var x: Int
            }

            """
        ),
    ])
    func `records of any kind`(_ sample: String, _ source: String) throws {
        #expect(try SwiftModels(sample).declarations == source)
    }

    @Test(arguments: [
        ("[{\"a\":1}]", "let records = try decoder.decode([Root].self, from: data)"),
        ("[{\"a\":1},null]", "let records = try decoder.decode([Root?].self, from: data)"),
        ("{\"a\":1}", "let record = try decoder.decode(Root.self, from: data)"),
        ("{\"a\":1}\n{\"a\":2}\n", "let records = try decoder.elements(of: Root.self, in: .lines, from: url)"),
        (
            "{\"a\":1}\n{\"a\":2}\n{\"a\":}\n",
            "let records = try decoder.elements(of: Root.self, in: .lines(skippingInvalid: true), from: url)"
        ),
    ])
    func `how records are decoded`(_ sample: String, _ call: String) throws {
        let lines = try SwiftModels(sample).source().split(separator: "\n").prefix { $0.hasPrefix("//") }
        #expect(lines.dropFirst(2) == ["// let decoder = PolicyJSONDecoder()", "// \(call)"])
    }

    @Test func `profiles that were saved without the origin of records`() throws {
        var profiler = JSONProfiler(named: "a")
        try profiler.append(Array(#"[{"a":1},{"a":"2"}]"#.utf8))
        try profiler.finish()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let saved = String(decoding: try encoder.encode(try profiler.profile()), as: UTF8.self)
        let origins = #""origins":["[*]"],"#
        try #require(saved.contains(origins))
        let profile = try JSONDecoder().decode(JSONProfile.self, from: Data(saved.replacing(origins, with: "").utf8))
        let models = SwiftModels(for: profile)
        #expect(models.policy.rules.map { "\($0)" } == [#"At("a") { NumbersFromStrings() }"#])
        #expect(models.source().contains("\n// let record = try decoder.decode(Root.self, from: data)\n"))
        #expect(throws: DecodingError.self) {
            let other = saved.replacing(origins, with: #""origins":["there"],"#)
            _ = try JSONDecoder().decode(JSONProfile.self, from: Data(other.utf8))
        }
    }

    @Test func `members beyond the paths of a profile`() throws {
        let records = (0..<30).map { outer in
            "\"k\(outer)\":{" + (0..<200).map { "\"m\($0)\":\($0)" }.joined(separator: ",") + ",\"o\(outer)\":1}"
        }
        let source = try SwiftModels("[{\(records.joined(separator: ","))},{}]").source()
        let comment = """
            // Made by policyjson models from 2 records.
            // There are members without properties: a profile does not distinguish more paths.
            //

            """
        #expect(source.hasPrefix(comment))
    }

    @Test func `elements at a path`() throws {
        let source = try SwiftModels(#"{"a b":[{"x":[1]},{"x":[2]}]}"#, at: #""a b"[*].x"#, named: "Number").source()
        let expected = """
            // Made by policyjson models from 2 records.
            //
            // let decoder = PolicyJSONDecoder()
            // let records = try decoder.elements(of: Number.self, at: "\\"a b\\"[*].x", from: url)

            typealias Number = Int

            """
        #expect(source == expected)
    }

    // MARK: Shared and recursive shapes

    /// The declarations without bodies of enumerations, as `Root: id Int, next Box<Root>?`.
    private func outline(_ sample: String) throws -> [String] {
        var lines: [String] = []
        for line in try SwiftModels(sample).declarations.split(separator: "\n") {
            if line.hasPrefix("struct ") {
                lines.append(line.dropFirst(7).prefix { $0 != ":" } + ":")
            } else if line.hasPrefix("    var "), !lines.isEmpty, !line.hasSuffix("{") {
                lines[lines.count - 1] += " " + line.dropFirst(8)
            }
        }
        return lines
    }

    @Test(arguments: [
        // The same members.
        (
            #"{"from":{"x":1,"y":2},"to":{"y":1.5,"x":2}}"#,
            ["Root: from: From to: From", "From: x: Int y: Double"]
        ),
        // The last word of the key is the same, half of the members are.
        (
            #"{"bill_to_address":{"zip":1,"street":""},"home_addresses":[{"zip":2,"street":"","note":""}]}"#,
            ["Root: billToAddress: Address homeAddresses: [Address]", "Address: zip: Int street: String note: String?"]
        ),
        // Only one member, or other kinds.
        (#"{"a":{"x":1},"b":{"x":2}}"#, ["Root: a: A b: B", "A: x: Int", "B: x: Int"]),
        (
            #"{"a":{"x":1,"y":true},"b":{"x":1,"y":[]}}"#,
            ["Root: a: A b: B", "A: x: Int y: Bool", "B: x: Int y: [RawJSON]"]
        ),
        (
            #"{"a":{"x":1,"y":"2026-03-02"},"b":{"x":1,"y":"z"}}"#,
            ["Root: a: A b: B", "A: x: Int y: Date", "B: x: Int y: String"]
        ),
        // Through an array, an optional, a dictionary, and two types.
        (
            #"{"id":1,"replies":[{"id":"2","replies":[]}]}"#, ["Root: id: Int replies: [Root]"]
        ),
        (#"{"v":1,"n":{"v":2,"n":null}}"#, ["Root: v: Int n: Box<Root>?"]),
        (
            #"{"f":{"7":{"f":{"8":{"f":{},"s":1}},"s":2}}}"#,
            ["Root: f: [String: F]", "F: f: [String: F] s: Int"]
        ),
        (
            #"{"a":1,"b":{"c":1,"a2":{"a":1,"b":{"c":2,"a2":null}}}}"#,
            ["Root: a: Int b: B", "B: c: Int a2: Box<Root>?"]
        ),
        // Leaves without the member that leads to them.
        (
            #"{"name":"a","children":[{"name":"b","children":[{"name":"c","size":1}]}]}"#,
            ["Root: name: String children: [Root]? size: Int?"]
        ),
        // Many objects with the same members.
        (
            "{\((1...8).map { #""k\#($0)x":{"a":1,"b":\#($0)}"# }.joined(separator: ","))}",
            ["RootValue: a: Int b: Int"]
        ),
        // A part with the same members is not a whole.
        (
            #"{"id":1,"name":"p","category":{"id":2,"name":"c"}}"#,
            ["Root: id: Int name: String category: Category", "Category: id: Int name: String"]
        ),
    ])
    func `shapes`(_ sample: String, _ outline: [String]) throws {
        #expect(try self.outline(sample) == outline)
    }

    @Test func `enumerations with common values are one`() throws {
        let records = (0..<24).map { index in
            let state = ["open", "done", "in progress"][index % 3]
            let other = ["open", "done"][index % 2]
            return
                #"{"state":"\#(state)","old_state":"\#(other)","x":{"state":"\#(other)"},"kind":"\#(index % 4)k","free":"\#(index)k"}"#
        }
        let source = try SwiftModels(records.joined(separator: "\n")).declarations
        let expected = """
            import PolicyJSON

            struct Root: Codable, Sendable, Hashable {
                var state: State
                var oldState: OldState
                var x: X
                var kind: Kind
                var free: String

                enum CodingKeys: String, CodingKey {
                    case state
                    case oldState = "old_state"
                    case x
                    case kind
                    case free
                }
            }

            """
        #expect(source.hasPrefix(expected))
    }
}
