import Foundation

/// Any JSON, with everything that a decoder provides for each of its values.
enum AnyTree: Decodable, Equatable {
    case null
    case bool(Bool)
    case string(Scalars)
    case number(Number)
    case array([AnyTree])
    case object([Member])

    /// A string, compared by its scalars and not by canonical equivalence.
    struct Scalars: Equatable, Comparable {
        let utf8: [UInt8]

        init(_ text: String) { utf8 = Array(text.utf8) }

        static func < (one: Scalars, other: Scalars) -> Bool { one.utf8.lexicographicallyPrecedes(other.utf8) }
    }

    struct Member: Equatable {
        let name: Scalars
        let value: AnyTree
    }

    /// A number, decoded as the types that differ in the numbers that they accept.
    struct Number: Equatable {
        let double: UInt64
        let float: UInt32?
        let decimal: Decimal?
        let int: Int?
        let byte: UInt8?
        let word: UInt64?

        init(_ container: any SingleValueDecodingContainer) throws {
            double = try container.decode(Double.self).bitPattern
            float = try? container.decode(Float.self).bitPattern
            decimal = try? container.decode(Decimal.self)
            int = try? container.decode(Int.self)
            byte = try? container.decode(UInt8.self)
            word = try? container.decode(UInt64.self)
        }

        /// Whether Foundation's number is equal, except for integers that only one decoder accepts: Foundation, for a
        /// fraction that `Double` cannot represent, or PolicyJSON, whose integer must then be exact.
        func isSame(exceptIntegersOf other: Number) -> Bool {
            func isSame<Integer: BinaryInteger>(_ one: Integer?, _ two: Integer?) -> Bool {
                guard let one, two == nil else { return one == nil || one == two }
                return decimal == Decimal(string: "\(one)")
            }
            return double == other.double && float == other.float && decimal == other.decimal
                && isSame(int, other.int) && isSame(byte, other.byte) && isSame(word, other.word)
        }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            let members = try container.allKeys.map {
                Member(name: Scalars($0.stringValue), value: try container.decode(AnyTree.self, forKey: $0))
            }
            // The order of Foundation's keys is random.
            self = .object(members.sorted { $0.name < $1.name })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [AnyTree] = []
            while !container.isAtEnd { elements.append(try container.decode(AnyTree.self)) }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let text = try? container.decode(String.self) {
                self = .string(Scalars(text))
            } else {
                self = .number(try Number(container))
            }
        }
    }

    /// Whether Foundation's tree is equal, except for integers that only one decoder accepts.
    func isSame(exceptIntegersOf other: AnyTree) -> Bool {
        isSame(as: other) { $0.isSame(exceptIntegersOf: $1) }
    }

    /// Whether two trees are equal, with numbers compared by `numbers`.
    func isSame(as other: AnyTree, numbers: (Number, Number) -> Bool) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let two)): numbers(one, two)
        case (.array(let one), .array(let two)):
            one.count == two.count && zip(one, two).allSatisfy { $0.isSame(as: $1, numbers: numbers) }
        case (.object(let one), .object(let two)):
            one.count == two.count
                && zip(one, two).allSatisfy { $0.name == $1.name && $0.value.isSame(as: $1.value, numbers: numbers) }
        default: self == other
        }
    }
}
