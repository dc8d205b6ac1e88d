@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// Finds the arrays in a document whose elements are the records: those that a stream would have the elements of. There are none
/// inside of these, and nothing else is recorded.
struct RecordSearch {
    private let pattern: PathPattern
    private let matchesIgnoringIndexes: (_ path: [any CodingKey]) -> Bool
    /// The last part of all paths that match.
    private let lastPart: PathPattern.Part?
    /// The number of steps of all paths that match; `nil` if it varies.
    private let stepCount: Int?
    /// The open containers: whether they are objects.
    private var containers: [Bool] = []
    /// The path of the innermost open container.
    private var steps: [DecodingPath.Step] = []
    private var key = ""
    /// The number of open containers around an object at the path: there are no records inside of it.
    private var skippedFrom: Int?
    private var hasArrays = false
    /// The first path that matches at which there is another value.
    private var mismatch: DecodingPath?

    init(at pattern: PathPattern) {
        self.pattern = pattern
        matchesIgnoringIndexes = pattern.matchesIgnoringIndexes
        let parts = pattern.parts
        lastPart = parts.last
        stepCount = parts.contains(.anything) ? nil : parts.count
    }

    /// Takes a token outside of records.
    ///
    /// - Returns: whether it is the start of an array of records. The next token is then the one after the array.
    mutating func startsRecords(_ token: TapeToken, at position: TapePosition, _ tape: Tape) -> Bool {
        switch token.kind {
        case .key:
            if skippedFrom == nil { key = tape.key(at: position) }
            return false
        case .objectEnd, .arrayEnd:
            containers.removeLast()
            if containers.count == skippedFrom { skippedFrom = nil }
            if skippedFrom == nil, !containers.isEmpty { steps.removeLast() }
            return false
        default: return startsRecords(isArray: token.is(.array), isObject: token.is(.object))
        }
    }

    private mutating func startsRecords(isArray: Bool, isObject: Bool) -> Bool {
        if skippedFrom == nil {
            if let isMember = containers.last { steps.append(isMember ? .key(key) : .index(0)) }
            let isMatch = matches()
            if isMatch, isArray { hasArrays = true }
            if isMatch, !isArray, mismatch == nil { mismatch = DecodingPath(steps) }
            if isMatch, isObject { skippedFrom = containers.count }
            if isMatch && isArray || !isArray && !isObject {
                if !containers.isEmpty { steps.removeLast() }
                return isArray
            }
        }
        if isArray || isObject { containers.append(isObject) }
        return false
    }

    /// Whether the pattern matches the path.
    private func matches() -> Bool {
        if let stepCount, stepCount != steps.count { return false }
        if case .key(let name) = lastPart, steps.last != .key(name) { return false }
        return matchesIgnoringIndexes(steps.map(\.codingKey))
    }

    /// - Throws: `NoArray` if there is no array of records, or another value at its path.
    func check() throws(JSONProfiler.NoArray) {
        if !hasArrays { throw JSONProfiler.NoArray(path: "\(pattern)") }
        if let mismatch { throw JSONProfiler.NoArray(path: "\(mismatch)", isOfSomeValues: true) }
    }
}
