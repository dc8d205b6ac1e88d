import PolicyJSON

/// The bar that `check` and `split` draw on a terminal for a file that takes longer than a second. It receives the
/// elapsed time and draws nothing itself.
struct ProgressBar {
    private static let delay = 1.0
    private static let interval = 0.1
    private static let cells = 24
    private static let labelWidth = 24

    private let label: String
    private let total: Int?
    private var lastDrawn: Double?

    /// - Parameter total: bytes of the file; `nil` if unknown.
    init(label: String, total: Int?) {
        self.label = label.count <= Self.labelWidth ? label : "…" + label.suffix(Self.labelWidth - 1)
        self.total = total.map { max($0, 1) }
    }

    /// The text that shows the progress; `nil` in the first second and shortly after the last update.
    mutating func update(done: Int, seconds: Double) -> String? {
        if seconds < (lastDrawn.map { $0 + Self.interval } ?? Self.delay) { return nil }
        lastDrawn = seconds
        let speed = CheckLines.speed(Double(done) / seconds / 1e6)
        guard let total else { return "\r\(label) \(done / 1_000_000) MB \(speed)" + Self.eraseToEnd }
        let fraction = min(max(Double(done) / Double(total), 0), 1)
        let filled = Int(fraction * Double(Self.cells))
        let bar = String(repeating: "#", count: filled).padded(to: Self.cells)
        let percent = "\(Int(fraction * 100))%".padded(to: 4, .right)
        return "\r\(label) [\(bar)] \(percent) \(speed)" + Self.eraseToEnd
    }

    /// The text that erases the bar; `nil` if there is none.
    mutating func erase() -> String? {
        guard lastDrawn != nil else { return nil }
        lastDrawn = nil
        return "\r" + Self.eraseToEnd
    }

    /// ECMA-48 EL: erases from the cursor to the end of the line.
    private static let eraseToEnd = "\u{1B}[K"
}
