import Foundation
import TestSupport
import Testing

@_spi(Cursor) @testable import JSONTape

/// Memory that ends at a page that cannot be read, as a mapped file may.
@safe
private final class GuardedMemory {
    private let start: UnsafeMutableRawPointer
    private let size: Int
    private static let page = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Reserves pages for so many bytes, and one that cannot be read.
    init(capacity: Int) throws {
        size = (capacity + Self.page - 1) / Self.page * Self.page
        let memory = unsafe mmap(
            nil, size + Self.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
        unsafe start = try #require(unsafe memory != MAP_FAILED ? memory : nil)
        try #require(unsafe mprotect(start + size, Self.page, PROT_NONE) == 0)
    }

    deinit { unsafe munmap(start, size + Self.page) }

    /// Copies bytes to the end of the memory.
    func withCopy<R>(of bytes: ArraySlice<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
        let copy = unsafe UnsafeMutableRawBufferPointer(start: start + size - bytes.count, count: bytes.count)
        unsafe copy.copyBytes(from: bytes)
        return unsafe body(UnsafeBufferPointer(copy.bindMemory(to: UInt8.self)))
    }
}

/// No byte after the end of the text is read, wherever it ends: a read would end the process.
@Suite("the end of the text") struct TextEndTests {
    /// Reads all tokens of a text in every way that reads the text.
    private static func readAll(_ tape: Tape) {
        var position = TapePosition.root
        while position < tape.end {
            let token = tape[position]
            _ = tape.sourceBytes(of: position, limit: .max)
            switch token.kind {
            case .string:
                _ = (
                    tape.string(at: position), tape.uuid(at: position),
                    tape.withBytes(ofStringAt: position) { $0.count }
                )
                _ = tape.withBytes(ofBase64At: position) { _ in }
            case .key:
                _ = (tape.key(at: position), tape.isKey(at: position, writtenAs: "first member"))
            case .number:
                _ = (tape.double(at: position), tape.float(at: position), tape.numberText(at: position))
                _ = (tape.integer(at: position, as: Int.self), tape.wideInteger(at: position, as: Int128.self))
                _ = tape.jsonNumber(at: position)
            case .object:
                for key in ["a", "last", "name of more than fifteen bytes", "firstMember"] {
                    _ = (tape.find(key, in: position), tape.find(convertedFromSnakeCase: key, in: position))
                }
                _ = tape.snakeCaseForm(ofKeysIn: position)
            case .array: _ = (tape.doubles(inArrayAt: position), tape.doubleArrays(inArrayAt: position))
            default: break
            }
            position = tape.position(afterTokenAt: position)
        }
    }

    /// Parses all prefixes of a document that have these lengths, each directly before a page that cannot be read.
    private func parse(
        _ bytes: [UInt8], _ lengths: ClosedRange<Int>, syntax: Tape.Syntax = .json, in memory: GuardedMemory,
        on tape: Tape
    ) {
        for length in lengths {
            let isSame = unsafe memory.withCopy(of: bytes[..<length]) { text in
                func failure(portable: Bool) -> Outcome.Failure? {
                    do throws(JSONSyntaxError) {
                        try tape.begin(limits: .default, syntax: syntax, portable: portable)
                        try unsafe tape.scan(text, final: true)
                        Self.readAll(tape)
                        return nil
                    } catch {
                        return Outcome.Failure(error)
                    }
                }
                return failure(portable: false) == failure(portable: true)
            }
            if !isSame { Issue.record("\(String(decoding: bytes[..<length], as: UTF8.self))") }
        }
    }

