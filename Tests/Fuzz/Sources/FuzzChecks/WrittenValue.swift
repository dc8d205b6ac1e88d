import Foundation

/// A value of any kind that encoders write in a particular way, decoded from a document or generated from bytes.
indirect enum WrittenValue: Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case word(UInt64)
    case byte(Int8)
    case double(Double)
    case float(Float)
    case decimal(Decimal)
    case string(String)
    case date(Date)
    case data(Data)
    case array([WrittenValue])
    case object([(name: String, value: WrittenValue)])

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            // Sorted, so that among keys that the strategy makes equal, the same one is always last.
            self = .object(
                try container.allKeys.sorted { $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8) }
                    .map { ($0.stringValue, try container.decode(WrittenValue.self, forKey: $0)) })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [WrittenValue] = []
            while !container.isAtEnd { elements.append(try container.decode(WrittenValue.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> WrittenValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        // Zero may have a sign.
        if let value = try? container.decode(Int64.self), value != 0 { return .integer(value) }
        if let value = try? container.decode(UInt64.self), value != 0 { return .word(value) }
        if let value = try? container.decode(Double.self) { return .double(value) }
        return .decimal(try container.decode(Decimal.self))
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .object(let members):
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in members { try container.encode(member.value, forKey: AnyKey(stringValue: member.name)) }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
        switch self {
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .word(let value): try container.encode(value)
        case .byte(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .float(let value): try container.encode(value)
        case .decimal(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .date(let value): try container.encode(value)
        case .data(let value): try container.encode(value)
        case .null, .array, .object: try container.encodeNil()
        }
    }

    /// A value generated from arbitrary bytes: numbers that are not finite or too large, strings that need escapes,
    /// repeated names, dates beyond the calendar.
    init(taking bytes: inout ArraySlice<UInt8>, depth: Int = 0) {
        func text(_ bytes: inout ArraySlice<UInt8>) -> String {
            let count = Int(bytes.popFirst() ?? 0) % 24
            defer { bytes = bytes.dropFirst(count) }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        func integer<Integer: FixedWidthInteger>(_ bytes: inout ArraySlice<UInt8>) -> Integer {
            let size = Integer.bitWidth / 8
            defer { bytes = bytes.dropFirst(size) }
            return bytes.prefix(size).reduce(0) { $0 << 8 | Integer(truncatingIfNeeded: $1) }
        }
        let count = Int((bytes.first ?? 0) >> 4)
        switch (bytes.popFirst() ?? 0) & 15 {
        case 0: self = .null
        case 1: self = .bool(count > 0)
        case 2: self = .integer(integer(&bytes))
        case 3: self = .word(integer(&bytes))
        case 4: self = .byte(integer(&bytes))
        case 5: self = .double(Double(bitPattern: integer(&bytes)))
        case 6: self = .float(Float(bitPattern: integer(&bytes)))
        case 7:
            let exponent: Int8 = integer(&bytes)
            let digits: Int64 = integer(&bytes)
            let value = Decimal(
                sign: digits < 0 ? .minus : .plus, exponent: Int(exponent), significand: Decimal(digits.magnitude))
            // decimalNaN: not distinguished from a number that is too large.
            self = value.isNaN ? .null : .decimal(value)
        case 8, 9: self = .string(text(&bytes))
        case 10: self = .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: integer(&bytes))))
        case 11: self = .data(Data(text(&bytes).utf8))
        case 12,
            13 where depth < 12:
            var elements: [WrittenValue] = []
            for _ in 0..<count where !bytes.isEmpty { elements.append(WrittenValue(taking: &bytes, depth: depth + 1)) }
            self = .array(elements)
        default:
            var members: [(name: String, value: WrittenValue)] = []
            for _ in 0..<count where !bytes.isEmpty && depth < 12 {
                let name = text(&bytes)
                members.append((name, WrittenValue(taking: &bytes, depth: depth + 1)))
            }
            self = .object(members)
        }
    }
}
