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

    /// A page whose text has about this many bytes.
    static func text(bytes: Int) throws -> Data {
        func page(_ count: Int) -> Page { Page(page: 1, orders: (0..<count).map(Order.init)) }
        let encoder = JSONEncoder()
        let size = try encoder.encode(page(1_000)).count / 1_000
        return try encoder.encode(page(max(bytes / size, 1)))
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

extension Summary {
    init(_ page: Page) {
        self.init(orders: page.orders.count, items: page.orders.reduce(0) { $0 + $1.items.count })
    }
}
