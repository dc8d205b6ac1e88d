/// Which documents are decoded in windows, and what a window is.
struct WindowSizes: Sendable {
    /// Shorter documents are parsed as a whole, in bytes: their tape is small enough.
    var smallestDocument = 256 << 10
    /// How many bytes are parsed before their elements are decoded: so few that their slots are still in the core's own
    /// cache then.
    var step = 64 << 10
    /// How many windows wait to be decoded, at most, where a second thread parses.
    var ahead = 3
}
