@_spi(Cursor) internal import JSONTape
internal import Synchronization

/// What the strict errors about one type and one kind of value have in common: all but the path and the number.
///
/// Creating it takes as long as decoding ten members, and models that try several types cause many errors.
// `@unchecked`: metatypes are not `Sendable`, but types are the same on every thread.
final class StrictErrorForm: @unchecked Sendable {
    enum Case {
        /// `DecodingError.typeMismatch`.
        case mismatch
        /// `DecodingError.valueNotFound`.
        case nullValue
        /// `DecodingError.dataCorrupted`, about a number that the type cannot represent.
        case unfit
    }

    fileprivate let requested: ObjectIdentifier
    fileprivate let found: UInt8
    let errorCase: Case
    /// The type in the error, which may differ from the one that was requested.
    let type: Any.Type
    /// The whole text; for a number that does not fit, what follows the number.
    let text: String

    init(_ errorCase: Case, _ type: Any.Type, _ text: String, for requested: Any.Type, found: TapeKind) {
        self.errorCase = errorCase
        self.type = type
        self.text = text
        self.requested = ObjectIdentifier(requested)
        self.found = found.rawValue
    }

    /// The form of an error; `nil` if more than its path depends on the value or on settings.
    convenience init?(of error: DecodingError, for requested: Any.Type, found: TapeKind) {
        switch error {
        case .typeMismatch(let type, let context):
            self.init(.mismatch, type, context.debugDescription, for: requested, found: found)
        case .valueNotFound(let type, let context):
            self.init(.nullValue, type, context.debugDescription, for: requested, found: found)
        default: return nil
        }
    }
}

/// The forms of strict errors, for the lifetime of the process: an insert-only hash table of bounded size. Readers take no
/// lock and count no reference.
@safe
final class StrictErrorForms: Sendable {
    static let shared = StrictErrorForms()

    private static let bits = 10
    /// The number of entries that a form can be in. If all of them are taken, it is made for each error.
    private static let choices = 4
    // Allocated once, never freed; nor are the forms.
    nonisolated(unsafe) private let entries: UnsafeMutablePointer<Atomic<Unmanaged<StrictErrorForm>?>>

    private init() {
        unsafe entries = .allocate(capacity: 1 << Self.bits)
        for index in 0..<1 << Self.bits { unsafe (entries + index).initialize(to: Atomic(nil)) }
    }

    @inline(__always)
    private static func index(_ type: ObjectIdentifier, _ found: UInt8, _ choice: Int) -> Int {
        (type.typeHash(bits: bits, salt: UInt(found)) + choice) & (1 << bits - 1)
    }

    /// The form of errors about a requested type and the kind of the value that was found, if it is known.
    ///
    /// - Parameter found: `TapeKind.rawValue`.
    @inline(__always)
    func form(_ type: Any.Type, _ found: UInt8) -> Uncounted<StrictErrorForm>? {
        let type = ObjectIdentifier(type)
        for choice in 0..<Self.choices {
            guard let form = unsafe entries[Self.index(type, found, choice)].load(ordering: .acquiring) else {
                return nil
            }
            let isSame = unsafe form._withUnsafeGuaranteedRef { $0.requested == type && $0.found == found }
            if isSame { return unsafe Uncounted(form) }
        }
        return nil
    }

    /// Keeps a form, if there is room.
    func keep(_ form: StrictErrorForm) {
        for choice in 0..<Self.choices {
            let entry = Self.index(form.requested, form.found, choice)
            let kept = unsafe Unmanaged.passRetained(form)
            let (isKept, _) = unsafe entries[entry].compareExchange(
                expected: nil, desired: kept, ordering: .acquiringAndReleasing)
            if isKept { return }
            unsafe kept.release()
        }
    }
}
