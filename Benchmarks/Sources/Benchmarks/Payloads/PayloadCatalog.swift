import Foundation

/// All payloads, in the order of the table.
enum PayloadCatalog {
    static let all: [any Payload] = corpus + generated + causes + small

    /// Real documents, which may be missing; see ``CorpusFolder``.
    private static let corpus: [any Payload] = [
        TypedPayload("twitter", Twitter.self) { try CorpusFolder.document("twitter") },
        TypedPayload("canada", Canada.self) { try CorpusFolder.document("canada") },
        TypedPayload("citm_catalog", CitmCatalog.self) { try CorpusFolder.document("citm_catalog") },
        TypedPayload("github_events", [GitHubEvent].self) { try CorpusFolder.document("github_events") },
    ]

    /// The names of the payloads that are there on every machine.
    static var generatedNames: [String] { (generated + causes + small).map(\.name) }

    private static let generated: [any Payload] = [
        TypedPayload(
            "orders", [Order].self, short: { OrderText.document(count: 5_500) },
            document: { OrderText.document(count: 50_000) }),
        TypedPayload(
            "orders-dates", [DatedOrder].self, settings: .dates, short: { OrderText.document(count: 5_500) },
            document: { OrderText.document(count: 10_000) }),
        TypedPayload(
            "orders-snake", [PlainOrder].self, settings: .snakeCase, short: { OrderText.document(count: 5_500) },
            document: { OrderText.document(count: 10_000) }),
        TypedPayload(
            "logs", [LogEntry].self, short: { LogText.document(count: 5_800) },
            document: { LogText.document(count: 100_000) }),
        TypedPayload("dictionary-1k", [String: Int].self) { DictionaryText.document(count: 1_000) },
        TypedPayload("dictionary-40k", [String: Int].self) { DictionaryText.document(count: 40_000) },
    ]

    /// Documents that vary one cause each.
    private static let causes: [any Payload] = [
        TypedPayload("escaped-text", [Post].self) { PostText.posts(count: 3_000) },
        TypedPayload("invoices", [Invoice].self) { InvoiceText.document(count: 2_000) },
        TypedPayload("long-text", [String].self) { PostText.paragraphs(count: 500) },
        TypedPayload("doubles", [Double].self) { PostText.doubles(count: 10_000) },
        TypedPayload("meshes", [Mesh].self) { PostText.meshes(count: 250) },
        TypedPayload("any-json-text", AnyJSON.self) { PostText.posts(count: 1_000) },
        TypedPayload("any-json-numbers", AnyJSON.self) { PostText.readings(count: 2_000) },
        TypedPayload("failures", [Attribute].self) { PostText.attributes(count: 10_000) },
        TypedPayload(
            "envelope", OrderEnvelope.self, short: { PostText.envelope(count: 5_500) },
            document: { PostText.envelope(count: 50_000) }),
    ]

    /// Bodies, each of which a round decodes by the thousand.
    private static let small: [any Payload] = [
        TypedPayload("small-token", AccessToken.self) { SmallText.accessToken() },
        TypedPayload("small-order", Order.self) { SmallText.order() },
        TypedPayload("small-profile", Profile.self) { SmallText.profile() },
        TypedPayload("small-page", OrderPage.self) { SmallText.page() },
    ]

    /// The requested payloads.
    ///
    /// - Parameter names: Each is the name of a payload, or else a part of the names of several. Empty for all payloads.
    /// - Throws: ``BenchmarkFailure`` if a name fits no payload.
    static func payloads(named names: [String]) throws -> [any Payload] {
        guard !names.isEmpty else {
            return all
        }
        var chosen: Set<String> = []
        for name in names {
            let known = all.map(\.name)
            let fitting = known.contains(name) ? [name] : known.filter { $0.contains(name) }
            guard !fitting.isEmpty, !name.isEmpty else {
                throw BenchmarkFailure("no payload is named '\(name)'; there are \(known.joined(separator: ", "))")
            }
            chosen.formUnion(fitting)
        }
        return all.filter { chosen.contains($0.name) }
    }
}
