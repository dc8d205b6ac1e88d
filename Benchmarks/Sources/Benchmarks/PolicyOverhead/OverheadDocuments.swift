import Foundation

/// The documents of the rows about policies.
struct OverheadDocuments: Sendable {
    let orders: Data
    let cleanSales: Data
    /// The same sales; each value has to be repaired.
    let repairedSales: Data
    let salesCount: Int
    /// How many elements the largest arrays of integers have.
    let integerCount: Int
    private let ledgerSales: Int
    private let levelSales: Int

    /// How many levels the deep documents have.
    static let levels = 500

    /// - Parameter isShort: whether they are to be a tenth as large, for what counts instructions.
    init(isShort: Bool) {
        let scale = isShort ? 10 : 1
        salesCount = 40_000 / scale
        integerCount = 1_000_000 / scale
        // 10 MB.
        ledgerSales = 72_000 / scale
        levelSales = ledgerSales / Self.levels
        orders = OrderText.document(count: 10_000 / scale)
        cleanSales = Data(Self.sales(salesCount, isRepaired: false).utf8)
        repairedSales = Data(Self.sales(salesCount, isRepaired: true).utf8)
    }

    private static func sales(_ count: Int, isRepaired: Bool) -> String {
        var text = "["
        text.reserveCapacity(count * 150)
        for index in 0..<count {
            let quote = isRepaired ? "\"" : ""
            let unquote = isRepaired ? "" : "\""
            text += index > 0 ? ",\n" : ""
            text +=
                "{\"id\":\(quote)\(1_000_000 + index)\(quote),\"reference\":\(unquote)\(77_000_000 + index)\(unquote),"
            text += "\"quantity\":\(quote)\(index % 90 + 1)\(quote),\"price\":\(quote)\(index % 5_000).25\(quote),"
            text += "\"isPaid\":\(isRepaired ? "\(index % 2)" : index % 2 == 1 ? "true" : "false"),"
            text += "\"postalCode\":\(unquote)\(10_000 + index % 80_000)\(unquote),"
            text += "\"channel\":\(quote)\(index % 3 + 1)\(quote),\"discount\":\(quote)0.\(index % 9 + 1)\(quote)}"
        }
        return text + "]"
    }

    /// An array of integers, of which every second one is undecodable, or none.
    static func integers(_ count: Int, isHalfUndecodable: Bool) -> Data {
        var text = "["
        text.reserveCapacity(count * 9)
        for index in 0..<count {
            if index > 0 { text += "," }
            text += isHalfUndecodable && index % 2 == 1 ? "\"none\"" : "\(100_000 + index % 800_000)"
        }
        return Data((text + "]").utf8)
    }

    /// One object with a large array, and a last member that may have to be repaired.
    func ledger(isRepaired: Bool) -> Data {
        Data(
            "{\"sales\":\(Self.sales(ledgerSales, isRepaired: false)),\"total\":\(isRepaired ? "\"7\"" : "7")}".utf8)
    }

    /// Objects inside each other.
    ///
    /// - Parameter repaired: the level whose last member has to be repaired, or `nil`.
    func levels(repaired: Int?) -> Data {
        let sales = Self.sales(levelSales, isRepaired: false)
        var text = ""
        text.reserveCapacity(Self.levels * (sales.utf8.count + 40))
        for level in 0..<Self.levels {
            text += "\(level > 0 ? ",\"next\":" : ""){\"sales\":\(sales)"
        }
        for level in (0..<Self.levels).reversed() {
            text += ",\"total\":\(level == repaired ? "\"7\"" : "7")}"
        }
        return Data(text.utf8)
    }
}
