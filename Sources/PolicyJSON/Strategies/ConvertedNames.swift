/// Names that a key strategy has already converted.
///
/// Names are compared and hashed byte by byte: equal strings may consist of different scalars, and so do their
/// conversions then.
struct ConvertedNames: Sendable {
    private struct Name: Hashable {
        let text: String

        static func == (one: Name, other: Name) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private var conversions: [Name: String] = [:]
    /// The maximum number of names: documents with ever new keys must not make the cache grow without bound.
    private static let capacity = 10_000
    /// The maximum length of a name, in bytes, for the same reason: the cache is kept for later documents.
    static let keptLength = 128

    /// The number of names.
    var count: Int { conversions.count }

    /// The conversion of a name; `nil` if it is not cached.
    subscript(name: String) -> String? { conversions[Name(text: name)] }

    mutating func insert(_ conversion: String, for name: String) {
        if name.utf8.count > Self.keptLength { return }
        if conversions.count < Self.capacity { conversions[Name(text: name)] = conversion }
    }
}
