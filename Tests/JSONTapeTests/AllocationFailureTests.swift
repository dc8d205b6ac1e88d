import CJSONTape
import TestSupport
import Testing

/// Every allocation of the C part made to fail in turn: an error each time, nothing lost, and the parser works again.
@Suite struct AllocationFailureTests {
    /// What the allocator below counts and when it refuses.
    private struct Ledger {
        var calls = 0
        /// The call that is refused; later ones, too, if `forever`.
        var failing = Int.max
        var forever = false
        /// Blocks that have not been released.
        var live = 0
    }

    private static func allocator(_ ledger: UnsafeMutablePointer<Ledger>) -> jt_allocator {
        unsafe jt_allocator(
            resize: { context, old, bytes in
                guard let ledger = unsafe context?.assumingMemoryBound(to: Ledger.self) else { return nil }
                unsafe ledger.pointee.calls += 1
                let calls = unsafe ledger.pointee.calls
                let (failing, forever) = unsafe (ledger.pointee.failing, ledger.pointee.forever)
                if calls == failing || (forever && calls > failing) { return nil }
                if unsafe old == nil { unsafe ledger.pointee.live += 1 }
                // Always somewhere else, so that nobody gets away with an old pointer.
                let new = UnsafeMutableRawPointer.allocate(byteCount: bytes + 16, alignment: 16)
                unsafe new.storeBytes(of: bytes, as: Int.self)
                if let old = unsafe old {
                    let block = unsafe old - 16
                    unsafe (new + 16).copyMemory(from: old, byteCount: min(block.load(as: Int.self), bytes))
                    unsafe block.deallocate()
                }
                return unsafe new + 16
            },
            release: { context, old in
                guard let ledger = unsafe context?.assumingMemoryBound(to: Ledger.self), let old = unsafe old else {
                    return
                }
                unsafe ledger.pointee.live -= 1
                unsafe (old - 16).deallocate()
            },
            context: ledger)
    }

