import Foundation

/// A value that uses containers at random: it writes to several in parallel, keeps them after the values are encoded in which they
/// were requested, releases them, and requests them again. The same seed does the same with each encoder.
package struct ContainerScript: Encodable {
    /// What scripts do.
    package enum Uses: Sendable {
        /// What Foundation neither rejects by a crash nor does differently.
        case common
        /// Incorrect uses, errors and paths, too.
        case all
    }

    /// What the containers have reported.
    package final class Log {
        package fileprivate(set) var lines: [String] = []

        package init() {}
    }

    private let seed: UInt64
    private let uses: Uses
    private let log: Log

    package init(seed: UInt64, _ uses: Uses, log: Log = Log()) {
        (self.seed, self.uses, self.log) = (seed, uses, log)
    }

    package func encode(to encoder: any Encoder) throws {
        try Part(state: ScriptState(seed: seed, uses, log), depth: 0).encode(to: encoder)
    }
}

/// A value of a script.
private struct Part: Encodable {
    struct Failure: Error {}

    let state: ScriptState
    let depth: Int
    var fails = false

    func encode(to encoder: any Encoder) throws {
        let part = state.beginPart()
        defer { state.endPart(part) }
        try begin(encoder)
        for _ in 0..<state.random.below(depth == 0 ? 24 : 8) {
            try state.act(depth)
            if state.isLenient, state.random.oneIn(12) { try begin(encoder) }
        }
        if fails { throw Failure() }
    }

    /// Requests a container.
    private func begin(_ encoder: any Encoder) throws {
        switch state.random.below(8) {
        case 0 where depth > 0 && state.isLenient: break
        case 1, 2: state.arrays.append(ArrayHandle(encoder.unkeyedContainer(), state.part))
        case 3 where depth < 3 && state.isLenient:
            var single = encoder.singleValueContainer()
            if state.isLenient, state.random.oneIn(4) {
                try? single.encode(Part(state: state, depth: depth + 1, fails: true))
                // Containers of a discarded value may write to the next one.
                state.removeAll()
                if state.random.oneIn(2) { return }
            }
            try single.encode(Part(state: state, depth: depth + 1))
        default: state.objects.append(state.object(of: encoder, state.part))
        }
    }
}

/// The containers of a script.
private final class ScriptState {
    var random: SplitMix64
    var objects: [any ObjectHandle] = []
    var arrays: [ArrayHandle] = []
    let isLenient: Bool
    private var encoders: [(encoder: any Encoder, part: Int)] = []
    /// The parts that are being encoded.
    private var parts: [Int] = []
    private let log: ContainerScript.Log
    private var count = 0

    init(seed: UInt64, _ uses: ContainerScript.Uses, _ log: ContainerScript.Log) {
        random = SplitMix64(seed: seed)
        isLenient = uses == .all
        self.log = log
    }

    /// The part that is being encoded.
    var part: Int { parts.last ?? 0 }

    func beginPart() -> Int {
        parts.append(next())
        return part
    }

    func endPart(_ part: Int) { parts.removeAll { $0 == part } }

    func removeAll() {
        objects.removeAll()
        arrays.removeAll()
        encoders.removeAll()
    }

    func object(of encoder: any Encoder, _ part: Int) -> any ObjectHandle {
        switch random.below(3) {
        case 0: KeyedHandle(encoder.container(keyedBy: LetterKey.self), LetterKey.allCases, Names(), part)
        case 1: KeyedHandle(encoder.container(keyedBy: OnlyKey.self), [.only], Names(), part)
        default: KeyedHandle(encoder.container(keyedBy: TextKey.self), TextKey.all, Names(), part)
        }
    }

    private func anObject() -> (any ObjectHandle)? {
        // The last one often: that is the order in which most types write.
        objects.isEmpty ? nil : random.oneIn(2) ? objects.last : random.pick(objects)
    }

    private func anArray() -> ArrayHandle? {
        arrays.isEmpty ? nil : random.oneIn(2) ? arrays.last : random.pick(arrays)
    }

