import Foundation

/// Makes the documents whose models are ``Order`` and ``DatedOrder``.
struct OrderText {
    private var generator = SeededGenerator(seed: 0x0DE5)
    private var nextID = 1_000_001

    /// An array of `count` orders, about 380 bytes each.
    static func document(count: Int) -> Data {
        var orders = OrderText()
        var text = JSONText()
        text.array { text in
            for _ in 0..<count {
                orders.write(to: &text)
            }
        }
        return text.data
    }

    /// Writes the next order.
    mutating func write(to text: inout JSONText) {
        text.object { writeMembers(to: &$0) }
    }

    private mutating func writeMembers(to text: inout JSONText) {
        let quantity = 1 + generator.below(12)
        let cents = 99 + generator.below(250_000)
        let status = generator.pick(OrderStatus.allCases)
        let day = generator.below(360)
        text.member("id", nextID)
        text.member("reference", "ORD-2024-\(generator.below(900_000) + 100_000)-\(generator.pick(Self.cities).code)")
        text.member("customer", "\(generator.pick(Self.givenNames)) \(generator.pick(Self.familyNames))")
        text.member("status", status.rawValue)
        text.member("currency", generator.pick(Self.currencies))
        text.member("quantity", quantity)
        text.member("unit_price", Double(cents) / 100)
        text.member("total", Double(cents * quantity) / 100)
        text.member("is_paid", !generator.oneIn(5))
        text.member("is_gift", generator.oneIn(8))
        writeNote(to: &text)
        text.member("created_at", time(day: day))
        let hasLeft = status == .shipped || status == .delivered || status == .returned
        text.member("shipped_at", hasLeft ? time(day: day + 2) : nil)
        text.key("address")
        text.object { writeAddress(to: &$0) }
        nextID += 1
    }

    /// A note is there, null or missing.
    private mutating func writeNote(to text: inout JSONText) {
        switch generator.below(4) {
        case 0: text.member("note", generator.pick(Self.notes))
        case 1: text.member("note", nil)
        default: break
        }
    }

    private mutating func writeAddress(to text: inout JSONText) {
        let city = generator.pick(Self.cities)
        text.member("street", "\(generator.pick(Self.streets)) \(1 + generator.below(180))")
        text.member("postal_code", String(10_000 + generator.below(89_999)))
        text.member("city", city.name)
        text.member("country", city.country)
    }

    /// A time in 2024 as ISO 8601 without fractions; every month has 30 days and February 28.
    private mutating func time(day: Int) -> String {
        let month = day / 30 % 12 + 1
        let dayOfMonth = min(day % 30 + 1, month == 2 ? 28 : 30)
        let fields = [month, dayOfMonth, generator.below(24), generator.below(60), generator.below(60)]
            .map { $0.padded(to: 2) }
        return "2024-\(fields[0])-\(fields[1])T\(fields[2]):\(fields[3]):\(fields[4])Z"
    }
}

extension OrderText {
    private static let currencies = ["EUR", "USD", "CHF", "JPY", "SEK"]
    private static let givenNames = [
        "Ada", "Björn", "Chloé", "Dmitri", "Emmy", "Fatima", "Grace", "Hiroshi", "Inês", "Katherine",
    ]
    private static let familyNames = [
        "Lovelace", "Nilsson", "Dupont", "Ivanov", "Noether", "Haddad", "Hopper", "Tanaka",
    ]
    private static let streets = [
        "Bahnhofstraße", "Rue de l'Église", "Station Road", "Calle Mayor", "Storgatan", "Via Roma",
    ]
    private static let notes = [
        "Please ring twice.", "Leave with the neighbour at number 12, second floor.", "Gift wrap: \"birthday\"",
        "Call ahead\nbefore delivery", "Zerbrechlich – bitte vorsichtig behandeln",
    ]
    private static let cities: [(name: String, country: String, code: String)] = [
        ("Zürich", "CH", "ZRH"), ("Köln", "DE", "CGN"), ("Lisboa", "PT", "LIS"), ("Göteborg", "SE", "GOT"),
        ("San Francisco", "US", "SFO"), ("東京", "JP", "TYO"), ("Nantes", "FR", "NTE"), ("Manchester", "GB", "MAN"),
    ]
}
