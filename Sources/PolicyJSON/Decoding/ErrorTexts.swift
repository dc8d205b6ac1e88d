@_spi(Tape) internal import JSONTape
internal import Synchronization

/// Texts of errors that say no more than a type and what was found: each is made once. To make one takes as long as to decode
/// ten members, and models that try one type after another live on errors.
enum ErrorTexts {
    private struct Question: Hashable {
        let type: ObjectIdentifier
        let found: UInt8
    }

    // Types live as long as the process, so that this is bounded by the program.
    private static let known = Mutex<[Question: String]>([:])

    /// - Parameter found: what was found where a value was; `nil` for the text about a null.
    static func text(_ type: Any.Type, _ found: TapeKind?, make: () -> String) -> String {
        let question = Question(type: ObjectIdentifier(type), found: found?.rawValue ?? .max)
        if let text = known.withLock({ $0[question] }) { return text }
        let text = make()
        known.withLock { $0[question] = text }
        return text
    }
}
