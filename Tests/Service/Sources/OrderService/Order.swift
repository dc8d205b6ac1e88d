import PolicyJSON

/// What clients send.
struct Order: Codable, Sendable, Equatable {
    let id: Int
    let article: String
    let quantity: Int
    let paid: Bool

    /// What clients may send instead.
    static let policy = DecodingPolicy {
        NumbersFromStrings()
        BooleansFromScalars(.zeroAndOne)
        StringsFromScalars()
    }
}
