import Foundation

extension Difference {
    private static let json5 = Options(name: "JSON5", allowsJSON5: true)

    static let json5Escapes = Difference(
        id: "json5-escapes",
        what: #"With `allowsJSON5`, `\v`, `\0` and `\u0000` in strings"#,
        foundation: "Refused: the given data was not valid JSON",
        policyJSON: "The character that JSON5 says",
        reason: "JSON5 has the first two, and JSON the third",
        specimens: [
            Specimen(#""a\vb""#, Subject(String.self), json5, foundation: notJSON, policyJSON: #"String(a\u{0B}b)"#),
            Specimen(
                #"['\0']"#, Subject([String].self), json5, foundation: notJSON,
                policyJSON: #"Array<String>(String(\0))"#),
            Specimen(
                #"['\u0000']"#, Subject([String].self), json5, foundation: notJSON,
                policyJSON: #"Array<String>(String(\0))"#),
        ],
        covers: { trial in
            guard trial.options.allowsJSON5, trial.foundation.isNotJSON, !trial.policyJSON.isNotJSON else {
                return false
            }
            // Without them it is JSON5 for Foundation, too.
            return trial.replacing(/\\(?:v|0|u0000)/) { _ in "x" }.map { !$0.foundation.isNotJSON } ?? false
        }
    )

    static let json5Lines = Difference(
        id: "json5-lines",
        what: "With `allowsJSON5`, a string that a backslash continues on the next line",
        foundation: "The line feed stays in the string",
        policyJSON: "It does not",
        reason: "JSON5 says so (section 5.2)",
        specimens: [
            Specimen("'a\\\nb'", Subject(String.self), json5, foundation: #"String(a\nb)"#, policyJSON: "String(ab)")
        ],
        covers: { trial in
            // The same as in one line.
            trial.options.allowsJSON5
                && trial.replacing(/\\(?:\r\n|\n|\r|\u{2028}|\u{2029})/) { _ in "" }.map {
                    $0.foundation == trial.policyJSON
                }
                    ?? false
        }
    )

    static let json5KeyEscapes = Difference(
        id: "json5-key-escapes",
        what: #"With `allowsJSON5`, escapes in keys without quotes (`{\u0061:1}`)"#,
        foundation: "The key has the backslash and what follows it as characters",
        policyJSON: "The key has the character",
        reason: "JSON5 says so (section 3)",
        specimens: [
            Specimen(
                #"{val\u0075e:1}"#, Subject(Member<Int>.self), json5,
                foundation:
                    #"keyNotFound(value) at []: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#,
                policyJSON: "Member<Int>(value: Int(1))")
        ],
        covers: { trial in
            // The same without escapes.
            trial.options.allowsJSON5 && trial.unescaped.map { $0.foundation == trial.policyJSON } ?? false
        }
    )

    static let json5Identifiers = Difference(
        id: "json5-identifiers",
        what:
            "With `allowsJSON5`, characters beyond ASCII in keys without quotes that are no letters or digits (`{😀:1}`)",
        foundation: "Refused: the given data was not valid JSON",
        policyJSON: "Accepted",
        reason: "ECMAScript's tables of identifiers are large and grow with Unicode; such a key is not ambiguous",
        specimens: [
            Specimen("{😀:1}", Subject(Empty.self), json5, foundation: notJSON, policyJSON: "Empty()"),
            Specimen(#"{\ud83d\ude00:1}"#, Subject(Empty.self), json5, foundation: notJSON, policyJSON: "Empty()"),
            Specimen("{٣:1}", Subject(Empty.self), json5, foundation: notJSON, policyJSON: "Empty()"),
        ],
        covers: { trial in
            guard trial.options.allowsJSON5, trial.foundation.isNotJSON, !trial.policyJSON.isNotJSON else {
                return false
            }
            // Foundation takes the key with a letter in their place. A mark may combine with the brace before it.
            let beyond = /\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|[^\u{0}-\u{7F}]+/.matchingSemantics(.unicodeScalar)
            return trial.replacing(beyond) { _ in "x" }.map { !$0.foundation.isNotJSON } ?? false
        }
    )

    static let json5Hexadecimals = Difference(
        id: "json5-hexadecimals",
        what:
            "With `allowsJSON5`, hexadecimal numbers as `Double` or `Float` that cannot hold them exactly, and `-0x0`",
        foundation: "`dataCorrupted` with an empty path: the given data was not valid JSON; `0.0`",
        policyJSON: "The nearest value, as for decimal numbers; `-0.0`",
        reason: "How a number is written must not matter",
        specimens: [
            Specimen(
                "[0x20000000000001]", Subject([Double].self), json5, foundation: notJSON,
                policyJSON: "Array<Double>(Double(9007199254740992.0))"),
            Specimen(
                "[-0x0]", Subject([Float].self), json5, foundation: "Array<Float>(Float(0.0))",
                policyJSON: "Array<Float>(Float(-0.0))"),
        ],
        covers: { trial in
            // The same in decimal.
            trial.options.allowsJSON5 && trial.policyJSON.isValue
                && trial.replacing(/0[xX][0-9a-fA-F]+/) { text in
                    UInt64(text.dropFirst(2), radix: 16).map { String($0) } ?? text
                }.map { $0.foundation == trial.policyJSON } ?? false
        }
    )

    static let json5DecimalNaN = Difference(
        id: "json5-decimal-nan",
        what: "With `allowsJSON5`, `NaN` and `Infinity` as `Decimal`",
        foundation: "`Decimal.nan` for both",
        policyJSON: "`dataCorrupted` at the value's path, with the number and the type",
        reason: "A `Decimal` that is no number spreads unseen",
        specimens: [
            Specimen(
                "[-Infinity]", Subject([Decimal].self), json5, foundation: "Array<Decimal>(Decimal(NaN))",
                policyJSON: "dataCorrupted() at [Index 0#0]: Parsed JSON number <-Infinity> does not fit in Decimal.")
        ],
        covers: { trial in
            trial.options.allowsJSON5 && trial.foundation.description.contains("Decimal(NaN)")
                && trial.policyJSON.failure?.text.contains(
                    /^Parsed JSON number <[-+]?(NaN|Infinity)> does not fit in Decimal\.$/)
                    ?? false
        }
    )

    static let json5Crashes = Difference(
        id: "json5-crashes",
        what: "With `allowsJSON5`, `[1e+]` as `[Double]` and `[-0x8000000000000001]` as `[Int]`",
        foundation: "The process crashes",
        policyJSON: "The given data was not valid JSON; the number does not fit",
        reason: "No input may end the process",
        pinnedBy: "JSON5Tests.crashes"
    )
}
