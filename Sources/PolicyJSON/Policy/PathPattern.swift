/// A pattern for key paths, as in ``At``.
///
/// | pattern | matches |
/// |---|---|
/// | `items` | the member `items` at the top |
/// | `items[*].price` | the member `price` of each element of `items` |
/// | `items[0]` | one element |
/// | `*.id` | `id` in every member at the top |
/// | `**.id` | `id` at any depth, also at the top |
/// | `a."b.c"` | a key with a dot in it; inside quotes JSON's escapes `\"`, `\\`, `\n`, `\r`, `\t`, `\uXXXX` |
/// | `` (empty) | the top-level value |
///
/// `*` stands for one key, `[*]` for one index, `**` for any number of keys and indexes, also none.
public struct PathPattern: Sendable, Hashable {
    enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
        case anyKey
        case anyIndex
        case anything
    }

    let steps: [Step]
    private let text: String
    /// Whether all its keys are ASCII, so that no other spelling is canonically equivalent to one.
    let isASCII: Bool

    /// What is wrong with a pattern.
    public struct InvalidPattern: Error, Sendable, Hashable, CustomStringConvertible {
        /// The pattern.
        public let pattern: String
        /// Where in it, in characters from 0.
        public let position: Int
        /// What is wrong there.
        public let reason: String

        public var description: String { "invalid path pattern \"\(pattern)\" at character \(position): \(reason)" }
    }

    /// Reads a pattern.
    ///
    /// - Throws: ``InvalidPattern``.
    public init(_ pattern: String) throws(InvalidPattern) {
        var parser = PathPatternParser(pattern)
        steps = try parser.parse()
        text = pattern
        isASCII = pattern.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") }
    }

    /// The one path that matches; `nil` for patterns with wildcards.
    public var path: DecodingPath? {
        var path: [DecodingPath.Step] = []
        for step in steps {
            switch step {
            case .key(let name): path.append(.key(name))
            case .index(let index): path.append(.index(index))
            case .anyKey, .anyIndex, .anything: return nil
            }
        }
        return DecodingPath(path)
    }

    /// Whether the pattern matches the whole of `path`.
    ///
    /// - Complexity: O(*steps* × *keys*).
    public func matches(_ path: [any CodingKey]) -> Bool {
        // reachable[k]: the steps so far can match the first k keys.
        var reachable = [Bool](repeating: false, count: path.count + 1)
        reachable[0] = true
        for step in steps {
            var next = [Bool](repeating: false, count: path.count + 1)
            for k in 0...path.count where reachable[k] {
                if step == .anything {
                    for rest in k...path.count { next[rest] = true }
                    break
                }
                if k < path.count, Self.matches(step, path[k]) { next[k + 1] = true }
            }
            reachable = next
        }
        return reachable[path.count]
    }

    private static func matches(_ step: Step, _ key: any CodingKey) -> Bool {
        let index = key.intValue.flatMap { key.stringValue == "Index \($0)" ? $0 : nil }
        return switch step {
        case .key(let name): index == nil && key.stringValue == name
        case .index(let wanted): index == wanted
        case .anyKey: index == nil
        case .anyIndex: index != nil
        case .anything: true
        }
    }
}

extension PathPattern: ExpressibleByStringLiteral, CustomStringConvertible {
    /// A pattern written in the program. A literal that is no pattern is a programming error and stops the program; for
    /// text from outside use ``init(_:)``.
    public init(stringLiteral value: String) {
        do {
            try self.init(value)
        } catch {
            preconditionFailure(error.description)
        }
    }

    public var description: String { text }
}

private struct PathPatternParser {
    private let pattern: String
    private let characters: [Character]
    private var position = 0

    init(_ pattern: String) {
        self.pattern = pattern
        characters = Array(pattern)
    }

    private var current: Character? { position < characters.count ? characters[position] : nil }

    private func fail(_ reason: String) -> PathPattern.InvalidPattern {
        PathPattern.InvalidPattern(pattern: pattern, position: position, reason: reason)
    }

    mutating func parse() throws(PathPattern.InvalidPattern) -> [PathPattern.Step] {
        var steps: [PathPattern.Step] = []
        while current != nil {
            if current == "[" {
                steps.append(try index())
                continue
            }
            if !steps.isEmpty {
                guard current == "." else { throw fail("expected '.' or '['") }
                position += 1
            }
            steps.append(try name())
        }
        return steps
    }

    private mutating func index() throws(PathPattern.InvalidPattern) -> PathPattern.Step {
        position += 1
        let start = position
        while let character = current, character != "]" {
            guard character == "*" || character.isASCII && character.isNumber else {
                throw fail("expected an index, '*' or ']'")
            }
            position += 1
        }
        guard current == "]" else { throw fail("expected ']'") }
        let inside = String(characters[start..<position])
        position += 1
        if inside == "*" { return .anyIndex }
        guard let index = Int(inside) else { throw fail("expected an index or '*' in brackets") }
        return .index(index)
    }

    private mutating func name() throws(PathPattern.InvalidPattern) -> PathPattern.Step {
        if current == "\"" { return .key(try quoted()) }
        let start = position
        while let character = current, character != ".", character != "[" {
            if character == "\"" || character == "]" { throw fail("unexpected '\(character)'; quote the key") }
            position += 1
        }
        let name = String(characters[start..<position])
        switch name {
        case "": throw fail("expected a key")
        case "*": return .anyKey
        case "**": return .anything
        default:
            if name.contains("*") {
                position = start
                throw fail("'*' stands for a whole key; quote a key that contains it")
            }
            return .key(name)
        }
    }

    private mutating func quoted() throws(PathPattern.InvalidPattern) -> String {
        position += 1
        var name = ""
        while let character = current {
            position += 1
            if character == "\"" { return name }
            name.append(character == "\\" ? try escaped() : character)
        }
        throw fail("expected '\"'")
    }

    /// What stands behind a backslash in quotes.
    private mutating func escaped() throws(PathPattern.InvalidPattern) -> Character {
        let escape = current
        position += 1
        switch escape {
        case "\"": return "\""
        case "\\": return "\\"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let digits = characters[position..<min(position + 4, characters.count)]
            if digits.count == 4, digits.allSatisfy(\.isHexDigit), let value = UInt32(String(digits), radix: 16),
                let scalar = Unicode.Scalar(value)
            {
                position += 4
                return Character(scalar)
            }
        default: break
        }
        position -= 1
        throw fail("expected an escape of JSON behind '\\'")
    }
}
