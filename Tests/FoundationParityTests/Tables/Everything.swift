import Foundation

/// A type that decodes all of a document, each number as the most precise type.
struct Everything: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        do {
            let object = try decoder.container(keyedBy: Key.self)
            for key in object.allKeys { _ = try object.decode(Everything.self, forKey: key) }
            return
        } catch DecodingError.typeMismatch(let type, let context)
            where type == [String: Any].self && context.codingPath.count == decoder.codingPath.count
        {
            // Not an object.
        } catch DecodingError.valueNotFound {
            return
        }
        if var array = try? decoder.unkeyedContainer() {
            while !array.isAtEnd { _ = try array.decode(Everything.self) }
        } else {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() { return }
            if try Self.reads(Bool.self, from: value) || Self.reads(String.self, from: value) { return }
            do {
                _ = try value.decode(Double.self)
            } catch {
                _ = try value.decode(Decimal.self)
            }
        }
    }

    /// Whether the value is of the kind that the type requires, even if its text is invalid.
    private static func reads<T: Decodable>(
        _ type: T.Type, from container: any SingleValueDecodingContainer
    ) throws -> Bool {
        do {
            _ = try container.decode(T.self)
            return true
        } catch DecodingError.typeMismatch {
            return false
        }
    }
}
