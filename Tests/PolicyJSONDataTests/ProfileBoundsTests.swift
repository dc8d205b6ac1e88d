import Foundation
import PolicyJSON
import PolicyJSONData
import Testing

/// Hostile and large inputs.
@Suite struct ProfileBoundsTests: ProfileSamples {
    @Test(arguments: [
        [UInt8]("{\"a\":\"".utf8) + [0xFF, 0xFE] + Array("\"}\n{\"a\":1}\n".utf8), [0, 1, 2, 0xFF, 0x0A, 0x31, 0x0A],
        Array(String(repeating: "[", count: 5_000).utf8) + [0x0A, 0x31, 0x0A],
    ])
    func `hostile lines are counted`(_ bytes: [UInt8]) throws {
        let profile = try profile(bytes, format: .lines)
        #expect([profile.records, profile.invalidRecords] as [Int] == [2, 1])
    }

    /// However the input is cut into chunks.
    @Test(arguments: [1, 3, 10, 1_000])
    func `lines of the longest length`(_ chunk: Int) throws {
        var limits = JSONLimits.default
        limits.elementBytes = 4
        let lines = ["1", "12", "123", "1234", "12345", "1", "     ", " 123 ", "\"1\"", "1234"]
        var profiler = JSONProfiler(named: "a", format: .lines, limits: limits)
        var rest = Array(lines.joined(separator: "\n").utf8)[...]
        while !rest.isEmpty {
            try profiler.append(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
        }
        try profiler.finish()
        let profile = try profiler.profile()
        #expect([profile.records, profile.invalidRecords] as [Int] == [10, 3])
        let reason = "the line exceeds the limit of 4 bytes"
        #expect(texts(profile.invalidExamples).prefix(2) == ["5:1 \(reason)", "7:1 \(reason)"])
    }

    @Test func `too long lines are counted and skipped`() throws {
        var limits = JSONLimits.default
        limits.elementBytes = 1_000
        var profiler = JSONProfiler(named: "a", format: .lines, limits: limits)
        let long = "\"" + String(repeating: "x", count: 200_000) + "\""
        for text in ["1\n", long, "\n2\n", long, "\n"] { try profiler.append(Array(text.utf8)) }
        try profiler.finish()
        let profile = try profiler.profile()
        #expect([profile.records, profile.invalidRecords] as [Int] == [4, 2])
        #expect(
            texts(profile.invalidExamples) == [
                "2:1 the line exceeds the limit of 1000 bytes", "4:1 the line exceeds the limit of 1000 bytes",
            ])
    }

