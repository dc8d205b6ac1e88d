import Testing

@_spi(Cursor) @testable import JSONTape

/// How a document is passed to the parser.
enum Feeding: Sendable, CustomStringConvertible {
    /// At once, in place.
    case whole
    /// Growing in place up to each of these lengths.
    case growing([Int])
    /// In copied chunks that end at these lengths.
    case chunks([Int])

    var description: String {
        switch self {
        case .whole: "whole"
        case .growing(let ends): "growing \(ends.prefix(20))"
        case .chunks(let ends): "chunks \(ends.prefix(20))"
        }
    }

    /// The multiples of `size` below `count`.
    static func ends(every size: Int, of count: Int) -> [Int] {
        Array(stride(from: size, to: max(count, size), by: size))
    }
}

/// The result of parsing, without the error's excerpt, which may depend on the feeding.
struct Outcome: Equatable, Sendable {
    struct Slot: Equatable, Sendable {
        let head: UInt64
        let body: UInt64
    }

    struct Failure: Equatable, Sendable {
        let code: JSONSyntaxError.Code
        let location: JSONLocation
        let expected: String?

        init(_ error: JSONSyntaxError) {
            code = error.code
            location = error.location
            expected = error.expected
        }
    }

    var slots: [Slot] = []
    var failure: Failure?
    var maximumDepth = 0

    var isAccepted: Bool { failure == nil }

    /// Parses `bytes`.
    init(
        of bytes: [UInt8], _ feeding: Feeding = .whole, limits: JSONLimits = .default, portable: Bool = false,
        manyDocuments: Bool = false, on tape: Tape
    ) {
        unsafe bytes.withUnsafeBufferPointer { text in
            do throws(JSONSyntaxError) {
                try tape.begin(limits: limits, portable: portable, manyDocuments: manyDocuments)
                try unsafe tape.feed(text, feeding)
            } catch {
                failure = Failure(error)
            }
            slots = tape.allSlots
            maximumDepth = tape.maximumDepth
        }
    }

    /// Parses `bytes` in chunks, and discards the tape after each. Collects the slots, without the fields for the
    /// structure of containers, which are unknown if a start has been discarded.
    static func discarding(
        _ bytes: [UInt8], ends: [Int], limits: JSONLimits = .default, portable: Bool = false, on tape: Tape
    ) -> Outcome {
        var result = Outcome()
        unsafe bytes.withUnsafeBufferPointer { text in
            do throws(JSONSyntaxError) {
                try tape.begin(limits: limits, portable: portable)
                var start = 0
                for end in ends + [text.count] {
                    try unsafe tape.append(UnsafeBufferPointer(rebasing: text[start..<end]))
                    start = end
                    result.slots += tape.allSlots.dropFirst()
                    tape.discard()
                }
                try tape.finish()
            } catch {
                result.failure = Failure(error)
            }
            result.slots += tape.allSlots.dropFirst()
        }
        result.maximumDepth = tape.maximumDepth
        result.slots = result.slots.map(\.withoutStructure)
        return result
    }

    private init() {}

    /// The outcome without the fields that are unknown to `discarding`.
    var withoutStructure: Outcome {
        var result = self
        result.slots = slots.dropFirst().map(\.withoutStructure)
        return result
    }
}

extension Outcome.Slot {
    var withoutStructure: Outcome.Slot {
        // For kinds from `object` on: the body and the flags.
        head & 0xF >= 6 ? Outcome.Slot(head: head & ~0xF0, body: 0) : self
    }
}

extension Tape {
    var allSlots: [Outcome.Slot] {
        (0..<slotCount).map { Outcome.Slot(head: self[$0].head, body: self[$0].body) }
    }

    /// Passes a document to the parser, after `begin`.
    func feed(_ text: UnsafeBufferPointer<UInt8>, _ feeding: Feeding) throws(JSONSyntaxError) {
        switch feeding {
        case .whole:
            try unsafe scan(text, final: true)
        case .growing(let ends):
            for end in ends { try unsafe scan(UnsafeBufferPointer(rebasing: text[..<end]), final: false) }
            try unsafe scan(text, final: true)
        case .chunks(let ends):
            var start = 0
            for end in ends + [text.count] {
                try unsafe append(UnsafeBufferPointer(rebasing: text[start..<end]))
                start = end
            }
            try finish()
        }
    }

    /// A tape that owns its text.
    convenience init(parsing text: String, limits: JSONLimits = .default) throws(JSONSyntaxError) {
        try self.init()
        try parse(copying: Array(text.utf8), limits: limits)
    }
}

/// The error of a document; `nil` if it is accepted.
func syntaxError(
    of bytes: [UInt8], _ feeding: Feeding = .whole, limits: JSONLimits = .default, portable: Bool = false,
    manyDocuments: Bool = false
) throws -> JSONSyntaxError? {
    let tape = try Tape()
    return unsafe bytes.withUnsafeBufferPointer { text in
        do throws(JSONSyntaxError) {
            try tape.begin(limits: limits, portable: portable, manyDocuments: manyDocuments)
            try unsafe tape.feed(text, feeding)
            return nil
        } catch {
            return error
        }
    }
}

// Keeps the output of failed comparisons short: without slots.
extension Outcome: CustomTestStringConvertible {
    var testDescription: String {
        let status = failure.map { "\($0.code) at \($0.location), expected \($0.expected ?? "-")" } ?? "accepted"
        return "\(slots.count) slots, \(maximumDepth) deep, \(status)"
    }
}
