// Models that try to decode values, and ignore the error.

/// A member, decoded in each way.
struct TriedMember<Value: Decodable>: Decodable {
    let value: Value?
    let present: Value?
    let isNull: Bool?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        let key = AnyKey("value")
        value = try? container.decode(Value.self, forKey: key)
        present = try? container.decodeIfPresent(Value.self, forKey: key)
        isNull = try? container.decodeNil(forKey: key)
    }
}

/// Elements in sequence, and the container's index after each.
struct TriedElements<Value: Decodable>: Decodable {
    private(set) var values: [Value?] = []
    private(set) var indexes: [Int] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            if let value = try? container.decode(Value.self) {
                values.append(value)
            } else {
                values.append(try? container.decodeIfPresent(Value.self))
                indexes.append(container.currentIndex)
                _ = try container.decode(Empty.self)
            }
            indexes.append(container.currentIndex)
        }
    }
}

/// A single value.
struct TriedSingle<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = try? container.decode(Value.self)
    }
}

/// The kind of error that a model catches.
enum Caught<Value: Decodable>: Decodable {
    case value(Value)
    case decodingError
    case otherError

    init(from decoder: any Decoder) throws {
        do {
            self = .value(try decoder.singleValueContainer().decode(Value.self))
        } catch is DecodingError {
            self = .decodingError
        } catch {
            self = .otherError
        }
    }
}
