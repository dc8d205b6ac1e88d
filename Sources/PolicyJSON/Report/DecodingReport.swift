@_spi(Tape) public import JSONTape

/// What a policy changed while a document was decoded, in the order in which it happened.
///
/// ```swift
/// let outcome = try decoder.decodeReporting([Order].self, from: data)
/// print(outcome.report)                                  // a table
/// outcome.report.counts.byRule["NumericStrings"]         // also of what the table has no room for
/// ```
public struct DecodingReport: Sendable, Hashable {
    /// One change.
    public struct Entry: Sendable, Hashable {
        /// The name of the rule that answered.
        public let rule: String
        /// What was done.
        public let kind: Kind
        /// The path to the value: keys and indexes from the top. Under a key strategy keys are as models know them.
        public internal(set) var path: DecodingPath
        /// The path with keys as they stand in the document.
        var documentPath: DecodingPath
        /// The type that was asked for, as printed.
        public let requestedType: String
        /// What was found, as it stands in the document, cut after 64 bytes (then ending in `…`); `nothing` for a missing
        /// key; `redacted` under ``PolicyJSONDecoder/reportRedaction``.
        public let found: String
        /// What came out, cut in the same way; `redacted` as there.
        public let result: String
        /// Why strict decoding refused it: the strict error's description, behind the path from here where the error is about
        /// something further inside; `redacted` as there. Cut after 256 bytes.
        public let reason: String
        /// Where the value stands, or, for a missing key, the object that lacks it.
        public let location: SourceLocation

        /// The same as ``path`` as a JSON Pointer (RFC 6901) into the document: with the keys as they stand there, also under
        /// a key strategy.
        public var jsonPointer: String { documentPath.jsonPointer }
    }

    /// What was done about a value. More kinds may be added.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// Not a string: kinds are compared for each change.
        private enum Name: String, Sendable {
            case converted
            case nullReplaced = "null replaced"
            case missingKey = "missing key"
            case unknownCase = "unknown case"
            case dropped
            case elementNil = "element nil"
            case skipped
            case nestedNull = "nested null"
            case failureReplaced = "failure replaced"
            case unwrapped
            case keyMatched = "key matched"
            case unknownKey = "unknown key"
            case repeatedKey = "repeated key"
        }

        private let name: Name

        public var description: String { name.rawValue }

        /// A value of another kind or form was converted.
        public static let converted = Kind(name: .converted)
        /// `null` was given a value.
        public static let nullReplaced = Kind(name: .nullReplaced)
        /// A missing key was given a value.
        public static let missingKey = Kind(name: .missingKey)
        /// An unknown case was given a value.
        public static let unknownCase = Kind(name: .unknownCase)
        /// An element was left out.
        public static let dropped = Kind(name: .dropped)
        /// A bad element became `nil`.
        public static let elementNil = Kind(name: .elementNil)
        /// A line or another record of a stream was left out because it is not JSON.
        public static let skipped = Kind(name: .skipped)
        /// A `null` was kept apart from a missing key.
        public static let nestedNull = Kind(name: .nestedNull)
        /// A value that its type could not be made from was given another.
        public static let failureReplaced = Kind(name: .failureReplaced)
        /// A value further inside was taken.
        public static let unwrapped = Kind(name: .unwrapped)
        /// A member of another name was taken for the one that was asked for.
        public static let keyMatched = Kind(name: .keyMatched)
        /// A member that no model asked for.
        public static let unknownKey = Kind(name: .unknownKey)
        /// A second member of a name.
        public static let repeatedKey = Kind(name: .repeatedKey)
    }

    /// The changes, oldest first; at most as many as the decoder's report limit.
    public internal(set) var entries: [Entry] = []
    /// How many changes beyond the limit there were; they are in ``counts`` only.
    public internal(set) var unlistedCount = 0
    /// All changes by rule, kind, type and path, those beyond the limit included.
    public internal(set) var counts = Counts()

    /// All changes, those beyond the limit included.
    public var count: Int { entries.count + unlistedCount }

    /// Whether nothing was changed.
    public var isEmpty: Bool { count == 0 }
}

extension DecodingReport {
    /// How often something was changed. What a failed attempt had changed is not counted.
    public struct Counts: Sendable, Hashable {
        /// By the name of the rule.
        public internal(set) var byRule: [String: Int] = [:]
        /// By ``Kind``.
        public internal(set) var byKind: [String: Int] = [:]
        /// By the type that was asked for, as printed.
        public internal(set) var byType: [String: Int] = [:]
        /// By path, with `[*]` for each index (`items[*].price`) and keys as models know them, cut after 64 bytes.
        ///
        /// A decode remembers 2,048 different steps of paths; changes at paths that need more are in ``otherPaths``.
        public internal(set) var byPath: [String: Int] = [:]
        /// Changes at paths that ``byPath`` has no room for, as in dictionaries with thousands of bad values.
        public internal(set) var otherPaths = 0
    }
}
