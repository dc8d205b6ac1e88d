import Foundation
import PolicyJSON
import Testing

/// Documents that are designed to be expensive decode to the correct values. `Benchmarks --only hostile` measures their
/// cost per byte at growing sizes.
@Suite struct HostileDocumentsTests {
    /// Requests members in reverse order, and then some that do not exist.
    struct Reversed: Decodable {
        private(set) var sum = 0
        private(set) var count = 0
        private(set) var found = 0

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let keys = container.allKeys
            count = keys.count
            for key in keys.reversed() { sum += try container.decode(Int.self, forKey: key) }
            for key in keys.prefix(1000) where container.contains(AnyKey(key.stringValue + "x")) {
                found += 1
            }
        }
    }

    /// An object with keys from `name` and the values from 1 on.
    private func object(_ count: Int, _ name: (Int) -> String) -> Data {
        Data("{\((1...count).map { "\"\(name($0))\":\($0)" }.joined(separator: ","))}".utf8)
    }

    @Test(arguments: [
        ("distinct", 100_000, { @Sendable in "key\($0)" }),
        // The same length, and the same first and last eight bytes, so the same fingerprint.
        ("colliding", 30_000, { @Sendable in "collides\(10_000_000 + $0)collides" }),
        ("colliding, few", 128, { @Sendable in "collides\(10_000_000 + $0)collides" }),
        ("prefixes", 500, { @Sendable in String(repeating: "k", count: $0) }),
        ("escaped", 20_000, { @Sendable in #"\u006bey\#($0)"# }),
        ("accented", 20_000, { @Sendable in "é\($0)" }),
    ])
    func keys(name: String, count: Int, key: @Sendable (Int) -> String) throws {
        let data = object(count, key)
        for policy in [DecodingPolicy.strict, .lenient] {
            let decoder = PolicyJSONDecoder(policy: policy)
            let reversed = try decoder.decode(Reversed.self, from: data)
            #expect(reversed.count == count)
            #expect(reversed.sum == count * (count + 1) / 2)
            #expect(reversed.found == 0 || name == "prefixes")
            #expect(try decoder.decode([String: Int].self, from: data).count == count)
        }
    }

    @Test("the first of repeated keys", arguments: [2, 128, 129, 100_000])
    func repeated(count: Int) throws {
        let data = object(count) { _ in "k" }
        #expect(try PolicyJSONDecoder().decode([String: Int].self, from: data) == ["k": 1])
        let reversed = try PolicyJSONDecoder().decode(Reversed.self, from: data)
        #expect((reversed.sum, reversed.count) == (1, 1))
    }

    /// Opens objects inside each other, and catches an error in each.
    private struct Descending: Decodable {
        private(set) var failures = 0

        init(from decoder: any Decoder) throws {
            let (next, value) = (AnyKey("next"), AnyKey("value"))
            var container = try decoder.container(keyedBy: AnyKey.self)
            while true {
                do { _ = try container.decode(Int.self, forKey: value) } catch { failures += 1 }
                guard container.contains(next) else { return }
                container = try container.nestedContainer(keyedBy: AnyKey.self, forKey: next)
            }
        }
    }

    /// Errors at each of many levels: their paths have five thousand million keys in all.
    @Test func errorsAtEachLevel() throws {
        let levels = 100_000
        let open = String(repeating: #"{"value":"x","next":"#, count: levels - 1)
        let json = open + #"{"value":"x"}"# + String(repeating: "}", count: levels - 1)
        let decoder = PolicyJSONDecoder()
        decoder.limits = JSONLimits(depth: .max)
        #expect(try decoder.decode(Descending.self, from: json).failures == levels)
    }

    /// A name of many combining marks, as in a JSON Pointer from a request, that is compared with many keys.
    @Test func marksInNames() throws {
        let (acute, grave) = (String(repeating: "\u{301}", count: 4_000), String(repeating: "\u{316}", count: 4_000))
        let mixed = String(repeating: "\u{301}\u{316}", count: 4_000)
        let keys = (0..<30).map { #""é\#($0)":0"# }.joined(separator: ",")
        let value = try JSONValue(parsing: "{\(keys),\"a\(grave)\(acute)\":1}")
        for name in ["a\(mixed)", "a\(acute)\(grave)"] {
            #expect(value[name].int == 1)
            #expect(value.value(atPointer: "/" + name).int == 1)
            #expect(value.value(at: try DecodingPath(name)).int == 1)
            #expect(!value[name + "b"].exists)
        }
    }

    /// A string of many combining marks that a rule replaces.
    @Test func marksInReplacedStrings() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 100_000)
        let rule = ClosureRule("Replacing") { _ in .replaceIfDecodable(with: .document("[7]")) }
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        let outcome = try decoder.decodeReporting([[Int]].self, from: "[\"a\(marks)\"]")
        #expect(outcome.value == [[7]])
        #expect(outcome.report.count == 1)
    }

    /// A string of many combining marks that is to name a case.
    @Test(.timeLimit(.minutes(10))) func marksInCases() {
        enum Figure: Codable { case spot(Int) }
        let marks = String(repeating: "\u{301}\u{316}", count: 300_000)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Variants(of: Figure.self, .externally) })
        #expect(throws: DecodingError.self) { try decoder.decode([Figure].self, from: "[\"a\(marks)\"]") }
    }

    /// A rule with as many aliases as there are values: no value is compared with all of them.
    @Test func aliases() throws {
        enum Status: String, Decodable, CaseIterable { case sent, lost, open }
        let count = 20_000
        let rule = CaseMatching(
            caseInsensitive: true,
            aliases: ["sent": (0..<count).map { "Sent\($0)" } + ["Both", "S"], "lost": ["BOTH"], "open": ["o"]])
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { rule })
        let texts = (0..<count).map { "\"SENT\($0)\"" }.joined(separator: ",")
        let statuses = try decoder.decode([Status].self, from: "[\(texts),\"s\",\"O\"]")
        #expect(statuses == Array(repeating: .sent, count: count + 1) + [.open])
        // Aliases of several cases with the same spelling mean none of them.
        #expect(throws: DecodingError.self) { try decoder.decode([Status].self, from: #"["both"]"#) }
        #expect(try decoder.decode([Status].self, from: #"["Both","BOTH"]"#) == [.sent, .lost])
    }

    /// Numbers of a million digits, in every type.
    @Test func digits() throws {
        let million = 1_000_000
        let sevens = String(repeating: "7", count: million)
        let zeros = String(repeating: "0", count: million)
        let decoder = PolicyJSONDecoder()
        func value<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
            try decoder.decode([T].self, from: Data("[\(text)]".utf8))[0]
        }
        func expectRejection<T: Decodable>(_ type: T.Type, _ text: String) {
            do {
                _ = try value(type, text)
                Issue.record("\(type) accepts \(text.prefix(10))…")
            } catch DecodingError.dataCorrupted(let context) {
                #expect(context.codingPath.map(\.intValue) == [0])
                // The error shows the start of the number.
                #expect(context.debugDescription.utf8.count < 200)
                #expect(context.debugDescription.hasSuffix("does not fit in \(type)."))
            } catch {
                Issue.record("\(error)")
            }
        }
        #expect(try value(Double.self, "0.\(sevens)") == 7.0 / 9)
        #expect(try value(Float.self, "0.\(sevens)") == 7.0 / 9)
        #expect(try value(Double.self, "1\(zeros)e-1000000") == 1)
        #expect(try value(Double.self, "0.\(zeros)1e1000001") == 1)
        let decimal = try value(Decimal.self, "0.\(sevens)")
        #expect(abs(decimal - Decimal(7) / 9) < Decimal(sign: .plus, exponent: -37, significand: 1))
        // `Decimal` with many zeros: the same result as in Foundation.
        let foundation = try JSONDecoder().decode([Decimal].self, from: Data("[1.\(zeros)]".utf8))
        let ours = try value(Decimal.self, "1.\(zeros)")
        #expect([ours] == foundation)
        #expect(try value(Int.self, "1.\(zeros)") == 1)
        #expect(try value(UInt8.self, "255.\(zeros)") == 255)
        #expect(try value(Int128.self, "-12.\(zeros)e1") == -120)
        #expect(try value(UInt128.self, "1\(zeros)e-999990") == 10_000_000_000)
        for text in [sevens, "-1\(zeros)", "1.\(zeros)1"] {
            expectRejection(Int.self, text)
            expectRejection(Int8.self, text)
            expectRejection(UInt64.self, text)
            expectRejection(Int128.self, text)
            expectRejection(UInt128.self, text)
        }
        expectRejection(Double.self, sevens)
        expectRejection(Float.self, sevens)
        expectRejection(Decimal.self, sevens)
        // Beyond the default limit of 2^20 characters, the document is rejected.
        let error = #expect(throws: DecodingError.self) { try value(Double.self, "0.\(sevens)\(sevens)") }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect((context.underlyingError as? JSONSyntaxError)?.code == .numberLimit)
    }

    /// Failing attempts, 40 levels deep (the stack of a test is small).
    @Test func probing() throws {
        indirect enum Probed: Decodable {
            case text(String)
            case list([Probed])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if (try? container.decode(Int.self)) != nil || (try? container.decode([String: Int].self)) != nil {
                    self = .text("")
                } else if let text = try? container.decode(String.self) {
                    self = .text(text)
                } else {
                    self = .list(try container.decode([Probed].self))
                }
            }

            var leaves: Int {
                switch self {
                case .text: 1
                case .list(let list): list.reduce(0) { $0 + $1.leaves }
                }
            }
        }
        let inner = (0..<500).map { #""\#($0)""# }.joined(separator: ",")
        let text = String(repeating: "[", count: 40) + inner + String(repeating: "]", count: 40)
        #expect(try PolicyJSONDecoder().decode(Probed.self, from: Data(text.utf8)).leaves == 500)
    }
}
