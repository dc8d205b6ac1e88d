import Foundation

/// Makes the document whose model is ``Invoice``.
struct InvoiceText {
    private var generator = SeededGenerator(seed: 0x1A01CE)

    /// An array of `count` invoices, about 450 bytes each.
    static func document(count: Int) -> Data {
        var invoices = InvoiceText()
        var text = JSONText()
        text.array { text in
            for _ in 0..<count {
                text.object { invoices.writeMembers(to: &$0) }
            }
        }
        return text.data
    }

    private mutating func writeMembers(to text: inout JSONText) {
        text.member("id", identifier())
        text.member("customer", identifier())
        text.key("net")
        text.raw(amount())
        text.key("tax")
        text.raw(amount())
        text.member("document", "https://example.org/invoices/\(generator.below(1_000_000)).pdf")
        text.member("digest", bytes(32).base64EncodedString())
        text.key("payment")
        text.object { writePayment(to: &$0) }
        text.key("reminders")
        text.array { text in
            for _ in 0..<generator.below(4) {
                text.raw(generator.oneIn(2) ? "null" : "\(generator.below(30))")
            }
        }
        text.key("discounts")
        text.object { text in
            for name in ["volume", "season"] where generator.oneIn(2) {
                text.key(name)
                text.raw(amount())
            }
        }
    }

    private mutating func writePayment(to text: inout JSONText) {
        switch generator.below(3) {
        case 0:
            text.key("card")
            text.object { text in
                text.member("number", "\(4_000_000_000_000_000 + generator.below(1_000_000_000))")
                text.member("expires", 202_700 + generator.below(12))
            }
        case 1:
            text.key("transfer")
            text.object { $0.member("iban", "DE\(10 + generator.below(90))50010517\(generator.below(1_000_000_000))") }
        default:
            text.key("cash")
            text.object { _ in }
        }
    }

    /// An amount whose last digit is not zero: `Decimal` would not write it again.
    private mutating func amount() -> String {
        "\(generator.below(10_000)).\(generator.below(10))\(1 + generator.below(9))"
    }

    private mutating func identifier() -> String {
        let random = [UInt8](bytes(16))
        let digits = random.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return groups.joined(separator: "-")
    }

    private mutating func bytes(_ count: Int) -> Data {
        Data((0..<count).map { _ in UInt8(generator.below(256)) })
    }
}
