@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// The long keys of a document are read once: the paths and tables that contain one share its text. Otherwise a thousand errors
/// below a key of a megabyte would hold a gigabyte. Making the text of a short key costs less than taking the lock.
extension DecodedDocument {
    /// The number of bytes of the longest key that is not kept.
    static let shortKeyLimit = 64

    /// The key at `position`.
    @inline(never)
    func key(at position: TapePosition) -> String {
        if tape[position].keyLength <= Self.shortKeyLimit { return tape.key(at: position) }
        return longKey(at: position) ?? keep(tape.key(at: position), at: position)
    }

    /// The name that a key strategy gives to the member with this value.
    ///
    /// - Parameter path: the path to the object.
    func convertedKey(ofMember value: TapePosition, below path: inout [any CodingKey]) -> String {
        if tape[value.key].keyLength <= Self.shortKeyLimit {
            return keyNames.name(tape.key(at: value.key), below: &path)
        }
        // Keys as they are written stand at the position before. The strategy is user code, which must not hold the lock.
        return longKey(at: value) ?? keep(keyNames.name(key(at: value.key), below: &path), at: value)
    }

    private func longKey(at position: TapePosition) -> String? { longKeys.withLock { $0[position] } }

    private func keep(_ key: String, at position: TapePosition) -> String {
        hasLongKeys.store(true, ordering: .relaxed)
        longKeys.withLock { $0[position] = key }
        return key
    }

    func forgetLongKeys() {
        guard hasLongKeys.load(ordering: .relaxed) else { return }
        hasLongKeys.store(false, ordering: .relaxed)
        longKeys.withLock { $0 = [:] }
    }
}
