/// Generates valid JSON that covers the whole grammar: all escapes, characters of one to four bytes, numbers of all
/// forms, empty containers, repeated and long keys, runs of white space.
package struct RandomJSON: Sendable {
    package var generator: SplitMix64
    /// White space between tokens.
    package var isSpaced = true
    private var output: [UInt8] = []

    package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// A document of about `size` values, with at most `depth` nesting levels.
    package mutating func document(size: Int = 40, depth: Int = 6) -> [UInt8] {
        output = []
        var left = size
        space()
        value(&left, depth)
        space()
        return output
    }

    private mutating func put(_ text: String) { output += text.utf8 }

    private mutating func space() {
        guard isSpaced, generator.oneIn(3) else { return }
        let count = generator.oneIn(8) ? generator.below(40) : generator.below(3)
        for _ in 0..<count { output.append(generator.pick([0x20, 0x20, 0x0A, 0x0D, 0x09])) }
    }

    private mutating func value(_ left: inout Int, _ depth: Int) {
        left -= 1
        let isScalar = depth == 0 || left <= 0
        switch isScalar ? 4 + generator.below(8) : generator.below(12) {
        case 0, 1: container(&left, depth, isObject: false)
        case 2, 3: container(&left, depth, isObject: true)
        case 4: put(generator.pick(["null", "true", "false"]))
        case 5, 6, 7: put(Self.number(&generator))
        default: quoted()
        }
    }

    private mutating func container(_ left: inout Int, _ depth: Int, isObject: Bool) {
        put(isObject ? "{" : "[")
        var count = generator.below(6)
        while count > 0, left > 0 {
            space()
            if isObject {
                quoted()
                space()
                put(":")
                space()
            }
            value(&left, depth - 1)
            count -= 1
            space()
            if count > 0, left > 0 { put(",") }
        }
        space()
        put(isObject ? "}" : "]")
    }

    private mutating func quoted() {
        put("\"")
        output += Self.stringContents(&generator)
        put("\"")
    }

    /// The source text of a string, without the quotes.
    package static func stringContents(_ generator: inout SplitMix64) -> [UInt8] {
        var text: [UInt8] = []
        let count = generator.oneIn(10) ? generator.below(80) : generator.below(10)
        // Most strings are of one kind only, as in real documents.
        let kinds = generator.pick([[0], [0], [0, 1], [0, 2], [0, 1, 2, 3], [3]])
        for _ in 0..<count {
            switch generator.pick(kinds) {
            case 0: text.append(generator.pick(Array("abcdefghijklmnopqrstuvwxyzABC 0123456789,:{}[]/'".utf8)))
            case 1: text += Array(String(scalar(&generator)).utf8)
            case 2: text += generator.pick(["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"]).utf8
            default: for unit in String(scalar(&generator)).utf16 { text += escaped(unit, &generator).utf8 }
            }
        }
        return text
    }

    private static func escaped(_ unit: UInt16, _ generator: inout SplitMix64) -> String {
        let digits = String(unit, radix: 16, uppercase: generator.oneIn(2))
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// A scalar of one to four bytes that needs no escape.
    private static func scalar(_ generator: inout SplitMix64) -> Unicode.Scalar {
        let bounds: [(UInt32, UInt32)] = [
            (0x20, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x10000, 0x10FFFF), (0xE000, 0xFFFF), (0xD700, 0xD7FF),
        ]
        while true {
            let (low, high) = generator.pick(bounds)
            let value = low + UInt32(generator.below(Int(high - low + 1)))
            if value == 0x22 || value == 0x5C { continue }
            if let scalar = Unicode.Scalar(value) { return scalar }
        }
    }

    /// A number in JSON's grammar.
    package static func number(_ generator: inout SplitMix64) -> String {
        var text = generator.oneIn(3) ? "-" : ""
        switch generator.below(4) {
        case 0: text += "0"
        case 1: text += String(1 + generator.below(9))
        default:
            text += String(1 + generator.below(9)) + digits(generator.below(generator.oneIn(8) ? 45 : 18), &generator)
        }
        if generator.oneIn(3) { text += "." + digits(1 + generator.below(generator.oneIn(8) ? 45 : 17), &generator) }
        if generator.oneIn(4) {
            text += generator.pick(["e", "E", "e-", "e+", "E-", "E+"])
            text += digits(1 + generator.below(generator.oneIn(20) ? 9 : 3), &generator)
        }
        return text
    }

    /// `count` digits.
    package static func digits(_ count: Int, _ generator: inout SplitMix64) -> String {
        String((0..<count).map { _ in generator.pick(Array("0123456789")) })
    }

    /// The text with one change that most likely makes it invalid: a byte removed, duplicated or replaced, or the end
    /// cut off.
    package mutating func damaged(_ text: [UInt8]) -> [UInt8] {
        guard !text.isEmpty else { return text }
        var result = text
        let index = generator.below(text.count)
        let replacements = Array("{}[]:,\"\\0123-+.eEtfnu \n\u{0}\u{B}/'".utf8) + [0x80, 0xC0, 0xE2, 0xED, 0xF5, 0xFF]
        switch generator.below(5) {
        case 0: result.remove(at: index)
        case 1: result.insert(text[index], at: index)
        case 2: result.insert(generator.pick(replacements), at: index)
        case 3: result.removeSubrange(index...)
        default: result[index] = generator.pick(replacements)
        }
        return result
    }
}
