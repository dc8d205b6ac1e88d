import CJSONTape
import TestSupport
import Testing

/// Makes every allocation of the C code fail in turn: each time there is an error, no leak, and the parser works again.
@Suite struct AllocationFailureTests {
    /// The state of the failing allocator.
    private struct Ledger {
        var calls = 0
        /// The call that fails; if `failsRepeatedly`, all later calls fail, too.
        var failing = Int.max
        var failsRepeatedly = false
        /// The number of blocks that have not been released.
        var live = 0
    }

    private static func allocator(_ ledger: UnsafeMutablePointer<Ledger>) -> jt_allocator {
        unsafe jt_allocator(
            resize: { context, old, bytes in
                guard let ledger = unsafe context?.assumingMemoryBound(to: Ledger.self) else { return nil }
                unsafe ledger.pointee.calls += 1
                let calls = unsafe ledger.pointee.calls
                let (failing, failsRepeatedly) = unsafe (ledger.pointee.failing, ledger.pointee.failsRepeatedly)
                if calls == failing || (failsRepeatedly && calls > failing) { return nil }
                if unsafe old == nil { unsafe ledger.pointee.live += 1 }
                // Always moves the block, to detect the use of old pointers.
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

    /// Parses in chunks of `chunk` bytes, or at once and in place if it is 0. After each chunk, optionally discards the
    /// tape or cuts half of it off into a window.
    private static func parse(
        _ parser: OpaquePointer, _ bytes: [UInt8], chunk: Int, discarding: Bool, window: OpaquePointer? = nil
    ) -> jt_status {
        var options = options()
        var status = unsafe jt_parser_begin(parser, &options)
        unsafe bytes.withUnsafeBufferPointer { text in
            guard status == JT_OK, let start = text.baseAddress else { return }
            if chunk == 0 {
                status = unsafe jt_parser_scan(parser, start, text.count, true)
                return
            }
            var offset = 0
            while status == JT_OK, offset < text.count {
                let length = min(chunk, text.count - offset)
                status = unsafe jt_parser_append(parser, start + offset, length)
                if discarding { unsafe jt_parser_discard(parser, false) }
                if let window = unsafe window, status == JT_OK {
                    let count = unsafe jt_parser_slot_count(parser)
                    let length = unsafe jt_parser_text_length(parser)
                    status = unsafe jt_parser_cut(parser, window, (count + 1) / 2, false)
                    if status != JT_OK {
                        // Nothing has changed.
                        #expect(unsafe jt_parser_slot_count(parser) == count)
                        #expect(unsafe jt_parser_text_length(parser) == length)
                    }
                }
                offset += length
            }
            if status == JT_OK { status = unsafe jt_parser_finish(parser) }
        }
        return status
    }

    /// Fails the n-th allocation for every n, until a run needs fewer. Returns the number of failed runs.
    private func exhaust(
        _ name: String, chunk: Int, discarding: Bool, failsRepeatedly: Bool, cutting: Bool = false
    ) throws -> Int {
        let bytes = Array(try #require(Self.documents[name]).utf8)
        let expected = name == "broken" ? JT_SYNTAX_ERROR : JT_OK
        let ledger = UnsafeMutablePointer<Ledger>.allocate(capacity: 1)
        defer { unsafe ledger.deallocate() }
        for failing in 1... {
            unsafe ledger.initialize(to: Ledger(failing: failing, failsRepeatedly: failsRepeatedly))
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
            let status = unsafe Self.parse(parser, bytes, chunk: chunk, discarding: discarding, window: window)
            let hasFailed = unsafe ledger.pointee.calls >= failing
            #expect(status == (hasFailed ? JT_OUT_OF_MEMORY : expected), "allocation \(failing)")
            if hasFailed {
                #expect(unsafe jt_parser_error(parser).code == JT_ERROR_NONE)
                // The error persists.
                #expect(unsafe jt_parser_finish(parser) == JT_OUT_OF_MEMORY)
                unsafe jt_parser_discard(parser, false)
                unsafe ledger.pointee.failing = .max
                let again = unsafe Self.parse(parser, bytes, chunk: chunk, discarding: discarding, window: window)
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
        let once = try exhaust(name, chunk: chunk, discarding: false, failsRepeatedly: false)
        // Parser, tape, the stack of containers; yajl's arena, unless the whole is one leaf; in chunks the text.
        #expect(once >= (chunk == 0 ? (name == "small" ? 3 : 4) : 5))
        #expect(try exhaust(name, chunk: chunk, discarding: false, failsRepeatedly: true) == once)
        if chunk > 0 { _ = try exhaust(name, chunk: chunk, discarding: true, failsRepeatedly: false) }
    }

    @Test("every allocation while the tape is cut", arguments: documents.keys.sorted())
    func cutting(name: String) throws {
        let uncut = try exhaust(name, chunk: 700, discarding: false, failsRepeatedly: false)
        let cut = try exhaust(name, chunk: 700, discarding: false, failsRepeatedly: false, cutting: true)
        #expect(try exhaust(name, chunk: 700, discarding: false, failsRepeatedly: true, cutting: true) == cut)
        // If the document has more than one chunk, the window allocates, too: itself, its slots, and its text.
        if try #require(Self.documents[name]).utf8.count > 700 { #expect(cut > 6) }
        // The parser need not hold what has been cut off: a long document of small values takes fewer allocations.
        if name == "long" { #expect(cut <= uncut) }
    }

    @Test("growing allocations are covered")
    func growth() throws {
        // The tape, the stack and the arena double their size several times.
        #expect(try exhaust("deep", chunk: 0, discarding: false, failsRepeatedly: false) > 15)
        #expect(try exhaust("long", chunk: 0, discarding: false, failsRepeatedly: false) > 6)
        #expect(try exhaust("text", chunk: 700, discarding: false, failsRepeatedly: false) > 6)
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
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, discarding: false) == JT_OK)
        unsafe ledger.pointee.failing = ledger.pointee.calls + 1
        unsafe jt_parser_trim(parser)
        #expect(unsafe jt_parser_slot_count(parser) == 0)
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, discarding: false) == JT_OK)
        unsafe jt_parser_trim(parser)
        #expect(unsafe Self.parse(parser, bytes, chunk: 64, discarding: true) == JT_OK)
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
                // Nothing to discard, and only errors.
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
        #expect(unsafe Self.parse(parser, bytes, chunk: 1, discarding: true) == JT_OK)
        unsafe jt_parser_trim(parser)
        use("trimmed")
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, discarding: false) == JT_OK)
        unsafe jt_parser_forget(parser)
        use("discarded")
        #expect(unsafe Self.parse(parser, bytes, chunk: 0, discarding: false) == JT_OK)
        unsafe jt_parser_destroy(parser)
    }

    @Test("a null parser")
    func absent() {
        jt_parser_destroy(nil)
        // An allocator without both functions is not used.
        var half = unsafe jt_allocator()
        guard let parser = unsafe jt_parser_create(&half) else {
            Issue.record("no parser")
            return
        }
        #expect(unsafe jt_parser_slot_count(parser) == 0)
        unsafe jt_parser_destroy(parser)
    }
}
