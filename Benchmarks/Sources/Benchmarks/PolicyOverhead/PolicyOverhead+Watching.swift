import Foundation
import PolicyJSON

extension PolicyOverhead {
    /// The sales without errors, under one rule each that watches: that is consulted where strict decoding succeeds, too.
    func watchedSales() -> Group {
        let sales = documents.cleanSales
        return Group(
            base: Step("clean sales, .strict, for watching rules", decode([Sale].self, sales, .strict)),
            others: Self.watchingRules.map { name, rule in
                Step("clean sales, \(name)", decode([Sale].self, sales, DecodingPolicy([rule])))
            })
    }

    private static let watchingRules: [(name: String, rule: any DecodingRule)] = [
        ("Envelope", Envelope("data", isRequired: false)),
        ("NestedOptionals", NestedOptionals()),
        ("DuplicateKeys", DuplicateKeys(.fail)),
        ("AbsoluteURLs", AbsoluteURLs(scheme: "https")),
        ("RequiredKeys", RequiredKeys()),
        ("Defaults for optionals", DefaultValues(9, for: [.missingOptional, .nullOptional])),
        ("EmptyStrings for strings", EmptyStrings(.asNil, includingOptionalStrings: true)),
        ("Sentinels", Sentinels(.asNil, strings: ["N/A"], numbers: [-1])),
        ("KeyMatching", KeyMatching(.snakeCase)),
        ("KeyMatching, case-insensitive", KeyMatching(.caseInsensitive)),
        ("UnknownKeys, reported", UnknownKeys(.report)),
        ("UnknownKeys, kept", UnknownKeys(.keep)),
        ("Validate", Validate { (sale: Sale) in if sale.quantity < 0 { throw CancellationError() } }),
        ("Variants of another type", Variants(of: Tagged.self, .internally(by: "type"))),
    ]

    private enum Tagged: Codable {
        case one(Int)
    }
}
