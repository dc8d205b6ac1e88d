@_spi(Cursor) public import JSONTape

/// The changes that a policy made while a document was decoded, in the order in which they were made.
///
/// ```swift
/// let outcome = try decoder.decodeReporting([Order].self, from: data)
/// print(outcome.report)                                  // a table
/// outcome.report.counts.byRule["NumbersFromStrings"] // includes unlisted changes
/// ```
public struct DecodingReport: Sendable, Hashable {
    /// One change.
    public struct Entry: Sendable, Hashable {
        /// The name of the rule that answered.
        public let rule: String
        /// The kind of change.
        public let kind: Kind
        /// The path to the value: keys and indexes from the top level. Under a key strategy, keys are converted.
        public internal(set) var path: DecodingPath
        /// The path with keys as written in the document.
        var documentPath: DecodingPath
        /// The requested type, as printed.
        public let requestedType: String
        /// What was found, as written in the document, truncated to 64 bytes (then ending in `…`); `nothing` for a
        /// missing key; `redacted` under ``PolicyJSONDecoder/reportRedaction``.
        public let found: String
        /// The result, truncated and redacted like ``found``.
        public let result: String
        /// Why strict decoding rejected the value: the strict error's description, preceded by the path from the value
        /// if the error is about a nested value. Truncated to 256 bytes, and redacted like ``found``.
        public let reason: String
        /// The location of the value, or, for a missing key, of the object that lacks it.
        public let location: JSONLocation

        /// ``path`` as a JSON Pointer (RFC 6901) into the document: with keys as written there, also under a key
        /// strategy.
        public var jsonPointer: String { documentPath.jsonPointer }
    }

    /// The kind of a change. More kinds may be added.
    public struct Kind: Sendable, Hashable, CustomStringConvertible, SourceDescribed {
        /// Not a string: kinds are compared for each change.
        private enum Name: String, Sendable {
            case converted
            case nullReplaced = "null replaced"
            case keySupplied = "key supplied"
            case caseReplaced = "case replaced"
            case dropped
            case elementNil = "element nil"
            case skipped
            case nullNested = "null nested"
            case failureReplaced = "failure replaced"
            case unwrapped
            case keyMatched = "key matched"
            case keyReported = "key reported"
            case duplicateResolved = "duplicate resolved"
            case variantSelected = "variant selected"
            case normalized
        }

        private let name: Name

        var sourceText: String { name.rawValue }

        /// A value of another kind or format was converted.
        public static let converted = Kind(name: .converted)
        /// A value was substituted for `null`.
        public static let nullReplaced = Kind(name: .nullReplaced)
        /// A value was substituted for a missing key.
        public static let keySupplied = Kind(name: .keySupplied)
        /// A value was substituted for an unknown case.
        public static let caseReplaced = Kind(name: .caseReplaced)
        /// An element was dropped.
        public static let dropped = Kind(name: .dropped)
        /// An undecodable element became `nil`.
        public static let elementNil = Kind(name: .elementNil)
        /// A line or another record of a stream was skipped because it is not JSON.
        public static let skipped = Kind(name: .skipped)
        /// A `null` was distinguished from a missing key: it is an optional that contains `nil`.
        public static let nullNested = Kind(name: .nullNested)
        /// A value was substituted for one that its type could not be decoded from.
        public static let failureReplaced = Kind(name: .failureReplaced)
        /// A nested value was decoded instead.
        public static let unwrapped = Kind(name: .unwrapped)
        /// A member with another name was used for the requested key.
        public static let keyMatched = Kind(name: .keyMatched)
        /// A member that the model did not request was reported, or kept.
        public static let keyReported = Kind(name: .keyReported)
        /// Of two members with the same name, one was used.
        public static let duplicateResolved = Kind(name: .duplicateResolved)
        /// A value was decoded as a case of an enumeration, or as a type, that a rule selected.
        public static let variantSelected = Kind(name: .variantSelected)
        /// A decoded value was replaced by another.
        public static let normalized = Kind(name: .normalized)
    }

    /// The changes, oldest first; at most as many as the decoder's report limit.
    public internal(set) var entries: [Entry] = []
    /// The number of further changes, which are only in ``counts``.
    public internal(set) var omittedCount = 0
    /// The numbers of changes by rule, kind, type and path, including those beyond the limit.
    public internal(set) var counts = Counts()

    /// The number of all changes, including those beyond the limit.
    public var count: Int { entries.count + omittedCount }

    /// Whether nothing was changed.
    public var isEmpty: Bool { count == 0 }
}

extension DecodingReport {
    /// Numbers of changes. Changes that were undone because an attempt failed are not counted.
    public struct Counts: Sendable, Hashable {
        /// By the name of the rule.
        public internal(set) var byRule: [String: Int] = [:]
        /// By ``Kind``.
        public internal(set) var byKind: [Kind: Int] = [:]
        /// By the requested type, as printed.
        public internal(set) var byType: [String: Int] = [:]
        /// By path, with `[*]` for each index (`items[*].price`) and converted keys, truncated to 64 bytes.
        ///
        /// A decode stores 2,048 different steps of paths, and its report has texts of at most 1 MiB; a stream has 4,096
        /// paths of at most 4 KiB.
        /// Changes at other paths are in ``otherPaths``.
        public package(set) var byPath: [String: Int] = [:]
        /// The number of changes at paths that exceed the capacity of ``byPath``, as in dictionaries with thousands of
        /// undecodable values.
        public internal(set) var otherPaths = 0

        package init() {}
    }
}