    /// Does one thing with a container.
    func act(_ depth: Int) throws {
        switch random.below(20) {
        case 0...3: try anObject()?.encode(value(), random.next())
        case 4, 5: try anArray()?.encode(value())
        case 6...8: nest(random.below(3))
        case 9: if let array = anArray()?.nestedArray() { arrays.append(array) }
        case 10: if let array = anArray() { objects.append(array.nestedObject(random.below(3))) }
        case 11: if let array = aParent()?.nestedArray(random.next(), isLenient) { arrays.append(array) }
        case 12: release()
        case 13: if !objects.isEmpty { objects.removeLast() }
        case 14: if !arrays.isEmpty { arrays.removeLast() }
        case 15, 16: if depth < 3 { try encodePart(depth) }
        case 17: startSuper()
        case 18: try continueSuper()
        default: try report()
        }
    }

    /// A number of its own, or a value of a type that encoders treat specially.
    private func value() -> any Encodable {
        if random.oneIn(2) { return next() }
        return random.pick(Self.values)
    }

    private static let values: [any Encodable & Sendable] = [
        "\"/é", true, -0.5, Float(0.1), Int128.min, Int?.none, Decimal(1) / 8, Data([1, 255]),
        Date(timeIntervalSinceReferenceDate: 0.5), UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)),
        ["/": [Date.distantPast]], [1.5, 2], [[1.5]], [1: "a"], ["a", nil], 1..<3, [Data()], [[Int]](),
        URL(string: "a/b"),
    ]

    private func next() -> Int {
        count += 1
        return count
    }

    /// An object that may get a nested container. Incorrect use may not be noticed after the value has ended.
    private func aParent() -> (any ObjectHandle)? {
        guard let object = anObject(), !isLenient || parts.contains(object.part) else { return nil }
        return object
    }

    private func nest(_ kind: Int) {
        guard let object = aParent()?.nested(kind, random.next(), isLenient) else { return }
        objects.append(object)
    }

    private func release() {
        switch random.below(3) {
        case 0: objects.removeAll()
        case 1: arrays.removeAll()
        default: encoders.removeAll()
        }
    }

    private func encodePart(_ depth: Int) throws {
        let fails = isLenient && random.oneIn(3)
        let part = Part(state: self, depth: depth + 1, fails: fails)
        do {
            if random.oneIn(2) {
                try anObject()?.encode(part, random.next())
            } else {
                try anArray()?.encode(part)
            }
        } catch {
            if random.oneIn(4) { throw error }
        }
    }

    private func startSuper() {
        if random.oneIn(2), let object = anObject() {
            encoders.append((object.superEncoder(random.next()), object.part))
        } else if let array = anArray() {
            encoders.append((array.superEncoder(), array.part))
        }
    }

    private func continueSuper() throws {
        guard let (encoder, part) = encoders.popLast() else { return }
        switch random.below(3) {
        case 0: objects.append(object(of: encoder, part))
        case 1: arrays.append(ArrayHandle(encoder.unkeyedContainer(), part))
        default:
            var single = encoder.singleValueContainer()
            try single.encode(next())
        }
    }

    private func report() throws {
        // Containers of values that have ended report what they happen to know.
        if let array = anArray(), parts.contains(array.part) {
            log.lines.append("\(array.count)")
            if isLenient { log.lines.append(Self.text(array.path)) }
        }
        guard isLenient, let object = anObject(), parts.contains(object.part) else { return }
        log.lines.append(Self.text(object.path))
        do {
            try object.encode(Double.nan, random.next())
        } catch EncodingError.invalidValue(_, let context) {
            log.lines.append("NaN at " + Self.text(context.codingPath))
        }
    }

    private static func text(_ path: [any CodingKey]) -> String {
        path.map(\.stringValue).joined(separator: ", ")
    }
}

private enum LetterKey: String, CodingKey, CaseIterable { case a, b, c, d }
private enum OnlyKey: String, CodingKey { case only }

private struct TextKey: CodingKey {
    static let all = ["a", "b", "aB", "e\u{301}", "\"quoted\"", "a name with more than thirty characters", ""].map {
        TextKey(stringValue: $0)
    }

    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// What an object has for its names; containers of the same object share it.
private final class Names {
    enum Value {
        case object(Names)
        case array, other
    }

