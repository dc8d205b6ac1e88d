/// Names that a key strategy has already converted.
///
/// Names are compared and hashed byte by byte: strings that are equal may consist of different scalars, and then so do their
/// conversions.
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
    /// More names are not kept: documents with ever new keys must not make this grow without bound.
    private static let capacity = 10_000

    /// What a name was converted to; `nil` if that is not known.
    subscript(name: String) -> String? { conversions[Name(text: name)] }

    mutating func insert(_ conversion: String, for name: String) {
        if conversions.count < Self.capacity { conversions[Name(text: name)] = conversion }
    }
}
