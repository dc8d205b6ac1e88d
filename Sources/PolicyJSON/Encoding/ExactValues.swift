import FoundationImport
@_spi(Cursor) internal import JSONTape
internal import JSONText
internal import Synchronization

/// A value that JSON does not preserve exactly: the text of a date or of `Data` depends on the decoder's strategies,
/// and numbers that are not finite have no text.
enum ExactValue: Sendable {
    case date(Date)
    case data(Data)
    case number(Double)
}

/// The exact values of a document: ``PolicyJSONDecoder/applyMergePatch(_:to:)`` keeps them separately from the JSON, which has
/// placeholders for them.
///
/// The encoder writes a placeholder as a hexadecimal number with the index of the value. Neither RFC 8259 nor the
/// encoder has such numbers otherwise, so placeholders are unambiguous and can be moved with the surrounding text.
/// Before the document is decoded they become strings, which are then identified by their position in the tape.
final class ExactValues: Sendable {
    /// The values by the positions of their placeholders.
    private let values: [TapePosition: ExactValue]
    /// Identifies the tape of these positions. Rules can answer with JSON, which has a separate tape.
    private let tape = Atomic<UInt>(0)

    /// The text of a placeholder in the document. It is not longer than the number that it replaces.
    private static let placeholder: StaticString = "\"detached\""

    /// Finds the placeholders in a text and turns it into a document.
    init(_ values: [ExactValue], in text: TextBuffer) throws(JSONSyntaxError) {
        var found: [TapePosition: ExactValue] = [:]
        if !values.isEmpty {
            let tape = try Tape()
            try tape.parse(copying: text.bytes(0..<text.count), limits: .unlimited, syntax: .json5)
            var next = TapePosition.root
            while next < tape.end {
                let position = next
                next = tape.position(afterTokenAt: position)
                guard tape[position].is(.number) else { continue }
                let extent = tape.extent(of: position)
                guard extent.length >= Self.placeholder.utf8CodeUnitCount,
                    text[extent.offset + 1] == UInt8(ascii: "x"),
                    let index = tape.integer(at: position, as: Int.self), values.indices.contains(index)
                else { continue }
                found[position] = values[index]
                text.overwrite(extent.offset..<(extent.offset + extent.length), with: Self.placeholder)
            }
        }
        self.values = found
    }

    /// The text that the encoder writes for the value with this index.
    static func number(_ index: Int) -> String {
        let digits = String(index, radix: 16)
        return "0x" + String(repeating: "0", count: max(placeholder.utf8CodeUnitCount - 2 - digits.count, 0)) + digits
    }

    /// Sets the tape of the document. Must be called before anything is decoded.
    func assign(to tape: Tape) {
        self.tape.store(Self.identity(of: tape), ordering: .releasing)
    }

    private static func identity(of tape: Tape) -> UInt { UInt(bitPattern: ObjectIdentifier(tape)) }

    /// The value whose placeholder is the string at `position`.
    func value(at position: TapePosition, on tape: Tape) -> ExactValue? {
        guard let value = values[position], self.tape.load(ordering: .acquiring) == Self.identity(of: tape) else {
            return nil
        }
        return value
    }
}

extension EncoderCore {
    /// Writes a placeholder as the value of the frame on top.
    func writePlaceholder(for value: ExactValue) {
        writeText { $0.append(plain: ExactValues.number(exactValues.count)) }
        exactValues.append(value)
    }
}
