import Foundation

/// A page of orders, as an online shop receives them.
struct Page: Codable {
    struct Customer: Codable { let id: Int, name: String, email: String }
    struct Item: Codable { let sku: String, quantity: Int, price: Double, discounted: Bool? }
    struct Order: Codable {
        let id: Int, customer: Customer, items: [Item], paid: Bool, note: String?
    }

    let page: Int
    let orders: [Order]

    /// Orders whose text has about this many bytes.
    static func orders(bytes: Int) throws -> [Order] {
        let size = try JSONEncoder().encode((0..<1_000).map(Order.init)).count / 1_000
        return (0..<max(bytes / size, 1)).map(Order.init)
    }
}

extension Page.Order {
    init(_ id: Int) {
        self.init(
            id: 10_000 + id, customer: .init(id: id, name: "Zoë Example \(id)", email: "customer\(id)@example.com"),
            items: (0..<3).map { .init(sku: "SKU-\(id)-\($0)", quantity: $0 + 1, price: 12.5, discounted: $0 == 1) },
            paid: id % 2 == 0, note: id % 3 == 0 ? "Leave at the door,\nplease." : nil)
    }
}

/// The response.
struct Summary: Codable { let orders: Int, items: Int }

/// What a request sends.
protocol Orders: Decodable {
    var orders: [Page.Order] { get }
}

extension Page: Orders {}

extension [Page.Order]: Orders {
    var orders: [Page.Order] { self }
}

extension Summary {
    init(_ body: some Orders) {
        self.init(orders: body.orders.count, items: body.orders.reduce(0) { $0 + $1.items.count })
    }
}
