import Foundation

/// A property wrapper as in many libraries: text that contains only white space, of Unicode and not just of JSON, counts as
/// `nil`.
///
/// Like every wrapper over an optional, it makes strict decoding fail if the key is missing.
@propertyWrapper
struct BlankAsNil: Codable {
    var wrappedValue: String? {
        didSet { wrappedValue = Self.stripped(wrappedValue) }
    }

    init(wrappedValue: String?) {
        self.wrappedValue = Self.stripped(wrappedValue)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }

    private static func stripped(_ text: String?) -> String? {
        let text = text?.trimmingCharacters(in: .whitespacesAndNewlines)
        return text?.isEmpty == false ? text : nil
    }
}
