/// The cases of enumerations without associated values, by name, for any such enumeration: `CaseIterable` or not.
///
/// **Fact.** The layout of the metadata of enumerations, and the runtime function that names a value's case.
/// **Source.** The Swift ABI (`TargetEnumDescriptor` in the runtime's Metadata.h, `FieldDescriptor` in
/// RemoteInspection/Records.h, `swift_EnumCaseName`); stable on Apple platforms, not promised elsewhere.
/// **Check.** ``isLayoutKnown`` reads enumerations of known cases, once per process.
/// **Gain.** Rules answer with cases of enumerations that are not `CaseIterable`. Without the fact only those that are
/// have known cases (``promised(of:)``).
public enum EnumCases {
    /// One case.
    public struct Case {
        public let name: String
        public let value: Any
    }

    /// Whether `type` is an enumeration (optionals are not counted as such). Without the fact: whether it is `CaseIterable`.
    public static func isEnumeration(_ type: Any.Type) -> Bool {
        isLayoutKnown ? hasEnumerationMetadata(type) : type is any CaseIterable.Type
    }

    private static func hasEnumerationMetadata(_ type: Any.Type) -> Bool {
        unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == 0x201
    }

    /// All cases in the order of their declaration; `nil` if `type` is not an enumeration, has associated values, or
    /// was compiled without the names.
    public static func all(of type: Any.Type) -> [Case]? {
        guard isLayoutKnown else { return promised(of: type) }
        return isEnumeration(type) ? allCases(of: type) : nil
    }

    /// The cases of a `CaseIterable` type that prints them by their names.
    private static func promised(of type: Any.Type) -> [Case]? {
        guard let type = type as? any CaseIterable.Type else { return nil }
        return values(of: type)
    }

    private static func values<T: CaseIterable>(of type: T.Type) -> [Case]? {
        let values = Array(type.allCases)
        guard
            values.allSatisfy({
                Mirror(reflecting: $0).displayStyle == .enum && Mirror(reflecting: $0).children.isEmpty
            })
        else { return nil }
        return values.map { Case(name: String(describing: $0), value: $0) }
    }

    /// Whether metadata has the layout that ``EnumLayout`` reads: pointers of 64 bits that are not signed, the low byte
    /// first, and the runtime's constants. The last is checked once with types of known cases.
    public static let isLayoutKnown: Bool = {
        #if _ptrauth(_arm64e) || !_pointerBitWidth(_64) || !_endian(little)
            return false
        #else
            guard RuntimeFacts.areUsed, hasEnumerationMetadata(Probe.Plain.self),
                hasEnumerationMetadata(Probe.Payload.self),
                !hasEnumerationMetadata(Probe.self), !hasEnumerationMetadata(Int?.self),
                let plain = allCases(of: Probe.Plain.self)
            else { return false }
            let payload = unsafe EnumLayout(Probe.Payload.self)?.caseNames
            return plain.map(\.name) == ["first", "second"]
                && plain.map { $0.value as? Probe.Plain } == [.first, .second]
                && allCases(of: Probe.Payload.self) == nil
                && payload == ["some", "other"]
        #endif
    }()

    private struct Probe {
        enum Plain { case first, second }
        enum Payload {
            case some(Int)
            case other
        }
    }

    /// The layout of an enumeration whose values are the tags of its cases.
    @unsafe
    private static func plainLayout<T>(of type: T.Type) -> EnumLayout? {
        guard let layout = unsafe EnumLayout(type), unsafe layout.payloadCases == 0, unsafe layout.emptyCases > 0,
            unsafe layout.allCasesArePlain, unsafe MemoryLayout<T>.size == layout.tagSize
        else { return nil }
        return unsafe layout
    }

