import CJSONTape

/// The C parser, for tests of uses that only the C interface allows.
@safe
final class CParser {
    let parser: OpaquePointer

    init() throws {
        struct NoMemory: Error {}
        guard let created = unsafe jt_parser_create(nil) else { throw NoMemory() }
        unsafe parser = created
    }

    deinit { unsafe jt_parser_destroy(parser) }

    /// Options without limits, modified by `change`.
    static func options(_ change: (inout jt_options) -> Void = { _ in }) -> jt_options {
        var options = jt_options()
        options.limits = jt_limits(
            depth: .max, document_bytes: .max, string_bytes: .max, number_bytes: .max, slots: .max, members: .max,
            elements: .max)
        change(&options)
        return options
    }

    @discardableResult
    func begin(_ change: (inout jt_options) -> Void = { _ in }) -> jt_status {
        var options = Self.options(change)
        return unsafe jt_parser_begin(parser, &options)
    }

    @discardableResult
    func append(_ text: String) -> jt_status {
        unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe jt_parser_append(parser, $0, bytes.count) } ?? status
        }
    }

    /// Scans a document in place, up to each of these lengths; the last call is `final`.
    func scan(_ text: String, lengths: [Int], final: Bool = true) -> jt_status {
        unsafe Array(text.utf8).withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return JT_OUT_OF_MEMORY }
            var status = JT_OK
            for (index, length) in lengths.enumerated() {
                status = unsafe jt_parser_scan(parser, start, length, final && index == lengths.count - 1)
            }
            return status
        }
    }

    func finish() -> jt_status { unsafe jt_parser_finish(parser) }
    func discard() { unsafe jt_parser_discard(parser, false) }

    /// The status of the last call, derived from its error.
    private var status: jt_status { error.code == JT_ERROR_NONE ? JT_OK : JT_SYNTAX_ERROR }
    var error: jt_error { unsafe jt_parser_error(parser) }
    var depth: UInt32 { unsafe jt_parser_depth(parser) }
    var maximumDepth: UInt64 { unsafe jt_parser_max_depth(parser) }
    var pending: UInt64 { unsafe jt_parser_pending(parser) }
    var slotCount: UInt32 { unsafe jt_parser_slot_count(parser) }
    var slots: [jt_slot] {
        unsafe Array(UnsafeBufferPointer(start: jt_parser_slots(parser), count: Int(slotCount)))
    }
    var text: String {
        unsafe String(
            decoding: UnsafeBufferPointer(start: jt_parser_text(parser), count: jt_parser_text_length(parser)),
            as: UTF8.self)
    }
}

extension jt_slot {
    var kind: Int { Int(head & 0xF) }
    var isStart: Bool { kind == JT_OBJECT || kind == JT_ARRAY }
    var isEnd: Bool { kind == JT_OBJECT_END || kind == JT_ARRAY_END }
    /// For the end of a container: the container's index in its parent.
    var ordinal: UInt64 { body >> 32 }
}
