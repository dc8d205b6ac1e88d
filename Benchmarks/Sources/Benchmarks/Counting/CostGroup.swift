/// The purpose of a function, by its name.
///
/// What the optimiser has put into its caller counts for the caller: the shares are those of the code as it is built.
enum CostGroup: String, CaseIterable, CodingKeyRepresentable, Encodable, Sendable {
    case scan, yajl
    case tape = "grammar, tape"
    case models
    case containers
    case lookUp = "look-up"
    case strings, numbers
    case collections = "arrays, dictionaries"
    case metadata = "metadata, casts"
    case references = "retain, release, copies"
    case allocation
    case rest

    init(of function: CallgrindProfile.Function) {
        if function.object.contains("/libyajl.") {
            self = .yajl
        } else {
            self = Self.rules.first { $0.fits(function.name) }?.group ?? .rest
        }
    }

    private struct Rule {
        let group: CostGroup
        var starts: [String] = []
        var contains: [String] = []
        var ends: [String] = []

        func fits(_ name: String) -> Bool {
            starts.contains(where: name.hasPrefix) || ends.contains(where: name.hasSuffix)
                || contains.contains(where: name.contains)
        }
    }

    /// The first that fits counts.
    private static let rules = [
        Rule(
            group: .scan,
            starts: [
                "jt_scan", "jt_string_scan", "jt_number_scan", "jt_literal_scan", "jt_sequence_scan", "jt_escape_scan",
                "scan_", "skip_space", "number_near_end", "jt_skip",
            ]),
        Rule(group: .strings, starts: ["jt_string_", "jt_unescape"]),
        Rule(group: .numbers, starts: ["jt_number_", "jt_numbers_", "nearest", "strtod", "____strtod"]),
        Rule(
            group: .lookUp,
            starts: ["jt_equal", "jt_fingerprint", "jt_table", "__memcmp", "$ss9CodingKeyP"],
            contains: [
                "4TapeC4find", "11stringValueSSvg", "8intValueSiSgvg", "10CodingKeys", "8KeyIndex", "8KeyNames",
                "8KeyTable", "11ObjectTable",
                "findStringSwitchCase", "6lookUp",
            ]),
        Rule(
            group: .tape,
            starts: ["jt_", "start_container", "end_container", "reject_", "arena_", "confirm_", "verdict"],
            contains: ["4TapeC5parse", "8TapePool"]),
        Rule(
            group: .allocation,
            starts: [
                "malloc", "_int_", "free", "cfree", "calloc", "realloc", "unlink_chunk", "alloc_perturb", "sysmalloc",
                "systrim", "tcache", "swift_alloc", "swift_dealloc", "swift_slow", "posix_memalign", "operator new",
                "operator delete",
            ]),
        Rule(
            group: .references,
            starts: [
                "swift_retain", "swift_release", "_swift_release", "swift_bridgeObject", "swift_array", "swift_weak",
                "swift_isUniquely", "__swift_memcpy", "__swift_noop", "__swift_destroy", "__swift_project",
                "__swift_assign", "__swift_allocate", "__memcpy", "__memmove", "__memset", "memcpy",
                "memmove", "memset",
            ],
            contains: ["RefCounts<", "ValueWitnesses<", "WO"],
            // Witnesses that copy and destroy values, and what is the same in many of them.
            ends: [
                "wcp", "wca", "wta", "wtk", "wxx", "wet", "wst", "wcpTm", "wcaTm", "wtaTm", "wtkTm", "wxxTm", "wetTm",
            ]),
        Rule(
            group: .metadata,
            starts: [
                "swift::", "std::pair<swift::", "getCache", "swift_get", "swift_is", "swift_once", "swift_conforms",
            ],
            contains: [
                "etadata", "WitnessTable", "dynamicCast", "MangledName", "GenericCacheEntry",
                "ConcurrentReadableHashMap",
                "10TypeTraits", "getContiguousArrayStorageType",
            ],
            ends: ["Ma", "Wl", "WlTm", "Mr"]),
        Rule(
            group: .strings,
            starts: ["$sSS", "$sSp10initialize"],
            contains: [
                "StringStorage", "8UTF8Span", "4TapeC6string", "4TapeC5bytes", "4TapeC3key", "_StringGuts",
                "_StringObject",
            ]),
        Rule(
            group: .numbers, contains: ["4TapeC6double", "4TapeC7integer", "4TapeC5float", "11NumberToken", "7Decimal"]),
        Rule(
            group: .collections, starts: ["$sSa", "$sSD", "$sSh"],
            contains: ["ContiguousArray", "ArrayBuffer", "Dictionary", "6HasherV"]),
        Rule(
            group: .containers, starts: ["$sSe4from", "$ss7DecoderP", "$sSYsSe"],
            contains: ["DecodingContainer", "KeyedContainer", "10PolicyJSON"]),
        Rule(group: .models, contains: ["10Benchmarks"]),
    ]
}