    private static let documents = [
        "small": "{\"a\":[1,\"b\\n\",null]}",
        "deep": String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000),
        "objects": String(repeating: "{\"k\":[", count: 900) + "1" + String(repeating: "]}", count: 900),
        "long": "[" + String(repeating: "{\"key\":\"value\",\"n\":-12.5},", count: 3000) + "0]",
        "text": "\"" + String(repeating: "é", count: 20_000) + "\"",
        "broken": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1 2",
    ]

    private static func options() -> jt_options {
        var options = jt_options()
        options.limits = jt_limits(
            depth: 100_000, document_bytes: 1 << 30, string_bytes: 1 << 30, number_bytes: 1 << 30, slots: 1 << 30,
            members: 1 << 32, elements: 1 << 32)
        return options
    }

    /// Parses in chunks of `chunk` bytes, or at once and in place where it is 0; after each forgetting if told, or cutting
    /// half of the tape off into a window.
    private static func parse(
        _ parser: OpaquePointer, _ bytes: [UInt8], chunk: Int, forgetting: Bool, window: OpaquePointer? = nil
    ) -> jt_status {
        var options = options()
        var status = unsafe jt_parser_begin(parser, &options)
        unsafe bytes.withUnsafeBufferPointer { text in
            guard status == JT_OK, let start = text.baseAddress else { return }
            if chunk == 0 {
                status = unsafe jt_parser_scan(parser, start, text.count, true)
                return
            }
            var place = 0
            while status == JT_OK, place < text.count {
                let length = min(chunk, text.count - place)
                status = unsafe jt_parser_append(parser, start + place, length)
                if forgetting { unsafe jt_parser_discard(parser, false) }
                if let window = unsafe window, status == JT_OK {
                    let count = unsafe jt_parser_slot_count(parser)
                    let length = unsafe jt_parser_text_length(parser)
                    status = unsafe jt_parser_cut(parser, window, (count + 1) / 2)
                    if status != JT_OK {
                        // Nothing has changed.
                        #expect(unsafe jt_parser_slot_count(parser) == count)
                        #expect(unsafe jt_parser_text_length(parser) == length)
                    }
                }
                place += length
            }
            if status == JT_OK { status = unsafe jt_parser_finish(parser) }
        }
        return status
    }

    /// Fails the n-th allocation for every n, until one run needs fewer. Returns how many failed.
    private func exhaust(
        _ name: String, chunk: Int, forgetting: Bool, forever: Bool, cutting: Bool = false
    ) throws -> Int {
        let bytes = Array(try #require(Self.documents[name]).utf8)
        let expected = name == "broken" ? JT_SYNTAX_ERROR : JT_OK
        let ledger = UnsafeMutablePointer<Ledger>.allocate(capacity: 1)
        defer { unsafe ledger.deallocate() }
        for failing in 1... {
            unsafe ledger.initialize(to: Ledger(failing: failing, forever: forever))
            var allocator = unsafe Self.allocator(ledger)
            guard let parser = unsafe jt_parser_create(&allocator) else {
                #expect(unsafe ledger.pointee.live == 0)
                continue
            }
            let window = unsafe cutting ? jt_parser_create(&allocator) : nil
            if unsafe cutting && window == nil {
                unsafe jt_parser_destroy(parser)
                #expect(unsafe ledger.pointee.live == 0)
                continue
            }
            let status = unsafe Self.parse(parser, bytes, chunk: chunk, forgetting: forgetting, window: window)
            let hasFailed = unsafe ledger.pointee.calls >= failing
            #expect(status == (hasFailed ? JT_OUT_OF_MEMORY : expected), "allocation \(failing)")
            if hasFailed {
                #expect(unsafe jt_parser_error(parser).code == JT_ERROR_NONE)
                // The error stays.
                #expect(unsafe jt_parser_finish(parser) == JT_OUT_OF_MEMORY)
                unsafe jt_parser_discard(parser, false)
                unsafe ledger.pointee.failing = .max
                let again = unsafe Self.parse(parser, bytes, chunk: chunk, forgetting: forgetting, window: window)
                #expect(again == expected, "after allocation \(failing)")
            }
            unsafe jt_parser_destroy(window)
            unsafe jt_parser_destroy(parser)
            #expect(unsafe ledger.pointee.live == 0, "allocation \(failing)")
            if !hasFailed { return failing - 1 }
        }
        return 0
    }

    @Test(arguments: documents.keys.sorted(), [0, 1, 700])
    func everyAllocation(name: String, chunk: Int) throws {
        let once = try exhaust(name, chunk: chunk, forgetting: false, forever: false)
        // Parser, tape, yajl's arena, the stack of containers; in chunks the text.
        #expect(once >= (chunk == 0 ? 4 : 5))
        #expect(try exhaust(name, chunk: chunk, forgetting: false, forever: true) == once)
        if chunk > 0 { _ = try exhaust(name, chunk: chunk, forgetting: true, forever: false) }
    }

    @Test("every allocation while the tape is cut", arguments: documents.keys.sorted())
    func cutting(name: String) throws {
        let uncut = try exhaust(name, chunk: 700, forgetting: false, forever: false)
        let cut = try exhaust(name, chunk: 700, forgetting: false, forever: false, cutting: true)
        #expect(try exhaust(name, chunk: 700, forgetting: false, forever: true, cutting: true) == cut)
        // Where the document has more than a chunk, the window has memory, too: itself, its slots, and its text.
        if try #require(Self.documents[name]).utf8.count > 700 { #expect(cut > 6) }
        // What is cut off need not be held: a long document of small values takes fewer allocations.
        if name == "long" { #expect(cut <= uncut) }
    }

    @Test("what grows is reached")
    func growth() throws {
        // The tape, the stack and the arena double several times.
        #expect(try exhaust("deep", chunk: 0, forgetting: false, forever: false) > 15)
        #expect(try exhaust("long", chunk: 0, forgetting: false, forever: false) > 6)
        #expect(try exhaust("text", chunk: 700, forgetting: false, forever: false) > 6)
    }

    @Test("trimming that cannot shrink")
    func trim() throws {
        let ledger = UnsafeMutablePointer<Ledger>.allocate(capacity: 1)
        unsafe ledger.initialize(to: Ledger())
        defer { unsafe ledger.deallocate() }
        var allocator = unsafe Self.allocator(ledger)
        guard let parser = unsafe jt_parser_create(&allocator) else {
            Issue.record("no parser")
            return
        }
        let bytes = Array(try #require(Self.documents["long"]).utf8)
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, forgetting: false) == JT_OK)
        unsafe ledger.pointee.failing = ledger.pointee.calls + 1
        unsafe jt_parser_trim(parser)
        #expect(unsafe jt_parser_slot_count(parser) == 0)
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, forgetting: false) == JT_OK)
        unsafe jt_parser_trim(parser)
        #expect(unsafe Self.parse(parser, bytes, chunk: 64, forgetting: true) == JT_OK)
        unsafe jt_parser_destroy(parser)
        #expect(unsafe ledger.pointee.live == 0)
    }

    @Test("no document has begun")
    func notBegun() throws {
        let bytes = Array("[1]".utf8)
        guard let parser = unsafe jt_parser_create(nil) else {
            Issue.record("no parser")
            return
        }
        func use(_ what: String) {
            unsafe bytes.withUnsafeBufferPointer { text in
                guard let start = text.baseAddress else { return }
                // Nothing to be taken, nothing to be forgotten, and nothing but an error.
                #expect(unsafe jt_parser_discardable(parser, false) == 0, "\(what)")
                unsafe jt_parser_discard(parser, false)
                #expect(unsafe jt_parser_scan(parser, start, text.count, true) == JT_SYNTAX_ERROR, "\(what)")
                #expect(unsafe jt_parser_error(parser).code == JT_ERROR_INTERNAL, "\(what)")
                #expect(unsafe jt_parser_append(parser, start, text.count) == JT_SYNTAX_ERROR, "\(what)")
                #expect(unsafe jt_parser_finish(parser) == JT_SYNTAX_ERROR, "\(what)")
                unsafe jt_parser_discard(parser, false)
            }
            #expect(unsafe jt_parser_slot_count(parser) == 0, "\(what)")
        }
        use("created")
        #expect(unsafe Self.parse(parser, bytes, chunk: 1, forgetting: true) == JT_OK)
        unsafe jt_parser_trim(parser)
        use("trimmed")
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, forgetting: false) == JT_OK)
        unsafe jt_parser_forget(parser)
        use("forgotten")
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, forgetting: false) == JT_OK)
        unsafe jt_parser_destroy(parser)
    }

    @Test("a parser of nothing")
    func absent() {
        jt_parser_destroy(nil)
        // An allocator that lacks one half is not used.
        var half = unsafe jt_allocator()
        guard let parser = unsafe jt_parser_create(&half) else {
            Issue.record("no parser")
            return
        }
        #expect(unsafe jt_parser_slot_count(parser) == 0)
        unsafe jt_parser_destroy(parser)
    }
}
