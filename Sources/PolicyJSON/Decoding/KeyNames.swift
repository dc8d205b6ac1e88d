import Foundation
@_spi(Tape) internal import JSONTape
internal import Synchronization

/// A table from member names to the indexes of their values, for objects in which keys cannot be compared as they
/// stand: with a key strategy, with repeated, escaped or non-ASCII keys, or with very many.
final class KeyIndex {
    /// Names in document order, repeated ones once.
    let names: [String]
    private let values: [String: UInt32]
    /// Why a rule refuses the object.
    let refusal: (any Error)?

    init(names: [String], values: [String: UInt32], refusal: (any Error)?) {
        self.names = names
        self.values = values
        self.refusal = refusal
    }

    /// The index of the value of the first member of that name (names are compared as Unicode text, by canonical
    /// equivalence, as `String` does), or `Tape.nothing`.
    subscript(name: String) -> UInt32 { values[name] ?? Tape.nothing }
}

/// Names of members under a key strategy, and the tables of large objects.
final class KeyNames: Sendable {
    private struct State: ~Copyable {
        var converted: [String: String] = [:]
        var indexes: [UInt32: KeyIndex] = [:]
    }

    private let strategy: JSONDecoder.KeyDecodingStrategy
    private let state = Mutex(State())
    /// Objects of more members than this keep their table, so that asking for their container again is cheap.
    private static let large = 32

    init(_ strategy: JSONDecoder.KeyDecodingStrategy) {
        self.strategy = strategy
    }

    /// The name of a key as models know it, in an object with this path.
    func name(_ raw: String, below path: [any CodingKey]) -> String {
        switch strategy {
        case .useDefaultKeys: return raw
        case .convertFromSnakeCase: return snakeCase(raw)
        case .custom(let convert): return convert(path + [JSONKey(raw)]).stringValue
        @unknown default: return raw
        }
    }

    /// Whether the strategy looks at paths.
    private var needsPath: Bool {
        if case .custom = strategy { return true }
        return false
    }

    private func snakeCase(_ raw: String) -> String {
        if let known = state.withLock({ $0.converted[raw] }) { return known }
        let name = SnakeCase.camelCase(from: raw)
        state.withLock { state in
            // Documents with ever new keys must not make this grow without bound.
            if state.converted.count < 10_000 { state.converted[raw] = name }
        }
        return name
    }

    /// The table of an object.
    ///
    /// - Parameter model: who asks (``Place/model``).
    func index(of object: UInt32, model: UInt32, in core: DecoderCore) -> KeyIndex {
        let count = core.tape[object].count
        if count > Self.large {
            // The lock hands out the reference only; the table itself never changes.
            let box = state.withLock { Sent(value: $0.indexes[object]) }
            if let known = box.value { return known }
        }
        let index = make(of: object, model: model, in: core)
        if count > Self.large {
            let sent = Sent(value: index)
            state.withLock { $0.indexes[object] = sent.value }
        }
        return index
    }

    /// Forgets the tables: there is another document.
    func forgetTables() {
        state.withLock { if !$0.indexes.isEmpty { $0.indexes = [:] } }
    }

    private func make(of object: UInt32, model: UInt32, in core: DecoderCore) -> KeyIndex {
        var names: [String] = []
        var values: [String: UInt32] = [:]
        var refusal: (any Error)?
        let asksAboutRepeated = core.policy?.watched.contains(.repeatedKeys) == true
        names.reserveCapacity(core.tape[object].count)
        values.reserveCapacity(core.tape[object].count)
        let path = needsPath ? core.path(toContainer: object) : []
        core.tape.forEachKey(in: object) { key in
            let name = name(core.tape.key(at: key), below: path)
            if values[name] == nil {
                values[name] = key + 1
                names.append(name)
            } else if asksAboutRepeated {
                do {
                    if try core.usesRepeated(key + 1, of: object, model: model) { values[name] = key + 1 }
                } catch {
                    refusal = error
                    return false
                }
            }
            return true
        }
        return KeyIndex(names: names, values: values, refusal: refusal)
    }
}
