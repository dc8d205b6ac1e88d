/// A path into a document as a value: keys and indexes from the top level.
public struct DecodingPath: Sendable, Hashable {
    /// A key or an index.
    public enum Step: Sendable, Hashable {
        /// The member of an object with this name.
        case key(String)
        /// The element of an array at this index, from 0.
        case index(Int)
    }

    /// The keys and indexes, from the top level.
    public let steps: [Step]

    /// Creates the empty path: that of the top level.
    public init() { steps = [] }

    /// Creates a path from these steps.
    ///
    /// - Parameter steps: keys and indexes, from the top down.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Creates a path from a coding path. A key is an index if its `stringValue` is `Index` followed by its `intValue`.
    ///
    /// - Parameter codingPath: the path of a decoder or of a `DecodingError`.
    public init(_ codingPath: [any CodingKey]) {
        steps = codingPath.map { key in
            if let key = key as? JSONKey { return key.step }
            return CodingPathComponent(key).index.map { .index($0) } ?? .key(key.stringValue)
        }
    }

    /// The path as a JSON Pointer (RFC 6901): `/items/3/price`.
    @_optimize(size)
    public var jsonPointer: String {
        steps.map { step in
            switch step {
            case .index(let index): "/\(index)"
            case .key(let key): "/" + Self.escaped(key)
            }
        }.joined()
    }

    /// RFC 6901 section 3 escapes code points, not grapheme clusters: a combining mark may follow.
    private static func escaped(_ key: String) -> String {
        if !key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) { return key }
        var text = String.UnicodeScalarView()
        for scalar in key.unicodeScalars {
            switch scalar {
            case "~": text.append(contentsOf: "~0".unicodeScalars)
            case "/": text.append(contentsOf: "~1".unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}

extension DecodingPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal in the syntax of ``PathPattern``, without wildcards. An invalid literal is a
    /// programming error and traps.
    public init(stringLiteral value: String) {
        let path: DecodingPath?
        do {
            path = try DecodingPath(parsing: value)
        } catch {
            preconditionFailure(error.description)
        }
        guard let path else { preconditionFailure("\(value) has wildcards: it is not a path") }
        self = path
    }
}

extension DecodingPath: CustomStringConvertible {
    /// The path in the syntax of ``PathPattern``, such as `items[3].price`, with keys quoted if necessary. Empty for
    /// the top level.
    public var description: String { text(upTo: .max) }

    /// ``description``, truncated to 256 bytes: documents may have long keys.
    var shortDescription: String { ShortText.shorten(text(upTo: 256), to: 256) }

    /// The description, of which at most what follows the first `limit` bytes may be missing.
    private func text(upTo limit: Int) -> String {
        var text = ""
        for step in steps where text.utf8.count <= limit {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key):
                if !text.isEmpty { text += "." }
                let key = ShortText.shorten(key, to: limit)
                text += Self.needsQuotes(key) ? RawJSON.quoted(key) : key
            }
        }
        return text
    }

    private static func needsQuotes(_ key: String) -> Bool {
        // By scalars, as patterns are read: a dot with a combining mark is one character, and a dot.
        key.isEmpty
            || key.unicodeScalars.contains { scalar in
                switch scalar {
                case ".", "[", "]", "\"", "*", "\\": true
                // Line ends, as `Character.isNewline` knows them.
                case "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": true
                default: false
                }
            }
    }
}

extension DecodingPath.Step {
    package var codingKey: any CodingKey {
        switch self {
        case .key(let name): JSONKey(name)
        case .index(let index): JSONKey(index: index)
        }
    }
}