    @Test func `the number of paths is bounded`() throws {
        // Each level has other keys, as recursion in hostile data has.
        let text =
            "["
            + (0..<200).map { outer in
                "{\"o\(outer)\":{" + (0..<60).map { "\"i\(outer)_\($0)\":1" }.joined(separator: ",") + "}}"
            }.joined(separator: ",") + "]"
        let profile = try profile(text)
        #expect(profile.paths.count <= 5_000)
        #expect(profile.otherValues > 0)
        // Members that are not distinguished are not repeated.
        #expect(profile.paths.allSatisfy { $0.facts.repeatedKeys == 0 })
        let repeated = try self.profile(text.dropLast(2) + #","o199":1}]"#)
        #expect(repeated.top.facts.repeatedKeys == 1)
    }
    /// Where no further path is distinguished, many members become one path, and the values below them are counted elsewhere.
    @Test func `more members than paths`() throws {
        func object(_ names: [String]) -> String { "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}" }
        func keys(_ count: Int, _ name: String = "k") -> [String] { (0..<count).map { "\(name)\($0)" } }
        let many = (0..<20).map { "\"q\($0)\":\(object(keys(250)))" }.joined(separator: ",")
        let text = """
            {"p":{"m":\(object(keys(257))),\(object(keys(255)).dropFirst()),"tags":null,\(many)}
            {"p":{"new":1,"more":{"deep":{"er":1}}},"tags":["x","y"]}
            """
        let profile = try profile(text)
        #expect(profile.paths.count <= 5_000)
        #expect(try facts("p.*", profile).values == 258)
        #expect(try facts("p.*.*", profile).values == 258)
        #expect(!profile.paths.contains { $0.name == "tags[*]" })
        #expect(try facts("tags", profile).arrayLengths.maximum == 2)
    }

    @Test func `long names and numbers are not kept`() throws {
        let (long, digits) = (String(repeating: "x", count: 5_000), String(repeating: "9", count: 5_000))
        let profile = try profile(#"{"\#(long)a":1,"\#(long)b":{"c":2},"d":\#(digits)}"#)
        #expect(profile.paths.map(\.name) == ["", "d"])
        #expect(profile.otherValues == 3)
        #expect(profile.top.facts.repeatedKeys == 0)
        #expect(try facts("d", profile).numbers.maximum?.text == String(repeating: "9", count: 999) + "…")
        #expect(try facts("d", profile).numbers.digits == 5_000)
        // One character.
        let marks = "e" + String(repeating: "\u{301}", count: 400)
        let example = try #require(
            try self.profile(#"{"\#(marks)":1,"\#(marks)":2}"#).top.facts.examples[.repeatedKey]?.first)
        #expect(example.text == "e" + String(repeating: "\u{301}", count: 28) + "…")
        #expect(example.text.utf8.count == 60)
    }

    @Test(arguments: ["]", "}", "[}", #"{"a":1]"#, "[1]]", #"{"a":{"b":[}}"#, "[[1],2}", "{]"])
    func `closers that close nothing are errors`(_ text: String) throws {
        for chunk in [1, 100] {
            #expect(throws: JSONSyntaxError.self) { try self.profile(text, format: .document, chunk: chunk) }
            #expect(try self.profile(text + "\n1\n", format: .lines, chunk: chunk).invalidRecords == 1)
        }
    }

    @Test(arguments: ["", "\u{FEFF}"]) func `limits apply with and without a byte order mark`(_ mark: String) throws {
        var limits = JSONLimits.default
        limits.depth = 2
        var profiler = JSONProfiler(named: "a", format: .document, limits: limits)
        let error = try #require(throws: JSONSyntaxError.self) {
            try profiler.append(Array("\(mark)[[[1]]]".utf8))
            try profiler.finish()
        }
        #expect(error.code == .depthLimit)
    }

    /// A map is what an object becomes with too many different keys.
    @Test func `objects that become maps`() throws {
        func object(_ repeated: [Int: String]) -> String {
            let members = (0..<300).map {
                "\"k\($0)\":" + (["k1": "1000000", "k2": "-77"]["k\($0)"] ?? "5") + (repeated[$0] ?? "")
            }
            return "{\"m\":{\(members.joined(separator: ","))}}"
        }
        for text in [object([:]), "{\"m\":{\"k2\":-77}}\n" + object([:])] {
            let numbers = try facts("m.*", try profile(text)).numbers
            #expect([numbers.minimum?.text, numbers.maximum?.text] == ["-77", "1000000"])
            #expect(numbers.digits == 7)
        }
        // Before it has become one, after it has, and across.
        let repeated = try profile(
            object([10: #","k9":0"#, 290: #","k289":0"#, 299: #","k10":0,"k255":0,"k257":0,"new":0"#]))
        #expect(try facts("m", repeated).repeatedKeys == 5)
        #expect(try facts("m.*", repeated).objects == 301)
        // The names of other objects do not count.
        let others = try profile("{\"m\":{\"k0\":1,\"k299\":1}}\n" + object([:]) + "\n" + object([:]))
        #expect(try facts("m", others).repeatedKeys == 0)
    }

    /// What is not on the way to the records takes nothing away from them.
    @Test func `records in large documents`() throws {
        func object(_ count: Int, _ value: (Int) -> String) -> String {
            "{" + (0..<count).map { "\"k\($0)\":\(value($0))" }.joined(separator: ",") + "}"
        }
        let one = try profile(object(300) { "[{\"a\":\($0)}]" }, at: "k5")
        #expect(one.records == 1)
        #expect(try facts("a", one).numbers.maximum?.text == "5")
        let index = object(60) { _ in object(100) { _ in "[{}]" } }
        let data = try profile("{\"index\":\(index),\"data\":[{\"a\":1},{\"a\":2}]}", at: "data")
        #expect(data.paths.map(\.name) == ["", "a"])
        #expect([data.records, data.otherValues] as [Int] == [2, 0])
        let all = try profile(object(300) { "{\"a\":[\($0)]}" }, at: "*.a")
        #expect(all.records == 300)
        #expect(throws: JSONProfiler.NoArray.self) { try profile(object(300) { "[\($0)]" }, at: "k300") }
    }

    /// Whether a line is too long does not depend on the lines around it.
    @Test(arguments: ["", "nope\n"]) func `the limit of documents is none of lines`(_ line: String) throws {
        var limits = JSONLimits.default
        limits.documentBytes = 4
        var profiler = JSONProfiler(named: "a", format: .lines, limits: limits)
        try profiler.append(Array("\(line)123456\n1\n".utf8))
        try profiler.finish()
        #expect(try profiler.profile().invalidRecords == (line.isEmpty ? 0 : 1))
    }
}
