import Foundation
import PolicyJSON

extension PolicyOverhead {
    /// What one row does.
    struct Step {
        let name: String
        /// How many times as long as the base the row may take; `nil`: that is not limited.
        var atMost: Double?
        /// How many times as many instructions as the base the row may take; `nil`: that is not limited.
        var instructionsAtMost: Double?
        let run: () throws -> Void

        init(
            _ name: String, atMost: Double? = nil, instructionsAtMost: Double? = nil, _ run: @escaping () throws -> Void
        ) {
            self.name = name
            self.atMost = atMost
            self.instructionsAtMost = instructionsAtMost
            self.run = run
        }
    }

    /// Rows that are divided by the same base.
    struct Group {
        let base: Step
        let others: [Step]
        /// Whether its instructions are counted, too.
        var isCounted = true
    }

    /// A row that decodes a document, with a report or without.
    func decode<T: Decodable>(
        _ type: T.Type, _ document: Data, _ policy: DecodingPolicy, reports: Bool = false
    ) -> () throws -> Void {
        let decoder = PolicyJSONDecoder(policy: policy)
        return {
            if reports {
                blackHole(try decoder.decodeReporting(type, from: document).value)
            } else {
                blackHole(try decoder.decode(type, from: document))
            }
        }
    }

    /// The groups, each of which makes its documents when it is asked for.
    var groups: [() -> Group] {
        [cleanOrders, cleanSales, watchedSales, repairedSales, droppedElements, flatLedger, deepLedger]
    }

    private func cleanOrders() -> Group {
        clean("clean orders", [Order].self, documents.orders)
    }

    private func cleanSales() -> Group {
        clean("clean sales", [Sale].self, documents.cleanSales)
    }

    /// A document that decodes strictly takes no more than that, whatever the policy.
    private func clean<T: Decodable>(_ name: String, _ type: T.Type, _ document: Data) -> Group {
        Group(
            base: Step("\(name), .strict", decode(type, document, .strict)),
            others: [
                Step("\(name), .lenient", instructionsAtMost: 1.01, decode(type, document, .lenient)),
                Step(
                    "\(name), 20 rules and 10 paths", instructionsAtMost: 1.01,
                    decode(type, document, Self.twentyRules)),
                Step(
                    "\(name), 20 rules and 10 paths, with a report",
                    decode(type, document, Self.twentyRules, reports: true)),
            ])
    }

    private func repairedSales() -> Group {
        let (clean, repaired) = (documents.cleanSales, documents.repairedSales)
        return Group(
            base: Step("unrepaired sales, .lenient", decode([Sale].self, clean, .lenient)),
            others: [
                Step(
                    "sales with each value repaired", atMost: 3.5, instructionsAtMost: 3.4,
                    decode([Sale].self, repaired, .lenient)),
                Step(
                    "sales with each value repaired, with a report", atMost: 4,
                    decode([Sale].self, repaired, .lenient, reports: true)),
                Step(
                    "sales with each value repaired, 20 rules and 10 paths", atMost: 4,
                    decode([Sale].self, repaired, Self.twentyRules)),
                Step(
                    "sales with each value repaired, 20 rules and 10 paths, with a report",
                    decode([Sale].self, repaired, Self.twentyRules, reports: true)),
            ])
    }

    private func droppedElements() -> Group {
        let count = documents.integerCount
        let clean = OverheadDocuments.integers(count, isHalfUndecodable: false)
        let broken = OverheadDocuments.integers(count, isHalfUndecodable: true)
        let half = OverheadDocuments.integers(count / 2, isHalfUndecodable: true)
        let (all, part) = (TableText.count(count), TableText.count(count / 2))
        return Group(
            base: Step("\(part) integers, half of them dropped", decode([Int].self, half, .lenient)),
            others: [
                Step("\(all) integers, half of them dropped", decode([Int].self, broken, .lenient)),
                Step(
                    "\(all) integers, half of them dropped, with a report",
                    decode([Int].self, broken, .lenient, reports: true)),
                Step("\(all) integers, none dropped", decode([Int].self, clean, .lenient)),
            ],
            isCounted: false)
    }

    private func flatLedger() -> Group {
        let (clean, broken) = (documents.ledger(isRepaired: false), documents.ledger(isRepaired: true))
        return Group(
            base: Step("one large object, .strict", decode(Ledger.self, clean, .strict)),
            others: oneRepair("one large object, last member repaired", Ledger.self, broken))
    }

    private func deepLedger() -> Group {
        let deepest = OverheadDocuments.levels - 1
        return Group(
            base: Step("500 levels, .strict", decode(LedgerLevel.self, documents.levels(repaired: nil), .strict)),
            others: oneRepair(
                "500 levels, deepest last member repaired", LedgerLevel.self,
                documents.levels(repaired: deepest))
                + oneRepair(
                    "500 levels, outermost last member repaired", LedgerLevel.self,
                    documents.levels(repaired: 0)))
    }

    /// One repair at the end of a large document: what has been decoded before it is not decoded again and again.
    private func oneRepair<T: Decodable>(_ name: String, _ type: T.Type, _ document: Data) -> [Step] {
        [
            Step(name, atMost: 2.5, decode(type, document, .lenient)),
            Step("\(name), with a report", atMost: 2.5, decode(type, document, .lenient, reports: true)),
            Step("\(name), 20 rules and 10 paths", atMost: 2.5, decode(type, document, Self.twentyRules)),
        ]
    }
}