    private static func allCases<T>(of type: T.Type) -> [Case]? {
        guard let layout = unsafe plainLayout(of: type) else { return nil }
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

/// The layout of an enumeration in the Swift ABI (`TargetEnumDescriptor` in the runtime's Metadata.h): the word that
/// follows the metadata's kind points to a descriptor. Its first 32-bit word has the kind of the descriptor in the low
/// five bits; its sixth and seventh count the cases with and without associated values. Values that take no space do
/// not count there; the field descriptor, which the fifth word leads to, lists them (`FieldDescriptor` in
/// RemoteInspection/Records.h). Enumerations of C, whose values are not the numbers of their cases, have no fields
/// there.
@unsafe
private struct EnumLayout {
    let payloadCases: Int
    let emptyCases: Int
    /// `nil` if the type was compiled without them.
    private let fields: EnumFields?

    /// `nil` if the type has no enumeration descriptor.
    init?(_ type: Any.Type) {
        let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
        guard let descriptor = unsafe UnsafeRawPointer(bitPattern: metadata[1]),
            UInt(bitPattern: descriptor) % 4 == 0,
            unsafe descriptor.load(as: UInt32.self) & 0x1F == Self.enumerationKind
        else { return nil }
        unsafe payloadCases = unsafe Int(descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF)
        unsafe emptyCases = unsafe Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
        unsafe fields = unsafe EnumFields(descriptor)
    }

    /// `ContextDescriptorKind::Enum`.
    private static var enumerationKind: UInt32 { 18 }

    /// The names of all cases, with and without associated values; `nil` if the type was compiled without them.
    var caseNames: [String]? {
        guard let fields = unsafe fields, unsafe payloadCases + emptyCases == fields.count else { return nil }
        var names: [String] = []
        for index in unsafe 0..<fields.count {
            let word = unsafe fields.record(index) + 8
            let distance = unsafe word.load(as: Int32.self)
            if distance == 0 { return nil }
            unsafe names.append(String(cString: (word + Int(distance)).assumingMemoryBound(to: CChar.self)))
        }
        return names
    }

    /// Whether no case has an associated value, not even one without size (`Void`, `Never`): no field names a type.
    var allCasesArePlain: Bool {
        guard let fields = unsafe fields, unsafe fields.count == emptyCases else { return false }
        return unsafe (0..<fields.count).allSatisfy { index in
            unsafe fields.record(index).load(fromByteOffset: 4, as: Int32.self) == 0
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

/// The cases that the field descriptor of an enumeration lists, to which the fifth word of its descriptor points. Records are three
/// 32-bit words: flags, type, name; the header before them four, with the record's size in the upper half of the third and their number
/// in the fourth.
@unsafe
private struct EnumFields {
    let count: Int
    private let start: UnsafeRawPointer
    private let recordSize: Int

    /// `nil` if the type was compiled without them.
    init?(_ descriptor: UnsafeRawPointer) {
        let distance = unsafe descriptor.load(fromByteOffset: 16, as: Int32.self)
        if distance == 0 { return nil }
        unsafe start = unsafe descriptor + 16 + Int(distance)
        unsafe recordSize = unsafe Int(start.load(fromByteOffset: 10, as: UInt16.self))
        unsafe count = unsafe Int(start.load(fromByteOffset: 12, as: UInt32.self))
        if unsafe recordSize < 12 { return nil }
    }

    func record(_ index: Int) -> UnsafeRawPointer { unsafe start + 16 + index * recordSize }
}

extension EnumCases {
    /// The names of all cases, also of those with associated values, in the order of the metadata; `nil` if `type` is not an
    /// enumeration, or was compiled without the names.
    public static func names(of type: Any.Type) -> [String]? {
        guard isLayoutKnown else { return promised(of: type)?.map(\.name) }
        return isEnumeration(type) ? unsafe EnumLayout(type)?.caseNames : nil
    }

    /// The name of a value's case; `nil` if the type is not an enumeration, or has associated values.
    public static func name<T>(of value: T) -> String? {
        guard isLayoutKnown else {
            return promised(of: T.self)?.first { "\($0.value)" == "\(value)" }?.name
        }
        guard hasEnumerationMetadata(T.self), unsafe plainLayout(of: T.self) != nil,
            let name = unsafe enumCaseName(value)
        else { return nil }
        return unsafe String(cString: name)
    }
}

/// The name of a value's case as it was compiled in, whatever `description` says. Part of the runtime's stable ABI; the
/// standard library prints enumerations with it.
@_silgen_name("swift_EnumCaseName")
private func enumCaseName<T>(_ value: T) -> UnsafePointer<CChar>?
