@_spi(Cursor) internal import JSONTape
internal import PolicyJSON

/// A value that cannot be decoded.
struct FoundValue: Sendable {
    let code: DecodingProblem.Code
    /// `nil` for a missing key, or if it is not known.
    let kind: JSONKind?
    /// The text in the document; empty if it is not known.
    let text: String
    /// The value of a string.
    let string: String?

    /// - Parameters:
    ///   - sample: the sample; `nil` if it is not JSON.
    ///   - bytes: the bytes of the sample.
    init(_ problem: DecodingProblem, in sample: SampleDecoder.Document?, _ bytes: [UInt8]) {
        code = problem.code
        guard let sample, code != .missingKey else {
            (kind, string) = (code == .missingKey ? nil : problem.found, nil)
            text = sample == nil ? String(decoding: bytes.trimmingJSONWhitespace.prefix(200), as: UTF8.self) : ""
            return
        }
        let location = sample.hasLocations ? problem.location : nil
        let value = Self.value(at: problem.path, in: sample) ?? Self.value(at: location, in: sample)
        kind = value?.kind ?? problem.found
        text = value?.text ?? ""
        string = value?.string?.withOrderedMarks()
    }

    var isMissing: Bool { code == .missingKey }

    /// The value of a number, or of a number in a string.
    var number: Double? { Double(string ?? text) }

    /// What the value looks like, for comparison.
    var form: String {
        guard let string else { return kind.map { "\($0)" } ?? code.rawValue }
        let form = StringForm(Array(string.utf8).span).rawValue
        let parts = string.split(omittingEmptySubsequences: false) { !$0.isNumber }.prefix(3)
        guard parts.count == 3, parts[0].count <= 2, parts[1].count <= 2 else { return form }
        // Whether it can be a day, a month or both decides how dates are read.
        return form + parts.prefix(2).map { (Int($0) ?? 0) > 12 ? " day" : "" }.joined(separator: ",")
    }

    /// The value at a path, also inside strings that contain JSON.
    private static func value(at path: DecodingPath, in sample: SampleDecoder.Document) -> JSONValue? {
        var value = sample.value
        for step in path.steps {
            if let text = value.string, let inner = try? JSONValue(parsing: text) { value = inner }
            value = value.value(at: DecodingPath([step]))
        }
        return value.exists ? value : nil
    }

    /// The value at a location, for a member that the model has under another name.
    private static func value(at location: JSONLocation?, in sample: SampleDecoder.Document) -> JSONValue? {
        guard let offset = location?.offset else { return nil }
        var value = sample.value
        while let start = value.location?.offset, start < offset,
            let child = sample.children.lastChild(startingUpTo: offset, of: value, at: start)
        {
            value = child
        }
        return value.location?.offset == offset ? value : nil
    }
}

/// What large containers of a sample contain, so that a look-up does not pass over all that precedes a value: a sample may have as
/// many problems as values.
final class SampleChildren {
    /// By the offset of the container.
    private var starts: [Int: [(offset: Int, value: JSONValue)]] = [:]

    /// The last value in a container that starts at an offset in the document or before it; `nil` if there is none.
    ///
    /// - Parameter start: the offset of the container.
    func lastChild(startingUpTo offset: Int, of container: JSONValue, at start: Int) -> JSONValue? {
        let known = starts[start]
        let children =
            known
            ?? (container.kind == .array ? Array(container.elements) : container.members.map(\.value)).map {
                ($0.location?.offset ?? 0, $0)
            }
        if known == nil, children.count > 32 { starts[start] = children }
        let next = children.sortedIndex(notPreceding: { $0.offset <= offset })
        return next > 0 ? children[next - 1].value : nil
    }
}
