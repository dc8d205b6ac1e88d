import Foundation
import PolicyJSON
import Testing

/// Turns off all rules for a type or a path, and everything inside.
@Suite struct StrictlyTests {
    struct Payment: Decodable { let amount: Int, lines: [Line]?, note: String? }
    struct Line: Decodable { let price: Double }
    struct Order: Decodable { let id: Int, payment: Payment?, payments: [Payment]? }

    static let byType = DecodingPolicy {
        DecodingPolicy.lenient
        For(Payment.self) { Strictly() }
    }
    static let byPath = DecodingPolicy {
        At("payment") { Strictly() }
        DecodingPolicy.lenient
    }
    static let mismatch = "Expected to decode Int but found a string instead."
    static let repaired = #"NumbersFromStrings, converted, 'id' '/id', 1:7+6, Int: "1" → 1, \#(mismatch)"#

    @Test(
        arguments: [
            (
                byType,
                Row(
                    Order.self, #"{"id":"1","payment":{"amount":2}}"#,
                    "Order(id: 1, payment: Optional(Payment(amount: 2, lines: nil, note: nil)), payments: nil)",
                    repaired)
            ),
            (
                byType,
                Row(
                    Order.self, #"{"id":"1","payment":{"amount":"2"}}"#,
                    "typeMismatch(Int) at payment.amount: \(mismatch)",
                    repaired)
            ),
            (
                byType,
                Row(
                    Order.self, #"{"id":1,"payment":{"amount":2,"lines":[{"price":1},{"price":"2"}]}}"#,
                    "typeMismatch(Double) at payment.lines[1].price: Expected to decode Double but found a string instead."
                )
            ),
            (
                byType,
                Row(
                    Order.self, #"{"id":1,"payments":[{"amount":1},{}]}"#,
                    #"keyNotFound(amount) at payments[1]: No value associated with key CodingKeys(stringValue: "amount", intValue: nil) ("amount")."#
                )
            ),
            (
                byPath,
                Row(
                    Order.self, #"{"id":"1","payment":{"amount":"2"}}"#,
                    "typeMismatch(Int) at payment.amount: \(mismatch)",
                    repaired)
            ),
            (
                byPath,
                Row(
                    Order.self, #"{"id":"1","payments":[{"amount":"2"}]}"#,
                    "Order(id: 1, payment: nil, payments: Optional([Payment(amount: 2, lines: nil, note: nil)]))",
                    repaired,
                    #"NumbersFromStrings, converted, 'payments[0].amount' '/payments/0/amount', 1:33+32, Int: "2" → 2, \#(mismatch)"#
                )
            ),
            // A rule in an inner scope is turned off, too, regardless of the order.
            (
                DecodingPolicy {
                    At("payment.amount") { NumbersFromStrings() }
                    For(Payment.self) { Strictly() }
                },
                Row(
                    Order.self, #"{"id":1,"payment":{"amount":"2"}}"#,
                    "typeMismatch(Int) at payment.amount: \(mismatch)")
            ),
            // Rules that watch are turned off, too.
            (
                DecodingPolicy {
                    UnknownKeys(.fail)
                    KeyMatching(.caseInsensitive)
                    EmptyStrings(.asNil, includingOptionalStrings: true)
                    For(Payment.self) { Strictly() }
                },
                Row(
                    Order.self, #"{"id":1,"PAYMENT":{"amount":2,"x":0,"NOTE":"a","note":""}}"#,
                    #"Order(id: 1, payment: Optional(Payment(amount: 2, lines: nil, note: Optional(""))), payments: nil)"#,
                    #"KeyMatching, key matched, 'payment' '/PAYMENT', 1:19+18, Order: "PAYMENT" → payment, No value associated with key CodingKeys(stringValue: "payment", intValue: nil) ("payment")."#
                )
            ),
            (DecodingPolicy { Strictly() }, Row(Int.self, #""1""#, "typeMismatch(Int) at the top: \(mismatch)")),
            (
                DecodingPolicy {
                    Strictly()
                    DecodingPolicy.lenient
                },
                Row([Int].self, #"[1,"1"]"#, "typeMismatch(Int) at [1]: \(mismatch)")
            ),
            (
                DecodingPolicy {
                    At("[1]") { Strictly() }
                    DecodingPolicy.lenient
                },
                Row(
                    [Int].self, #"["x","1"]"#, "typeMismatch(Int) at [1]: \(mismatch)",
                    #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Int: "x" → dropped, \#(mismatch)"#
                )
            ),
        ] as [(DecodingPolicy, Row)])
    func outcomes(policy: DecodingPolicy, row: Row) { row.check(policy) }

    struct Dot: Decodable { var x: Int? }
    enum Shape: Decodable {
        case dot
        case circle(Int)
    }

    static let undecodableElements: [(String, any (Decodable & SendableMetatype).Type)] = [
        (#"[1]"#, [Dot].self), (#"[null]"#, [Dot].self), (#"[{"x":"1"}]"#, [Dot].self), (#"[1]"#, [Shape].self),
        (#"["a"]"#, [Int].self),
    ]

    /// An element of a kind that its type does not accept, in an array about which a rule is consulted.
    @Test func collectionsAround() throws {
        let policy = DecodingPolicy {
            Fallbacks(.emptyArray)
            At("all[*]") { Strictly() }
        }
        func check<E: Decodable>(_ json: String, _ type: E.Type) throws {
            let decoder = PolicyJSONDecoder(policy: policy)
            let value = try decoder.decode([String: E].self, from: #"{"all":\#(json)}"#)
            #expect(printed(value) == #"["all": []]"#)
            #expect(
                printed(try decoder.decodeCollectingErrors([String: E].self, from: #"{"all":\#(json)}"#))
                    == printed(value))
        }
        for (json, type) in Self.undecodableElements { try check(json, type) }
    }

    /// All rules are turned off for the array: whether it is decoded as a whole or in parts.
    @Test func arraysInParts() throws {
        let elements = #"[{"price":"1"},{"price":"2"}]"#
        for scope in [DecodingPolicy { At("") { Strictly() } }, DecodingPolicy { For([Line].self) { Strictly() } }] {
            let policy = DecodingPolicy {
                DecodingPolicy.lenient
                scope
            }
            for mode in ParsingMode.windowed + [.whole] {
                #expect(
                    mode.outcome(of: [Line].self, from: Array(elements.utf8), policy).contains("[0].price"), "\(mode)")
            }
        }
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                NumbersFromStrings()
                At("items") { Strictly() }
            })
        let text = #"{"items":\#(elements),"others":\#(elements)}"#
        for (path, isStrict) in [("items", true), ("others", false)] {
            let stream = try decoder.elements(of: Line.self, at: PathPattern(path), from: Chunks(Array(text.utf8)))
            var outcomes: [String] = []
            do {
                for element in stream { outcomes.append("\(try element.get().price)") }
            } catch {
                outcomes.append("\(error)")
            }
            if isStrict {
                #expect(outcomes.count == 1 && outcomes[0].contains("Expected to decode Double but found a string"))
            } else {
                #expect(outcomes == ["1.0", "2.0"])
            }
        }
        let value = try JSONValue(parsing: text)
        let found = #expect(throws: (any Error).self) { try decoder.decode(Line.self, from: value["items"][0]) }
        #expect("\(found.map { "\($0)" } ?? "")".contains("Expected to decode Double"))
        #expect(throws: Never.self) { try decoder.decode(Line.self, from: JSONValue(parsing: elements)[0]) }
    }

    @Test func allProblems() {
        #expect(
            CollectingErrorsTests.problems(
                [Payment].self, #"[{"amount":"x","lines":[{"price":"y"}]},{"amount":"2","note":3}]"#, Self.byType)
                == [
                    "1:12: [0].amount: \(Self.mismatch)",
                    "1:34: [0].lines[0].price: Expected to decode Double but found a string instead.",
                    "1:51: [1].amount: \(Self.mismatch)",
                    "1:62: [1].note: Expected to decode String but found number instead.",
                ])
    }
}
