import Foundation

/// Colour and weight of text, or none.
struct Style {
    /// ECMA-48 SGR parameters.
    enum Ink: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    /// Plain text.
    static let plain = Style(isOn: false)

    let isOn: Bool

    init(isOn: Bool) {
        self.isOn = isOn
    }

    /// The style for a stream of this process.
    init(for stream: StandardStream) {
        let environment = ProcessInfo.processInfo.environment
        self.init(isTerminal: stream.isTerminal(in: environment), environment: environment)
    }

    /// On for a terminal, unless `NO_COLOR` is set and not empty (no-color.org).
    init(isTerminal: Bool, environment: [String: String]) {
        isOn = isTerminal && environment["NO_COLOR", default: ""].isEmpty
    }

    /// The text in this ink.
    func callAsFunction(_ text: String, _ ink: Ink?) -> String {
        guard isOn, let ink, !text.isEmpty else { return text }
        return "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m"
    }
}
