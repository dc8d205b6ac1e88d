/// A value that is read as a string, after some attempts that fail.
protocol AttemptedValue: Decodable {
    static func attempt(_ container: any SingleValueDecodingContainer)
}

/// Reads a value, and remembers nothing about it but that it was read.
struct Attempted<Value: AttemptedValue>: Decodable {
    let length: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        Value.attempt(container)
        length = try container.decode(String.self).utf8.count
    }
}

/// The value is read at once.
struct NoAttempt: AttemptedValue {
    static func attempt(_ container: any SingleValueDecodingContainer) {}
}

/// One attempt precedes.
struct OneAttempt: AttemptedValue {
    static func attempt(_ container: any SingleValueDecodingContainer) {
        blackHole(try? container.decode(Int.self))
    }
}

/// Three attempts precede, for different types.
struct ThreeAttempts: AttemptedValue {
    static func attempt(_ container: any SingleValueDecodingContainer) {
        blackHole(try? container.decode(Bool.self))
        blackHole(try? container.decode(Int.self))
        blackHole(try? container.decode(Double.self))
    }
}

/// An object whose value is read after some attempts.
struct AttemptedMember<Value: AttemptedValue>: Decodable {
    let name: Attempted<Value>
}
