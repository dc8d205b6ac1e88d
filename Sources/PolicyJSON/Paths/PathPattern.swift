/// A pattern for key paths, as in ``At``.
///
/// | pattern | matches |
/// |---|---|
/// | `items` | the member `items` at the top level |
/// | `items[*].price` | the member `price` of each element of `items` |
/// | `items[0]` | one element |
/// | `*.id` | `id` in every member at the top level |
/// | `**.id` | `id` at any depth, including the top level |
/// | `a."b.c"` | a key that contains a dot; quoted keys may use the escapes `\"`, `\\`, `\n`, `\r`, `\t`, `\uXXXX` |
/// | `` (empty) | the top-level value |
///
/// `*` matches one key, `[*]` one index, `**` zero or more keys and indexes. A pattern has at most 63 steps, `**` not
/// counted.
public struct PathPattern: Sendable {
    private let text: String
    /// The pattern, compiled once.
    let matcher: PathMatcher

    /// Parses a pattern.
    ///
    /// - Parameter pattern: keys, indexes and wildcards: `items[*].price`.
    /// - Throws: ``InvalidPattern``.
    public init(_ pattern: String) throws(InvalidPattern) {
        var parser = PathPatternParser(pattern, maximumSteps: PathMatcher.maximumSteps)
        try parser.parse()
        text = pattern
        matcher = PathMatcher(steps: parser.steps, gaps: parser.gaps)
    }

    /// The only path that matches; `nil` for patterns with wildcards.
    public var path: DecodingPath? {
        matcher.loops.isEmpty ? DecodingPath(patternSteps: matcher.steps) : nil
    }

    /// Whether the pattern matches the whole path.
    ///
    /// - Parameter path: a coding path from the top of the document.
    /// - Complexity: O(*steps* × *keys*).
    public func matches(_ path: [any CodingKey]) -> Bool { matcher.matches(path) }
}

extension PathPattern: Hashable {
    /// Whether two patterns have the same text.
    public static func == (left: PathPattern, right: PathPattern) -> Bool { left.text == right.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension PathPattern: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a pattern from a literal. An invalid literal is a programming error and traps; use ``init(_:)`` for text
    /// that is not part of the program.
    public init(stringLiteral value: String) {
        do {
            try self.init(value)
        } catch {
            preconditionFailure(error.description)
        }
    }

    public var description: String { text }
}

// What other modules of the package do with the text of patterns.
extension PathPattern {
    /// A part of a pattern.
    package enum Part: Hashable {
        case key(String)
        case index(Int)
        case anyKey, anyIndex
        /// Any number of keys and indexes.
        case anything
    }

    /// The parts of the pattern, from the top level.
    package var parts: [Part] {
        let steps = matcher.steps
        return (0...steps.count).flatMap { position -> [Part] in
            let part: Part? =
                switch position < steps.count ? steps[position] : nil {
                case .key(let name): .key(name.text)
                case .index(let index): .index(index)
                case .anyKey: .anyKey
                case .anyIndex: .anyIndex
                case nil: nil
                }
            return (gaps.contains(position) ? [.anything] : []) + (part.map { [$0] } ?? [])
        }
    }

    /// The positions among the steps at which the pattern has a `**`.
    private var gaps: [Int] {
        (0...matcher.steps.count).filter { matcher.loops.contains(PathMatcher.States(rawValue: 1 << UInt64($0))) }
    }

    /// The pattern with `[*]` in place of each index.
    private var matcherOfAnyIndexes: PathMatcher {
        PathMatcher(
            steps: matcher.steps.map { if case .index = $0 { PathMatcher.Step.anyIndex } else { $0 } }, gaps: gaps)
    }

    /// Returns whether the pattern matches a path if its indexes count as `[*]`.
    package var matchesIgnoringIndexes: (_ path: [any CodingKey]) -> Bool { matcherOfAnyIndexes.matches }

    /// The text of a path, or of a pattern, that is followed by another.
    package static func joined(_ first: String, _ second: String) -> String {
        first + (first.isEmpty || second.isEmpty || second.utf8.first == UInt8(ascii: "[") ? "" : ".") + second
    }

    /// The last step of a path of any length, as it is written there; the whole text if it is not a path.
    package static func lastStep(of path: String) -> String {
        var parser = PathPatternParser(path, maximumSteps: .max)
        guard (try? parser.parse()) != nil, parser.gaps.isEmpty, parser.ends.count > 1 else { return path }
        let rest = path.unicodeScalars.dropFirst(parser.ends[parser.ends.count - 2])
        return String(rest.first == "." ? rest.dropFirst() : rest)
    }

    /// What follows the first part of a path that matches; the whole path if no part does.
    ///
    /// - Parameter path: a path with `[*]` for each index, as in ``DecodingReport/Counts/byPath``.
    @_optimize(size)
    package func rest(of path: String) -> Substring {
        var parser = PathPatternParser(path, maximumSteps: .max)
        guard (try? parser.parse()) != nil else { return path[...] }
        let general = matcherOfAnyIndexes
        let keys = parser.steps.map { step in
            if case .key(let name) = step { JSONKey(name.text) } else { JSONKey(index: 0) }
        }
        let count = (0...keys.count).first { general.matches(Array(keys.prefix($0))) }
        guard let count else { return path[...] }
        let rest = path.unicodeScalars.dropFirst(count == 0 ? 0 : parser.ends[count - 1])
        return Substring(rest.first == "." && count > 0 ? rest.dropFirst() : rest)
    }
}

extension DecodingPath {
    /// Parses a path, such as `items[3].price`, that is not part of the program.
    ///
    /// - Parameter path: keys and indexes in the syntax of ``PathPattern``, without wildcards.
    /// - Throws: ``InvalidPattern``.
    public init(_ path: String) throws(InvalidPattern) {
        var parser = PathPatternParser(path, maximumSteps: .max)
        try parser.parse()
        guard parser.wildcard == nil, let parsed = DecodingPath(patternSteps: parser.steps) else {
            throw InvalidPattern(
                kind: .path, pattern: path, position: parser.wildcard, reason: "a path has no wildcards")
        }
        self = parsed
    }

