extension [CodingUserInfoKey: any Sendable] {
    /// These entries and those of `other`, which replace those with the same key.
    func replacing(by other: Self) -> Self { isEmpty ? other : merging(other) { _, new in new } }
}
