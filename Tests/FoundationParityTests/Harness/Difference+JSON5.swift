import Foundation

extension Difference {
    private static let json5 = Options(name: "JSON5", allowsJSON5: true)

    static let json5Escapes = Difference(
        id: "json5-escapes",
        what: #"With `allowsJSON5`, `\v`, `\0`, `\x00` and `\u0000` in strings"#,
        foundation: "Rejected: the given data was not valid JSON",
        policyJSON: "The character that JSON5 defines",
        reason: "JSON5 defines the first three, and JSON the last",
        specimens: [
            Specimen(#""a\vb""#, Subject(String.self), json5, foundation: notJSON, policyJSON: #"String(a\u{0B}b)"#),
            Specimen(
                #"['\0']"#, Subject([String].self), json5, foundation: notJSON,
                policyJSON: #"Array<String>(String(\0))"#),
            Specimen(
                #"['\u0000']"#, Subject([String].self), json5, foundation: notJSON,
                policyJSON: #"Array<String>(String(\0))"#),
            Specimen(
                #"["\x00"]"#, Subject([String].self), json5, foundation: notJSON,
                policyJSON: #"Array<String>(String(\0))"#),
            Specimen(
                #"{'\x00':1}"#, Subject([String: Int].self), json5, foundation: notJSON,
                policyJSON: #"Dictionary<String, Int>((key: String, value: Int)(key: String(\0), value: Int(1)))"#),
        ],
        covers: { trial in
            guard trial.options.allowsJSON5, !trial.policyJSON.isNotJSON else { return false }
            // Without these escapes, Foundation accepts the document, too.
            let other = trial.replacingTokens { token in
                let text = token.text.replacing(/\\(?:v|0|x00|u0000)/, with: "x")
                return token.isQuoted && text != token.text ? text : nil
            }
            return other.map { !$0.foundation.isNotJSON && $0.foundation != trial.foundation } ?? false
        }
    )

    static let json5Lines = Difference(
        id: "json5-lines",
        what: "With `allowsJSON5`, a line continuation in a string (a backslash before LF, CR or CR LF)",
        foundation: "The string contains the line end",
        policyJSON: "The string does not contain it",
        reason: "JSON5, section 5.2",
        specimens: [
            Specimen("'a\\\nb'", Subject(String.self), json5, foundation: #"String(a\nb)"#, policyJSON: "String(ab)"),
            Specimen("'a\\\rb'", Subject(String.self), json5, foundation: #"String(a\rb)"#, policyJSON: "String(ab)"),
            Specimen(
                "'a\\\r\nb'", Subject(String.self), json5, foundation: #"String(a\r\nb)"#, policyJSON: "String(ab)"),
        ],
        covers: { trial in
            // Equivalent to the string on one line.
            trial.options.allowsJSON5 && !trial.policyJSON.isNotJSON
                && trial.replacing(/\\(?:\r\n|\n|\r|\u{2028}|\u{2029})/) { _ in "" }.map {
                    $0.foundation == trial.policyJSON
                }
                    ?? false
        }
    )

    static let json5KeyEscapes = Difference(
        id: "json5-key-escapes",
        what: #"With `allowsJSON5`, escapes in unquoted keys (`{\u0061:1}`)"#,
        foundation: "The key contains the backslash and the characters that follow it",
        policyJSON: "The key contains the escaped character",
        reason: "JSON5, section 3",
        specimens: [
            Specimen(
                #"{val\u0075e:1}"#, Subject(Member<Int>.self), json5,
                foundation:
                    #"keyNotFound(value) at []: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value")."#,
                policyJSON: "Member<Int>(value: Int(1))")
        ],
        covers: { trial in
            // Equivalent to a quoted key without escapes.
            let other = trial.replacingTokens { token in
                guard token.isKey, !token.isQuoted, token.text.contains(#"\u"#) else { return nil }
                return "\"\(token.text)\""
            }
            return trial.options.allowsJSON5 && other.map { $0.foundation == trial.policyJSON } ?? false
                && !json5Identifiers.covers(trial)
        }
    )

    static let json5KeyCodes = Difference(
        id: "json5-key-codes",
        what: #"With `allowsJSON5`, `\x` in unquoted keys (`{\x61:1}`)"#,
        foundation: "The key contains the backslash and the characters that follow it",
        policyJSON: "Rejected: the given data was not valid JSON",
        reason: #"JSON5 allows only `\u` in unquoted keys (section 3)"#,
        specimens: [
            Specimen(
                #"{\x61:1}"#, Subject([String: Int].self), json5,
                foundation:
                    #"Dictionary<String, Int>((key: String, value: Int)(key: String(\\x61), value: Int(1)))"#,
                policyJSON: notJSON)
        ],
        covers: { trial in
            guard trial.options.allowsJSON5, trial.policyJSON.isNotJSON, !unreadValues.covers(trial) else {
                return false
            }
            // Equivalent to a quoted key with an escaped backslash.
            return trial.replacingTokens { token in
                guard token.isKey, !token.isQuoted, token.text.contains(#"\x"#) else { return nil }
                return "\"\(token.text.replacing(#"\"#, with: #"\\"#))\""
            }.map { $0.foundation == trial.foundation } ?? false
        }
    )

    static let json5Identifiers = Difference(
        id: "json5-identifiers",
        what:
            #"""
            With `allowsJSON5`, characters outside ASCII in unquoted keys that are neither letters, digits nor white space, \#
            and those as `\u` escapes (`{😀:1}`, `{\u2028:1}`)
            """#,
        foundation: "Rejected: the given data was not valid JSON",
        policyJSON: "Accepted",
        reason: "ECMAScript's identifier tables are large and grow with Unicode; such a key is not ambiguous",
        specimens: [
            Specimen("{😀:1}", Subject(Empty.self), json5, foundation: notJSON, policyJSON: "Empty()"),
            Specimen(#"{\ud83d\ude00:1}"#, Subject(Empty.self), json5, foundation: notJSON, policyJSON: "Empty()"),
            Specimen("{٣:1}", Subject(Empty.self), json5, foundation: notJSON, policyJSON: "Empty()"),
            Specimen(#"{\u2028:1}"#, Subject(Empty.self), json5, foundation: notJSON, policyJSON: "Empty()"),
        ],
        covers: { trial in
            guard trial.options.allowsJSON5, trial.foundation.isNotJSON, !trial.policyJSON.isNotJSON else {
                return false
            }
            // Foundation accepts the key with a letter in their place. A mark may combine with the preceding brace.
            let beyond = /(?:\\u[0-9a-fA-F]{4}|[^\u{0}-\u{7F}])+/.matchingSemantics(.unicodeScalar)
            let other = trial.replacingTokens { token in
                let text = token.text.replacing(beyond, with: "x")
                return token.isKey && !token.isQuoted && text != token.text ? text : nil
            }
            return other.map { !$0.foundation.isNotJSON } ?? false
        }
    )

    static let json5Hexadecimals = Difference(
        id: "json5-hexadecimals",
        what:
            "With `allowsJSON5`, hexadecimal numbers of more than 64 bits as `Decimal`, those that `Double` or `Float` cannot represent exactly, and `-0x0`",
        foundation: "`dataCorrupted` with an empty path: the given data was not valid JSON; `0.0`",
        policyJSON: "The number, or the nearest value, as for decimal numbers; `-0.0`",
        reason: "The notation of a number must not affect its value",
        specimens: [
            Specimen(
                "[0x20000000000001]", Subject([Double].self), json5, foundation: notJSON,
                policyJSON: "Array<Double>(Double(9007199254740992.0))"),
            Specimen(
                "[0x10000000000000000]", Subject([Double].self), json5, foundation: notJSON,
                policyJSON: "Array<Double>(Double(1.8446744073709552e+19))"),
            Specimen(
                "[-0x10000000000000000]", Subject([Decimal].self), json5, foundation: notJSON,
                policyJSON: "Array<Decimal>(Decimal(-18446744073709551616))"),
            Specimen(
                "[0x10000000000000000]", Subject([Int128].self), json5,
                foundation: "Array<Int128>(Int128(18446744073709551616))",
                policyJSON: "Array<Int128>(Int128(18446744073709551616))"),
            Specimen(
                "[-0x0]", Subject([Float].self), json5, foundation: "Array<Float>(Float(0.0))",
                policyJSON: "Array<Float>(Float(-0.0))"),
        ],
        covers: { trial in
            // Equivalent to the decimal number.
            trial.options.allowsJSON5 && trial.policyJSON.isValue
                && trial.replacingNumbers { text in
                    guard let match = text.wholeMatch(of: /([-+]?)0[xX]([0-9a-fA-F]+)/) else { return nil }
                    return UInt128(match.2, radix: 16).map { "\(match.1)\($0)" }
                }.map { $0.foundation == trial.policyJSON } ?? false
        }
    )

    static let json5DecimalNaN = Difference(
        id: "json5-decimal-nan",
        what: "With `allowsJSON5`, `NaN` and `Infinity` as `Decimal`, also if other characters follow (`NaN1`)",
        foundation: "`Decimal.nan`",
        policyJSON:
            "`dataCorrupted` at the value's path, with the number and the type; rejected if other characters follow",
        reason: "A `Decimal` that is not a number propagates unnoticed",
        specimens: [
            Specimen(
                "[-Infinity]", Subject([Decimal].self), json5, foundation: "Array<Decimal>(Decimal(NaN))",
                policyJSON: "dataCorrupted() at [Index 0#0]: Parsed JSON number <-Infinity> does not fit in Decimal."),
            Specimen(
                "[Infinityx]", Subject([Decimal].self), json5, foundation: "Array<Decimal>(Decimal(NaN))",
                policyJSON: notJSON),
        ],
        covers: { trial in
            // Equivalent to the number without the characters that follow.
            let isLonger = misreads(trial) { text in
                text.prefixMatch(of: /[-+]?(?:NaN|Infinity)/).map { $0.0 == text ? [] : ["NaN"] } ?? []
            }
            return isLonger
                || trial.options.allowsJSON5 && trial.foundation.description.contains("Decimal(NaN)")
                    && trial.policyJSON.failure?.text.contains(
                        /^Parsed JSON number <[-+]?(NaN|Infinity)> does not fit in Decimal\.$/)
                        ?? false
        }
    )

    static let json5Exponents = Difference(
        id: "json5-exponents",
        what:
            "With `allowsJSON5`, a number that ends with the sign of its exponent (`1e+`), as an integer or a `Decimal`",
        foundation: "The number without the exponent and, as an integer, without the fraction",
        policyJSON: "Rejected: the given data was not valid JSON",
        reason: "An exponent without digits is malformed, in JSON5 as in JSON",
        specimens: [
            Specimen("[1e+]", Subject([Int].self), json5, foundation: "Array<Int>(Int(1))", policyJSON: notJSON),
            Specimen(
                "[2.5e-]", Subject([UInt8].self), json5, foundation: "Array<UInt8>(UInt8(2))", policyJSON: notJSON),
            Specimen(
                "[.5E+]", Subject([Decimal].self), json5, foundation: "Array<Decimal>(Decimal(0.5))",
                policyJSON: notJSON),
        ],
        covers: { trial in
            // Equivalent to the number without the exponent, and without the fraction if Foundation ignores that.
            misreads(trial) { text in
                guard let match = text.wholeMatch(of: /([-+]?)(\d*)(\.\d*)?[eE][-+]/) else { return [] }
                return ["\(match.1)\(match.2)\(match.3 ?? "")", "\(match.1)\(match.2.isEmpty ? "0" : match.2)"]
            }
        }
    )

    static let json5HexadecimalFractions = Difference(
        id: "json5-hexadecimal-fractions",
        what: """
            With `allowsJSON5`, a hexadecimal number with a point or a binary exponent (`0x1.8p1`) and an integral \
            value, decoded as an integer
            """,
        foundation: "The integer",
        policyJSON: "Rejected: the given data was not valid JSON",
        reason: "JSON5 has only hexadecimal integers (section 6)",
        specimens: [
            Specimen("[0x1.8p1]", Subject([Int].self), json5, foundation: "Array<Int>(Int(3))", policyJSON: notJSON),
            Specimen("[-0X2.]", Subject([Int8].self), json5, foundation: "Array<Int8>(Int8(-2))", policyJSON: notJSON),
            Specimen(
                "[0x1p3]", Subject([UInt8].self), json5, foundation: "Array<UInt8>(UInt8(8))", policyJSON: notJSON),
        ],
        covers: { trial in
            // Equivalent to the decimal number.
            misreads(trial) { text in
                guard text.contains(/^[-+]?0[xX][0-9a-fA-F]*[.pP]/) else { return [] }
                return Int(exactly: unsafe strtod(text, nil)).map { ["\($0)"] } ?? []
            }
        }
    )

    /// Whether Foundation decodes a document that is not JSON5 like one with other numbers that is.
    private static func misreads(_ trial: Trial, as readings: (String) -> [String]) -> Bool {
        guard trial.options.allowsJSON5, trial.policyJSON.isNotJSON, !unreadValues.covers(trial) else { return false }
        return [0, 1].contains { index in
            let other = trial.replacingNumbers { text in
                let readings = readings(text)
                return readings.isEmpty ? nil : readings[min(index, readings.count - 1)]
            }
            return other.map { $0.foundation == trial.foundation } ?? false
        }
    }

    static let json5LastNumbers = Difference(
        id: "json5-last-numbers",
        what: "With `allowsJSON5`, a document that ends with a number",
        foundation: """
            Foundation reads past the end of the document: if the bytes there could continue the number, the process \
            crashes (`Double`), or an integer loses its fraction
            """,
        policyJSON: "The number, or an error if it does not fit",
        reason: "Decoding must not read past the end of the document",
        pinnedBy: "JSON5Tests.lastNumbers"
    )

    static let json5Crashes = Difference(
        id: "json5-crashes",
        what: """
            With `allowsJSON5`, `[1e+]` as `[Double]`, and `[0x0x]`, `[0x0e+]` and `[-0x8000000000000001]` as `[Int]`
            """,
        foundation: "The process crashes",
        policyJSON: "Rejected: the given data was not valid JSON, or, for the last one, the number does not fit",
        reason: "No input may terminate the process",
        pinnedBy: "JSON5Tests.crashes"
    )
}