    /// Parses a path in the syntax of ``PathPattern``, of any length.
    ///
    /// - Returns: `nil` for a text with wildcards.
    init?(parsing text: String) throws(InvalidPattern) {
        var parser = PathPatternParser(text, maximumSteps: .max)
        try parser.parse()
        guard parser.gaps.isEmpty else { return nil }
        self.init(patternSteps: parser.steps)
    }

    /// - Returns: `nil` for steps with wildcards.
    fileprivate init?(patternSteps: [PathMatcher.Step]) {
        var path: [Step] = []
        for step in patternSteps {
            switch step {
            case .key(let name): path.append(.key(name.text))
            case .index(let index): path.append(.index(index))
            case .anyKey, .anyIndex: return nil
            }
        }
        self.init(path)
    }
}

private struct PathPatternParser {
    private let pattern: String
    // Not characters: a combining mark or a joiner at the start of a key would be part of the dot before it.
    private let scalars: [Unicode.Scalar]
    private let maximumSteps: Int
    private var position = 0
    private(set) var steps: [PathMatcher.Step] = []
    /// The positions at which the steps end.
    private(set) var ends: [Int] = []
    /// The positions among the steps at which the pattern has a `**`.
    private(set) var gaps: [Int] = []
    /// The position of the first wildcard.
    private(set) var wildcard: Int?

    init(_ pattern: String, maximumSteps: Int) {
        self.pattern = pattern
        scalars = Array(pattern.unicodeScalars)
        self.maximumSteps = maximumSteps
    }

    private var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

    private func fail(_ reason: String) -> InvalidPattern {
        InvalidPattern(kind: .path, pattern: pattern, position: position, reason: reason)
    }

    mutating func parse() throws(InvalidPattern) {
        while current != nil {
            if current == "[" {
                let start = position
                try add(try index(), from: start)
                continue
            }
            if !steps.isEmpty || !gaps.isEmpty {
                guard current == "." else { throw fail("expected '.' or '['") }
                position += 1
            }
            let start = position
            if let step = try name() { try add(step, from: start) } else { gaps.append(steps.count) }
        }
    }

    private mutating func add(_ step: PathMatcher.Step, from start: Int) throws(InvalidPattern) {
        if steps.count == maximumSteps {
            position = start
            throw fail("expected at most \(maximumSteps) steps besides '**'")
        }
        steps.append(step)
        ends.append(position)
    }

    private mutating func index() throws(InvalidPattern) -> PathMatcher.Step {
        position += 1
        let start = position
        while let character = current, character != "]" {
            guard character == "*" || ("0"..."9").contains(character) else {
                throw fail("expected an index, '*' or ']'")
            }
            position += 1
        }
        guard current == "]" else { throw fail("expected ']'") }
        let inside = text(from: start)
        position += 1
        if inside == "*" {
            wildcard = wildcard ?? start
            return .anyIndex
        }
        guard let index = Int(inside) else { throw fail("expected an index or '*' in brackets") }
        return .index(index)
    }

    private func text(from start: Int, count: Int? = nil) -> String {
        String(String.UnicodeScalarView(scalars[start..<(count.map { start + $0 } ?? position)]))
    }

    /// A key or a wildcard; `nil` for `**`.
    private mutating func name() throws(InvalidPattern) -> PathMatcher.Step? {
        if current == "\"" { return .key(PathMatcher.Name(try quoted())) }
        let start = position
        while let character = current, character != ".", character != "[" {
            if character == "\"" || character == "]" { throw fail("unexpected '\(character)'; quote the key") }
            position += 1
        }
        let name = text(from: start)
        if name == "*" || name == "**" { wildcard = wildcard ?? start }
        switch name {
        case "": throw fail("expected a key")
        case "*": return .anyKey
        case "**": return nil
        default:
            if name.contains("*") {
                position = start
                throw fail("'*' matches a whole key; quote a key that contains it")
            }
            return .key(PathMatcher.Name(name))
        }
    }

    private mutating func quoted() throws(InvalidPattern) -> String {
        position += 1
        var name = String.UnicodeScalarView()
        while let character = current {
            position += 1
            if character == "\"" { return String(name) }
            name.append(character == "\\" ? try escaped() : character)
        }
        throw fail("expected '\"'")
    }

    /// The character that the escape after a backslash represents.
    @_optimize(size)
    private mutating func escaped() throws(InvalidPattern) -> Unicode.Scalar {
        let escape = current
        position += 1
        switch escape {
        case "\"": return "\""
        case "\\": return "\\"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let digits = scalars[position..<min(position + 4, scalars.count)]
            if digits.count == 4, digits.allSatisfy(\.properties.isASCIIHexDigit),
                let value = UInt32(text(from: position, count: 4), radix: 16), let scalar = Unicode.Scalar(value)
            {
                position += 4
                return scalar
            }
        default: break
        }
        position -= 1
        throw fail("expected a JSON escape after '\\'")
    }
}