    var values: [String: Value] = [:]
}

private protocol ObjectHandle: AnyObject {
    var path: [any CodingKey] { get }
    /// The part that requested the container, or the one that it is nested in.
    var part: Int { get }
    func encode<T: Encodable>(_ value: T, _ key: UInt64) throws
    func nested(_ kind: Int, _ key: UInt64, _ isLenient: Bool) -> (any ObjectHandle)?
    func nestedArray(_ key: UInt64, _ isLenient: Bool) -> ArrayHandle?
    func superEncoder(_ key: UInt64) -> any Encoder
}

private final class KeyedHandle<Key: CodingKey>: ObjectHandle {
    private let container: KeyedEncodingContainer<Key>
    private let keys: [Key]
    private let names: Names
    let part: Int

    init(_ container: KeyedEncodingContainer<Key>, _ keys: [Key], _ names: Names, _ part: Int) {
        (self.container, self.keys, self.names, self.part) = (container, keys, names, part)
    }

    var path: [any CodingKey] { container.codingPath }

    private func key(_ number: UInt64) -> Key { keys[Int(number % UInt64(keys.count))] }

    func encode<T: Encodable>(_ value: T, _ key: UInt64) throws {
        let key = self.key(key)
        var container = container
        names.values[key.stringValue] = .other
        try container.encode(value, forKey: key)
    }

    func nested(_ kind: Int, _ key: UInt64, _ isLenient: Bool) -> (any ObjectHandle)? {
        let key = self.key(key)
        var names = Names()
        switch self.names.values[key.stringValue] {
        case .object(let known): names = known
        case nil: self.names.values[key.stringValue] = .object(names)
        case .array, .other: if !isLenient { return nil }
        }
        var container = container
        switch kind {
        case 0:
            return KeyedHandle<LetterKey>(
                container.nestedContainer(keyedBy: LetterKey.self, forKey: key), LetterKey.allCases, names, part)
        case 1:
            return KeyedHandle<OnlyKey>(
                container.nestedContainer(keyedBy: OnlyKey.self, forKey: key), [.only], names, part)
        default:
            return KeyedHandle<TextKey>(
                container.nestedContainer(keyedBy: TextKey.self, forKey: key), TextKey.all, names, part)
        }
    }

    func nestedArray(_ key: UInt64, _ isLenient: Bool) -> ArrayHandle? {
        let key = self.key(key)
        switch names.values[key.stringValue] {
        case .array: break
        case nil: names.values[key.stringValue] = .array
        case .object, .other: if !isLenient { return nil }
        }
        var container = container
        return ArrayHandle(container.nestedUnkeyedContainer(forKey: key), part)
    }

    func superEncoder(_ key: UInt64) -> any Encoder {
        let key = self.key(key)
        var container = container
        names.values[key.stringValue] = .other
        return container.superEncoder(forKey: key)
    }
}

private final class ArrayHandle {
    private let container: any UnkeyedEncodingContainer
    let part: Int

    init(_ container: any UnkeyedEncodingContainer, _ part: Int) { (self.container, self.part) = (container, part) }

    var count: Int { container.count }
    var path: [any CodingKey] { container.codingPath }

    func encode<T: Encodable>(_ value: T) throws {
        var container = container
        try container.encode(value)
    }

    func nestedArray() -> ArrayHandle {
        var container = container
        return ArrayHandle(container.nestedUnkeyedContainer(), part)
    }

    func nestedObject(_ kind: Int) -> any ObjectHandle {
        var container = container
        switch kind {
        case 0:
            return KeyedHandle<LetterKey>(
                container.nestedContainer(keyedBy: LetterKey.self), LetterKey.allCases, Names(), part)
        case 1: return KeyedHandle<OnlyKey>(container.nestedContainer(keyedBy: OnlyKey.self), [.only], Names(), part)
        default:
            return KeyedHandle<TextKey>(container.nestedContainer(keyedBy: TextKey.self), TextKey.all, Names(), part)
        }
    }

    func superEncoder() -> any Encoder {
        var container = container
        return container.superEncoder()
    }
}
