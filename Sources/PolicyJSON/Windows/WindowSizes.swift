/// Which documents are decoded in windows, and the size of a window.
struct WindowSizes: Sendable, Equatable {
    /// How many bytes are parsed before their elements are decoded: few enough that their tokens are still in the
    /// processor core's own cache.
    static let slice = 64 << 10

    /// The minimum size in bytes. Shorter documents are parsed as a whole: their tape is small enough.
    var smallestDocument = 256 << 10
    /// The minimum size in bytes of an object whose large arrays are decoded in windows: they are parsed twice.
    var smallestEnvelope = 4 << 20
    /// The minimum number of tokens of such an array that have been parsed while it is open.
    var leastTokens = 1 << 14
    /// Whether types are remembered for which elements had to stay on the tape.
    var remembersTypes = true
    /// The size of a slice of such a document, in bytes.
    var step = slice
    /// The maximum number of windows waiting to be decoded, if a second thread parses.
    var ahead = 3
}
