import FoundationImport
@_spi(Cursor) internal import JSONTape

/// Reads `Data` in other forms than that of the decoder's `dataDecodingStrategy`, where that fails.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `FallbackDataFormats()` | `Data`, `Data?` | `"-_8"`, `"-_8="`, `"+/8"`, `"/w"`, `"AQID\r\nBA=="`, `" AQ ID"`, `[1,255]`, `[]`, `[1e2]` | `2 bytes`, `2 bytes`, `2 bytes`, `1 bytes`, `4 bytes`, `3 bytes`, `2 bytes`, `0 bytes`, `1 bytes` |
/// | `FallbackDataFormats()` | `Data` | `"A"`, `"-/8"`, `"AQ="`, `"A=Q="`, `"é"`, `[256]`, `[-1]`, `[0.5]`, `["1"]`, `1`, `true`, `{}`, `null`, no key | declines |
/// | `FallbackDataFormats()` | `String`, `[Int]` | `{}`, `null` | declines |
///
/// It reads Base64 in the alphabet for URLs or the usual one, with or without padding (RFC 4648 sections 4 and 5), and with line
/// ends, spaces and tabs anywhere, which are ignored (RFC 2045 section 6.8); and arrays of numbers from 0 to 255. For hexadecimal
/// digits set `dataDecodingStrategy`: a text of them is Base64, too.
public struct FallbackDataFormats: DecodingRule {
    let listedSituations: RepairSituation = .mismatch

    /// Creates the rule.
    public init() {}

    func answer(to context: DecodingRuleContext) -> Repair {
        guard context.requestedType == Data.self else { return .decline }
        return (context.string.map(data(base64:)) ?? context.bytes).map { .use($0) } ?? .decline
    }

    @_optimize(size)
    private func data(base64 text: String) -> Data? {
        var digits: [UInt8] = []
        digits.reserveCapacity(text.utf8.count + 3)
        var (hasUsual, hasURL) = (false, false)
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "-"), UInt8(ascii: "_"):
                hasURL = true
                digits.append(character == UInt8(ascii: "-") ? UInt8(ascii: "+") : UInt8(ascii: "/"))
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"), UInt8(ascii: " "):
                continue
            default:
                if character == UInt8(ascii: "+") || character == UInt8(ascii: "/") { hasUsual = true }
                digits.append(character)
            }
        }
        if hasURL, hasUsual { return nil }
        if digits.last != UInt8(ascii: "=") {
            digits += repeatElement(UInt8(ascii: "="), count: [0, 0, 2, 1][digits.count % 4])
        }
        return Data(base64Encoded: Data(digits))
    }
}

extension DecodingRuleContext {
    /// The bytes that an array of numbers from 0 to 255 lists.
    @_optimize(size)
    fileprivate var bytes: Data? {
        guard kind == .array else { return nil }
        let tape = core.tape
        var data = Data(capacity: tape[reference.index].count)
        var position = reference.index.firstChild
        while !tape[position].isEnd {
            guard tape[position].is(.number), let byte = tape.integer(at: position, as: UInt8.self) else { return nil }
            data.append(byte)
            position = tape.position(after: position)
        }
        return data
    }
}

// MARK: Policy files, lint

extension FallbackDataFormats: LibraryRule {
    init(from decoder: any Decoder) throws { self.init() }

    func encode(to encoder: any Encoder) throws { encoder.encodeNothing() }

    var explanation: String { "Accepts other forms of Base64, and arrays of bytes, where data is requested." }
}
