import Foundation
import JSONStream
@_spi(Cursor) import JSONTape
import Synchronization
import TestSupport
import Testing

@Suite struct JSONValueTests {
    private static let text = #"""
        {
          "data": {"items": [{"price": 1}, {}, {}, {"price": 1.50, "name": "caf\u00e9 \ud83d\ude00"}], "total": 1e400},
          "a/b": {"m~n": [10, 20]}, "": "empty", "ok": true, "no": false, "nothing": null,
          "twice": 1, "twice": 2, "caf\u00e9": "key"
        }
        """#

    private func document() throws -> JSONValue { try JSONValue(parsing: Self.text) }

    @Test func subscripts() throws {
        let document = try document()
        let price = document["data"]["items"][3]["price"]
        #expect(price.double == 1.5)
        #expect(price.number?.text == "1.50")
        #expect(price.int == nil)
        #expect(document["data"]["items"][0]["price"].int == 1)
        #expect(document["data"]["items"][3]["name"].string == "café 😀")
        #expect(document["data"]["total"].number?.text == "1e400")
        #expect(document["data"]["total"].double == nil)
        #expect(document["ok"].bool == true)
        #expect(document["no"].bool == false)
        #expect(document["nothing"].isNull)
        #expect(document["twice"].int == 1)
        // Compared as Unicode text: another normalization form.
        #expect(document["cafe\u{301}"].string == "key")
    }

    @Test("what is not there is missing, and so is everything below it")
    func missing() throws {
        let document = try document()
        let paths = [
            document["data"]["none"], document["data"]["items"][4], document["data"]["items"][-1], document[0],
            document["data"]["items"]["price"], document["ok"]["x"][1], document["none"]["x"][0]["y"],
        ]
        for value in paths {
            #expect(!value.exists)
            #expect(value.kind == nil)
            #expect(!value.isNull)
            #expect(value.bool == nil)
            #expect(value.string == nil)
            #expect(value.number == nil)
            #expect(value.double == nil)
            #expect(value.int == nil)
            #expect(value.count == nil)
            #expect(Array(value.elements.map(\.description)) == [])
            #expect(Array(value.members.map(\.name)) == [])
            #expect(value.text == nil)
            #expect(value.location == nil)
            #expect(value.description == "missing")
            #expect(!value.value(atPointer: "/a").exists)
        }
    }

    // The examples of RFC 6901 section 5, and invalid pointers.
    @Test(
        arguments: [
            ("", "whole"), ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
            ("/c%d", "2"),
            ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"), ("/~01", "9"),
            ("/foo/2", nil), ("/foo/-", nil), ("/foo/00", nil), ("/foo/+0", nil), ("/foo/", nil), ("/foo/0/0", nil),
            ("/foo/99999999999999999999", nil), ("foo", nil), ("/m~n", nil), ("/m~", nil), ("/nothing", nil),
            ("/\u{301}", "10"),
        ] as [(String, String?)])
    func pointersOfTheRFC(pointer: String, expected: String?) throws {
        let document =
            #"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8, "~1": 9, "\#u{301}": 10}"#
        let value = try JSONValue(parsing: document).value(atPointer: pointer)
        #expect(value.text == (expected == "whole" ? document : expected))
    }

    @Test(arguments: [
        ("", true), ("/data/items/3/price", true), ("/a~1b/m~0n/1", true), ("/", true), ("data", false),
        ("/data/items/03", false), ("/data/items/-", false), ("/data/items/+1", false), ("/a~2b", false),
        ("/ok/x", false), ("/data/items/99999999999999999999", false),
    ])
    func pointers(pointer: String, exists: Bool) throws {
        #expect(try document().value(atPointer: pointer).exists == exists)
    }

    @Test func pointerValues() throws {
        let document = try document()
        #expect(document.value(atPointer: "/data/items/3/price").double == 1.5)
        #expect(document.value(atPointer: "/a~1b/m~0n/1").int == 20)
        #expect(document.value(atPointer: "/").string == "empty")
    }

    @Test func sequences() throws {
        let document = try document()
        #expect(document.count == 9)
        #expect(Array(document.members).count == 9)
        #expect(
            document.members.map(\.name)
                == ["data", "a/b", "", "ok", "no", "nothing", "twice", "twice", "café"])
        #expect(
            document.members.map { $0.value.kind } == [
                .object, .object, .string, .bool, .bool, .null, .number, .number, .string,
            ])
        let items = document["data"]["items"]
        #expect(Array(items.elements).count == 4)
        #expect(items.elements.map { $0["price"].double } == [1, nil, nil, 1.5])
        #expect(Array(document.elements).count == 0)
        #expect(Array(items.members).count == 0)
        #expect(try JSONValue(parsing: "[]").elements.map(\.description) == [])
        #expect(try JSONValue(parsing: "{}").members.map(\.name) == [])
    }

    @Test func source() throws {
        let items = try document()["data"]["items"]
        #expect(items[3].text == #"{"price": 1.50, "name": "caf\u00e9 \ud83d\ude00"}"#)
        #expect(items[3]["price"].location == JSONLocation(offset: 55, line: 2, column: 54))
        #expect(try JSONValue(parsing: " -0.0e1 ").text == "-0.0e1")
        #expect(try document()["ok"].description == "true")
    }

    @Test func integers() throws {
        let values = try JSONValue(parsing: "[1.0, 1e2, -128, 256, 340282366920938463463374607431768211455, 1.5]")
        #expect(values.elements.map(\.int) == [1, 100, -128, 256, nil, nil])
        #expect(values.elements.map { $0.integer(as: Int8.self) } == [1, 100, -128, nil, nil, nil])
        #expect(values[4].integer(as: UInt128.self) == .max)
    }

    @Test func syntaxErrorsAndLimits() throws {
        let texts: [(String, JSONSyntaxError.Code)] = [
            ("{", .unexpectedEnd), ("[1,]", .unexpectedToken), ("", .unexpectedEnd), ("[1.]", .invalidNumber),
        ]
        for (text, code) in texts {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
            #expect(error?.code == code)
        }
        var limits = JSONLimits()
        limits.depth = 2
        let tooDeep = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[[[]]]", limits: limits) }
        #expect(tooDeep?.code == .depthLimit)
        limits.tokens = 3
        let tooMany = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[1,2,3,4]", limits: limits) }
        #expect(tooMany?.code == .tokenLimit)
        #expect(throws: JSONSyntaxError.self) {
            try unsafe JSONValue.withoutCopying([0x5B].span.bytes) { _ in Issue.record("not JSON") }
        }
    }

    @Test("a byte order mark is skipped")
    func byteOrderMark() throws {
        #expect(try JSONValue(parsing: [0xEF, 0xBB, 0xBF] + Array("[1]".utf8))[0].int == 1)
    }

    @Test("values outlive the bytes that were parsed")
    func outliving() throws {
        var bytes = Array(Self.text.utf8)
        let owned = try JSONValue(parsing: bytes)
        let kept = try unsafe JSONValue.withoutCopying(bytes.span.bytes) { document in
            #expect(document["data"]["items"][3]["name"].string == "café 😀")
            return document["data"]["items"]
        }
        for index in bytes.indices { bytes[index] = 0x78 }
        for items in [owned["data"]["items"], kept] {
            #expect(items[3]["name"].string == "café 😀")
            #expect(items[3]["price"].number?.text == "1.50")
            #expect(items[3].text == #"{"price": 1.50, "name": "caf\u00e9 \ud83d\ude00"}"#)
        }
    }

    @Test("other threads read while the bytes are borrowed, and after that")
    func borrowedOnOtherThreads() async throws {
        let bytes = Array(Self.text.utf8)
        let tasks = try unsafe JSONValue.withoutCopying(bytes.span.bytes) { document in
            (0..<8).map { _ in
                Task.detached {
                    var names: Set<String> = []
                    for _ in 0..<500 {
                        names.insert(document["data"]["items"][3]["name"].string ?? "")
                        names.insert(document["data"]["items"][3]["price"].text ?? "")
                        names.formUnion(document["a/b"].members.map(\.name))
                    }
                    return names
                }
            }
        }
        for task in tasks { #expect(await task.value == ["café 😀", "1.50", "m~n"]) }
    }

    @Test("other threads share one copy of borrowed bytes, and use the text when it has been copied")
    func stableTapes() async throws {
        func sharesTape(_ value: JSONValue) async -> Bool {
            await withCheckedContinuation { done in
                Thread { done.resume(returning: (try? value.stableTape() === value.stableTape()) ?? false) }.start()
            }
        }
        let bytes = Array(Self.text.utf8)
        let result = Mutex(false)
        let kept = try unsafe JSONValue.withoutCopying(bytes.span.bytes) { document in
            let finished = DispatchSemaphore(value: 0)
            let thread = Thread {
                let shares = (try? document.stableTape() === document["data"].stableTape()) ?? false
                result.withLock { $0 = shares }
                finished.signal()
            }
            thread.start()
            finished.wait()
            return document
        }
        #expect(result.withLock { $0 })
        #expect(await sharesTape(kept))
    }

    // MARK: Against JSONSerialization

    /// Whether a value is the same as an object of JSONSerialization.
    private func isSame(_ value: JSONValue, _ object: Any) -> Bool {
        switch (value.kind, object) {
        case (.null, is NSNull): return true
        case (.string, let string as String): return value.string == string
        case (.array, let array as [Any]):
            guard value.count == array.count, Array(value.elements).count == array.count else { return false }
            return zip(value.elements, array).allSatisfy { isSame($0, $1) }
        case (.object, let members as [String: Any]):
            // JSONSerialization keeps one of several members with the same name.
            var names: Set<String> = []
            for member in value.members where names.insert(member.name).inserted {
                guard let other = members[member.name] else { return false }
                let isRepeated = value.count != members.count
                if !isRepeated, !isSame(member.value, other) || !isSame(value[member.name], other) { return false }
            }
            return names.count == members.count
        case (.bool, let number as NSNumber): return value.bool == number.boolValue
        case (.number, let number as NSNumber):
            guard let double = value.double else { return false }
            // JSONSerialization rounds integers beyond 64 bits, and long fractions, through Decimal.
            return double == number.doubleValue || abs(double - number.doubleValue) <= abs(double) * 1e-14
        default: return false
        }
    }

    private func compare(_ bytes: [UInt8]) throws -> Bool {
        let object = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        let borrowed = try unsafe JSONValue.withoutCopying(bytes.span.bytes) { isSame($0, object) }
        return try borrowed && isSame(try JSONValue(parsing: bytes), object)
    }

    @Test("payloads read as JSONSerialization reads them", arguments: Corpus.payloadNames)
    func payloads(name: String) throws {
        #expect(try compare(try Corpus.payload(name)))
    }

    @Test("files of JSONTestSuite that are JSON", arguments: Corpus.testSuiteNames.filter { $0.hasPrefix("y_") })
    func testSuite(name: String) throws {
        #expect(try compare(try Corpus.testSuite(name)))
    }

    @Test("files of JSONTestSuite that are not JSON", arguments: Corpus.testSuiteNames.filter { $0.hasPrefix("n_") })
    func rejected(name: String) throws {
        let bytes = try Corpus.testSuite(name)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
    }

    // MARK: Against the parser of streams

    private func events(of value: JSONValue) -> [JSONEvent] {
        switch value.kind {
        case .object:
            let members = value.members.flatMap { [.key($0.name)] + events(of: $0.value) }
            return [.beginObject] + members + [.endObject]
        case .array: return [.beginArray] + value.elements.flatMap { events(of: $0) } + [.endArray]
        case .string: return value.string.map { [.string($0)] } ?? []
        case .number: return value.number.map { [.number($0)] } ?? []
        case .bool: return value.bool.map { [.bool($0)] } ?? []
        case .null: return value.isNull ? [.null] : []
        case nil: return []
        }
    }

    @Test("random documents have the events that a stream has")
    func random() throws {
        var random = RandomJSON(seed: 18)
        for _ in 0..<300 {
            let bytes = random.document()
            var parser = JSONStreamParser()
            var expected: [JSONEvent] = []
            try parser.parse(bytes) { event, _ in expected.append(event) }
            try parser.finish { event, _ in expected.append(event) }
            let owned = events(of: try JSONValue(parsing: bytes))
            let borrowed = try unsafe JSONValue.withoutCopying(bytes.span.bytes) { events(of: $0) }
            if owned != expected || borrowed != expected {
                Issue.record("differs: \(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }
}