    @Test("in or after a member", arguments: MembersTests.keys)
    func members(key: String) throws {
        let (tape, memory) = (try Tape(), try GuardedMemory(capacity: 4096))
        for colon in MembersTests.colons.prefix(3) {
            for value in MembersTests.values {
                for separator in MembersTests.separators.prefix(5) {
                    let member = Array((key + colon + value + separator).utf8)
                    let before = Array(#"{"first member":1,"#.utf8)
                    // Far enough from the end for the fast path.
                    let after = Array((#""last":""# + String(repeating: "x", count: 120) + #"", "k":[1,"a"]}"#).utf8)
                    let bytes = before + member + after
                    parse(bytes, (bytes.count - 20)...bytes.count, in: memory, on: tape)
                }
            }
        }
    }

    @Test("in or after a string of any length that follows a key", arguments: [8, 37])
    func strings(key: Int) throws {
        let (tape, memory) = (try Tape(), try GuardedMemory(capacity: 8192))
        for length in Array(90...200) + Array(4030...4060) {
            let text =
                #"{"\#(String(repeating: "k", count: key))":1,"b":"\#(String(repeating: "x", count: length))", "#
                + #" "c":-1.5e3,"d":[true,false,null,"\u00e9é"],"e":{"f":{}}}"#
            let bytes = Array(text.utf8)
            parse(bytes, (bytes.count - 70)...bytes.count, in: memory, on: tape)
        }
    }

    @Test("values at the end, of every length")
    func values() throws {
        let (tape, memory) = (try Tape(), try GuardedMemory(capacity: 4096))
        let ends = [
            "", "é", "日", "😀", "\\n", "\\u00e9", "\\ud83d\\ude00", "=", "==", "\\\"", "e5", ".25", "9e-300",
            "0000000000000000.5",
        ]
        for end in ends {
            for length in 0..<70 {
                let fill = String(repeating: length.isMultiple(of: 2) ? "A" : "1", count: length)
                for text in ["\"\(fill)\(end)\"", "1\(fill)\(end)", "[-1\(fill)\(end)]", "{\"\(fill)\(end)\":0}"] {
                    let bytes = Array(text.utf8)
                    parse(bytes, bytes.count...bytes.count, in: memory, on: tape)
                    parse(bytes, bytes.count...bytes.count, syntax: .json5, in: memory, on: tape)
                }
            }
        }
        let uuid = Array("\"4F9619FF-8B86-D011-B42D-00C04FC964FF\"".utf8)
        parse(uuid, 0...uuid.count, in: memory, on: tape)
    }

    @Test("in JSON5")
    func relaxed() throws {
        let (tape, memory) = (try Tape(), try GuardedMemory(capacity: 4096))
        let text = """
            // a comment\u{2028}{unquoted_key: 'it\\'s', /* another */ $é: +0x1F, "a\\
            b": .5, n: [Infinity, -NaN, 5., "\(String(repeating: "x", count: 90))", true,], \u{FEFF}last: null,}
            """
        parse(Array(text.utf8), 0...text.utf8.count, syntax: .json5, in: memory, on: tape)
        parse(Array(text.utf8), 0...text.utf8.count, syntax: .trailingCommas, in: memory, on: tape)
    }

    @Test("in the files of JSONTestSuite", .enabled(if: Corpus.hasTestSuite))
    func testSuite() throws {
        let (tape, memory) = (try Tape(), try GuardedMemory(capacity: 1 << 18))
        for name in Corpus.testSuiteNames {
            let bytes = try Corpus.testSuite(name)
            for syntax in [Tape.Syntax.json, .json5] {
                parse(bytes, max(0, bytes.count - 300)...bytes.count, syntax: syntax, in: memory, on: tape)
            }
        }
    }

    @Test("in the middle of documents", arguments: Corpus.payloadNames)
    func payloads(name: String) throws {
        let (tape, memory) = (try Tape(), try GuardedMemory(capacity: 16_384))
        let bytes = Array(try Corpus.payload(name).prefix(16_384))
        for start in [0, 4_000, bytes.count - 1_000] where start >= 0 {
            parse(bytes, start...min(start + 1_000, bytes.count), in: memory, on: tape)
        }
    }
}
