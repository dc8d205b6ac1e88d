internal import JSONText
internal import RuntimeFacts

/// A number of a type that has a method in containers.
enum PlainNumber {
    case integer(magnitude: UInt64, isNegative: Bool)
    case double(Double)
    case float(Float)

    /// - Parameter value: an integer of at most 64 bits.
    @inline(__always)
    init<T: FixedWidthInteger>(_ value: T) {
        self = .integer(
            magnitude: UInt64(truncatingIfNeeded: value.magnitude), isNegative: T.isSigned && value < 0)
    }

    var isFinite: Bool {
        switch self {
        case .integer: true
        case .double(let value): value.isFinite
        case .float(let value): value.isFinite
        }
    }
}

// What ``NumbersAsStrings`` writes, without consulting it about each number.
extension EncoderCore {
    /// Whether the policy does nothing else about numbers, wherever they are.
    var quotesNumbers: Bool { form.scalarPolicy?.quotesNumbers == true }

    /// Appends a number that is finite as a string.
    @inline(never)
    func appendQuoted(_ number: PlainNumber) {
        withText { text in
            text.append(UInt8(ascii: "\""))
            switch number {
            case .integer(let magnitude, let isNegative):
                text.append(magnitude: magnitude, isNegative: isNegative, comma: false)
            case .double(let value): text.append(value)
            case .float(let value): text.append(value)
            }
            text.append(UInt8(ascii: "\""))
        }
    }

    /// Appends an `Int`, or a `Double` or `Float` that is finite, as a string.
    ///
    /// - Returns: whether it is one.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func appendQuoted<T>(_ value: T, _ kind: EncodableTraits.Kind) -> Bool {
        let number: PlainNumber
        switch kind {
        case .int: number = PlainNumber(unsafelyCast(value, to: Int.self))
        case .double: number = .double(unsafelyCast(value, to: Double.self))
        case .float: number = .float(unsafelyCast(value, to: Float.self))
        default: return false
        }
        if number.isFinite { appendQuoted(number) }
        return number.isFinite
    }

    /// Writes a number of a type that the standard library has, as a string, as the value of the frame on top.
    ///
    /// - Returns: whether it was written; it was not if it is infinite or NaN.
    func writeQuoted<T: Encodable>(_ value: T) throws -> Bool {
        let traits = EncodableTraits.of(T.self)
        if appendQuoted(value, traits.kind) {
            frames.last.content = .text
            return true
        }
        guard traits.kind == .integer, let type = traits.intrinsic else { return false }
        text.append(UInt8(ascii: "\""))
        _ = try Self.encode(value, as: type, self)
        text.append(UInt8(ascii: "\""))
        return true
    }
}
