import Foundation

/// One element of the generated document `invoices`: types of Foundation, and an enumeration with associated values.
struct Invoice: Codable, Equatable, Sendable {
    var id: UUID
    var customer: UUID
    var net: Decimal
    var tax: Decimal
    var document: URL
    var digest: Data
    var payment: InvoicePayment
    var reminders: [Int?]
    var discounts: [String: Decimal]
}

/// How an invoice is paid, coded as the compiler does it: in an object with one member.
enum InvoicePayment: Codable, Equatable, Sendable {
    case card(number: String, expires: Int)
    case transfer(iban: String)
    case cash
}
