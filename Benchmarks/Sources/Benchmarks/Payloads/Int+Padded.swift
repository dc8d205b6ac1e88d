extension Int {
    /// The decimal digits, with zeros in front up to `width`; `self` is not negative.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
