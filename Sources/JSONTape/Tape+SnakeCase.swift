internal import CJSONTape

extension Tape {
    /// How the keys of an object become names in camel case.
    @_spi(Cursor) public enum SnakeCaseForm: Sendable {
        /// Not by ``find(convertedFromSnakeCase:in:)``.
        case other
        /// Several keys may have the same name.
        case convertible
        /// Each key is known from its name (``reversedCamelCase(_:)``).
        case reversible
    }

    /// - Parameter object: the position of an object whose keys are plain (``TapeToken/hasPlainKeys``).
    /// - Complexity: O(*length of the keys*).
    @_spi(Cursor) public func snakeCaseForm(ofKeysIn object: TapePosition) -> SnakeCaseForm {
        var form = SnakeCaseForm.reversible
        forEachKey(in: object) { key in
            let key = unsafe bytes(ofKeyAt: key)
            switch unsafe key.baseAddress.map({ unsafe jt_snake_case_form($0, key.count) }) {
            case JT_NAME_REVERSIBLE: return true
            case JT_NAME_CONVERTIBLE:
                form = .convertible
                return true
            default:
                form = .other
                return false
            }
        }
        return form
    }

    /// The value of the first member whose converted key is a name, or ``TapePosition/nothing``.
    ///
    /// - Parameter object: the position of an object whose keys have a form that is not ``SnakeCaseForm/other``.
    /// - Complexity: O(*members*).
    @inline(never)
    @_spi(Cursor) public func find(convertedFromSnakeCase name: String, in object: TapePosition) -> TapePosition {
        let found = unsafe Self.withBytes(of: name) { wanted in
            guard let start = wanted.baseAddress else { return TapePosition.nothing }
            var found = TapePosition.nothing
            forEachKey(in: object) { key in
                let bytes = unsafe bytes(ofKeyAt: key)
                if let text = bytes.baseAddress, unsafe jt_is_camel_case(text, bytes.count, start, wanted.count) {
                    found = key.value
                }
                return found == .nothing
            }
            return found
        }
        return found.orEqual(to: name) { find(convertedFromSnakeCase: $0, in: object) }
    }

    private func bytes(ofKeyAt position: TapePosition) -> UnsafeBufferPointer<UInt8> {
        let slot = self[position]
        return unsafe bytes(at: slot.offset, length: slot.keyLength)
    }

    /// The name of a key that is converted from snake case; `nil` for a key that consists of other characters than ASCII letters, digits and
    /// underscores, or is long.
    @_spi(Cursor) public static func camelCase(_ key: String) -> String? {
        unsafe withBytes(of: key) { key in
            guard let start = key.baseAddress, unsafe jt_snake_case_form(start, key.count) != JT_NAME_OTHER else {
                return nil
            }
            return unsafe name(capacity: key.count) { unsafe jt_camel_case(start, key.count, $0) }
        }
    }

    /// The only key of an object in ``SnakeCaseForm/reversible`` form that may have this converted name. Where there is none, a text that is
    /// no such key.
    @_spi(Cursor) public static func reversedCamelCase(_ name: String) -> String {
        let name = name.equalASCII ?? name
        let key = unsafe withBytes(of: name) { bytes in
            unsafe bytes.baseAddress.map { start in
                unsafe Self.name(capacity: 2 * bytes.count) { unsafe jt_reversed_camel_case(start, bytes.count, $0) }
            }
        }
        guard let key, !key.isEmpty else { return "A" + name }
        return key
    }

    private static func name(capacity: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { output in
            guard let start = output.baseAddress else { return "" }
            let count = unsafe write(start)
            return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
