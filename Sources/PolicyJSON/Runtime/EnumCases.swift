/// The cases of enumerations without associated values, by name, for any such enumeration: `CaseIterable` or not.
enum EnumCases {
    /// One case.
    struct Case {
        let name: String
        let value: Any
    }

    /// Whether `type` is an enumeration (optionals are not counted as such).
    static func isEnumeration(_ type: Any.Type) -> Bool {
        unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
    }

    /// All cases in the order of their declaration; `nil` where `type` is no enumeration, has associated values, or
    /// was compiled without the names.
    static func all(of type: Any.Type) -> [Case]? {
        guard isEnumeration(type) else { return nil }
        return allCases(of: type)
    }

    private static func allCases<T>(of type: T.Type) -> [Case]? {
        let layout = unsafe EnumLayout(type)
        guard unsafe layout.payloadCases == 0, unsafe layout.emptyCases > 0, unsafe layout.allCasesArePlain,
            unsafe MemoryLayout<T>.size == layout.tagSize
        else { return nil }
        var cases: [Case] = []
        unsafe cases.reserveCapacity(layout.emptyCases)
        for tag in unsafe 0..<layout.emptyCases {
            // Without associated values a value is its tag: the number of its case, in as many bytes as that needs.
            let value = unsafe withUnsafeTemporaryAllocation(
                byteCount: max(MemoryLayout<T>.size, 1), alignment: MemoryLayout<T>.alignment
            ) { buffer in
                unsafe withUnsafeBytes(of: UInt32(tag).littleEndian) { bytes in
                    unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<layout.tagSize]))
                }
                return unsafe buffer.baseAddress.map { unsafe $0.assumingMemoryBound(to: T.self).pointee }
            }
            guard let value, let name = unsafe enumCaseName(value) else { return nil }
            cases.append(Case(name: unsafe String(cString: name), value: value))
        }
        return cases
    }
}

/// What the Swift ABI says of an enumeration (`TargetEnumDescriptor` in the runtime's Metadata.h): the word behind the
/// metadata's kind points to a descriptor whose sixth and seventh 32-bit words count the cases with and without
/// associated values. Values that take no space do not count there; the field descriptor, which the fifth word leads to,
/// tells (`FieldDescriptor` in RemoteInspection/Records.h).
@unsafe
private struct EnumLayout {
    let payloadCases: Int
    let emptyCases: Int
    /// Whether no case has an associated value, not even one without size (`Void`, `Never`).
    let allCasesArePlain: Bool

    init(_ type: Any.Type) {
        let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
        let descriptor = unsafe UnsafeRawPointer(bitPattern: metadata[1])
        if let descriptor = unsafe descriptor {
            let count = unsafe Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
            unsafe payloadCases = unsafe Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
            unsafe emptyCases = count
            unsafe allCasesArePlain = unsafe Self.areCasesPlain(descriptor, count: count)
        } else {
            unsafe payloadCases = 0
            unsafe emptyCases = 0
            unsafe allCasesArePlain = false
        }
    }

    /// Whether no field record names a type. Records are three 32-bit words: flags, type, name; the header before them four,
    /// with the record's size in the upper half of the third and their number in the fourth.
    private static func areCasesPlain(_ descriptor: UnsafeRawPointer, count: Int) -> Bool {
        let distance = unsafe descriptor.load(fromByteOffset: 16, as: Int32.self)
        if distance == 0 { return false }
        let fields = unsafe descriptor + 16 + Int(distance)
        let recordSize = unsafe Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        guard unsafe Int(fields.load(fromByteOffset: 12, as: UInt32.self)) == count, recordSize >= 12 else {
            return false
        }
        return (0..<count).allSatisfy { index in
            unsafe fields.load(fromByteOffset: 16 + index * recordSize + 4, as: Int32.self) == 0
        }
    }

    /// Bytes of a value: none for a single case.
    var tagSize: Int {
        switch unsafe emptyCases {
        case ...1: 0
        case ...0x100: 1
        case ...0x1_0000: 2
        default: 4
        }
    }
}

extension EnumCases {
    /// The name of a value's case; `nil` if the type is no enumeration, or has associated values.
    static func name<T>(of value: T) -> String? {
        guard isEnumeration(T.self), all(of: T.self) != nil, let name = unsafe enumCaseName(value) else { return nil }
        return unsafe String(cString: name)
    }
}

/// The name of a value's case as it was compiled in, whatever `description` says. Part of the runtime's stable ABI; the
/// standard library prints enumerations with it.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
