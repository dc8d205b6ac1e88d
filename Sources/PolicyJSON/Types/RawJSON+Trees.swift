#if !FoundationEssentials
    internal import FoundationImport
    @_spi(Cursor) internal import JSONTape

    // Trees of dictionaries and arrays, as `JSONSerialization` creates and accepts them.
    extension RawJSON {
        /// Converts a tree of dictionaries, arrays and scalars, as from `JSONSerialization.jsonObject(with:)` or in a
        /// `[String: any Sendable]`.
        ///
        /// | value | becomes |
        /// |---|---|
        /// | `[String: Any]`, `NSDictionary` with strings as keys | an object, with members in the order of their names |
        /// | `[Any]`, `NSArray` | an array |
        /// | `String`, `NSString` | a string |
        /// | integers, `Double`, `Float`, `Decimal`, `NSNumber` | a number, in its shortest form |
        /// | `Bool`, `NSNumber` of a Boolean | `true`, `false` |
        /// | `NSNull`, `nil` | `null` |
        /// | ``RawJSON`` | unchanged |
        ///
        /// - Parameter object: the tree.
        /// - Throws: `EncodingError.invalidValue` with the path of a value of another type, of a number that is not finite, and
        ///   of a container that is nested more than 512 deep.
        /// - Complexity: O(*n* log *n*) in the members.
        public init(jsonObject object: Any) throws {
            var writer = ContainerWriter()
            try writer.write(object)
            self.init(checked: writer.text)
        }

        /// The value as a tree: `[String: any Sendable]`, `[any Sendable]`, `String`, `Bool`, a number or `NSNull`.
        ///
        /// Integers are `Int`, or `UInt64` if they need it. Other numbers are `Double` if its shortest form is the same number,
        /// otherwise `Decimal`; those that are neither are `Double`, rounded. Of repeated members the first is used.
        /// `JSONSerialization` accepts the tree unless a number is too large for both: `1e400` is an infinity. Converting takes no stack
        /// for each level, but releasing a tree does.
        ///
        /// - Complexity: O(*n*) in the bytes of the text.
        public var jsonObject: any Sendable {
            reading { tape in tape.jsonObject(at: TapePosition.root) } ?? NSNull()
        }
    }

    /// Writes a tree as JSON.
    private struct ContainerWriter {
        private(set) var text = ""
        private var path: [any CodingKey] = []

        /// As of the encoder.
        private static var maximumDepth: Int { 512 }

        mutating func write(_ value: Any) throws {
            switch value {
            case is NSNull: text += "null"
            case let raw as RawJSON:
                guard let checked = try? raw.checkedText else {
                    throw invalid(value, "\(ShortText.shorten(raw.text)) cannot be written in JSON.")
                }
                text += checked
            case let optional as any OptionalValue: try write(optional)
            case let integer as any FixedWidthInteger: text += "\(integer)"
            case _ where Swift.type(of: value) == Bool.self: text += value as? Bool == true ? "true" : "false"
            case let string as String: text += RawJSON.quoted(string)
            case _ where Swift.type(of: value) == Decimal.self: try write(value as? Decimal ?? .nan, of: value)
            case let number as any BinaryFloatingPoint: try write(Double(number), "\(number)", of: value)
            case let number as NSNumber: try write(number)
            case let members as [String: Any]: try write(members)
            case let elements as [Any]: try write(elements)
            default: throw invalid(value, "\(Swift.type(of: value)) cannot be written in JSON.")
            }
        }

        private mutating func write(_ optional: any OptionalValue) throws {
            guard let wrapped = Mirror(reflecting: optional).children.first?.value else {
                text += "null"
                return
            }
            try write(wrapped)
        }

        private mutating func write(_ number: NSNumber) throws {
            if let decimal = number as? NSDecimalNumber { return try write(decimal.decimalValue, of: number) }
            if Self.isBoolean(number) {
                text += number.boolValue ? "true" : "false"
                return
            }
            switch UInt8(bitPattern: unsafe number.objCType.pointee) {
            case UInt8(ascii: "f"): try write(number.doubleValue, "\(number.floatValue)", of: number)
            case UInt8(ascii: "d"):
                try write(number.doubleValue, "\(number.doubleValue)", of: number)
            case UInt8(ascii: "Q"): text += "\(number.uint64Value)"
            default: text += "\(number.int64Value)"
            }
        }

        private static func isBoolean(_ number: NSNumber) -> Bool {
            #if canImport(Darwin)
                CFGetTypeID(number) == CFBooleanGetTypeID()
            #else
                unsafe number.objCType.pointee == 0x63  // c, which elsewhere no other number has
            #endif
        }

        private mutating func write(_ decimal: Decimal, of value: Any) throws {
            guard decimal.isFinite else { throw invalid(value, "\(decimal) cannot be written in JSON.") }
            text += "\(decimal)"
        }

        private mutating func write(_ number: Double, _ description: String, of value: Any) throws {
            guard number.isFinite else { throw invalid(value, "\(description) cannot be written in JSON.") }
            text += description
        }

        private mutating func write(_ members: [String: Any]) throws {
            try checkDepth(members)
            text += "{"
            for (index, member) in members.inKeyOrder().enumerated() {
                if index > 0 { text += "," }
                text += RawJSON.quoted(member.key) + ":"
                try write(member.value, under: JSONKey(member.key))
            }
            text += "}"
        }

        private mutating func write(_ elements: [Any]) throws {
            try checkDepth(elements)
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += "," }
                try write(element, under: JSONKey(index: index))
            }
            text += "]"
        }

        private mutating func write(_ value: Any, under key: JSONKey) throws {
            path.append(key)
            try write(value)
            path.removeLast()
        }

        private func checkDepth(_ value: Any) throws {
            if path.count >= Self.maximumDepth { throw invalid(value, "Nested more than \(Self.maximumDepth) deep.") }
        }

        private func invalid(_ value: Any, _ reason: String) -> EncodingError {
            .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: reason))
        }
    }

    /// A container of a tree whose contents are being converted.
    private struct OpenTree {
        /// Where the next key or element is.
        var next: TapePosition
        /// The name of the member that is being converted; `nil` if it is a repeated one.
        var name: String?
        /// `nil` for an array.
        var members: [String: any Sendable]?
        var elements: [any Sendable] = []

        var value: any Sendable { members ?? elements }

        mutating func add(_ value: any Sendable) {
            if members == nil { elements.append(value) } else if let name { members?[name] = value }
        }
    }

    extension Tape {
        /// Takes no stack for each level.
        fileprivate func jsonObject(at index: TapePosition) -> any Sendable {
            var open: [OpenTree] = []
            var index = index
            while true {
                var value: (any Sendable)?
                switch self[index].kind {
                case .null: value = NSNull()
                case .true: value = true
                case .false: value = false
                case .number: value = number(at: index)
                case .object: open.append(OpenTree(next: index.firstChild, members: [:]))
                case .array: open.append(OpenTree(next: index.firstChild))
                case .string, .key, .emptiedArray, .objectEnd, .arrayEnd: value = string(at: index)
                }
                while true {
                    if let value {
                        if open.isEmpty { return value }
                        open[open.count - 1].add(value)
                    }
                    let last = open.count - 1
                    if self[open[last].next].isEnd {
                        value = open.removeLast().value
                        continue
                    }
                    index = open[last].next
                    if let members = open[last].members {
                        let name = key(at: index)
                        // The first of several members with the same name is used.
                        open[last].name = members[name] == nil ? name : nil
                        index = index.value
                    }
                    open[last].next = position(after: index)
                    break
                }
            }
        }

        private func number(at index: TapePosition) -> any Sendable {
            let token = self[index]
            // Integers cannot represent -0.
            if token.isIntegerLiteral, !(token.isNegative && token.isZero) {
                if let value = integer(at: index, as: Int.self) { return value }
                if let value = integer(at: index, as: UInt64.self) { return value }
            }
            let text = numberText(at: index)
            let digits = DecimalDigits(text)
            if let value = double(at: index), DecimalDigits("\(value)") == digits { return value }
            if let value = DecimalText.decimal(text), DecimalDigits("\(value)") == digits { return value }
            return Double(text) ?? 0
        }
    }
#endif
