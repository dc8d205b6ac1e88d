/// A reference to an object that something else keeps: reading it counts no reference.
///
/// For objects that every repaired value needs. Counting references to them is atomic, and was a sixth of the time of a
/// repair.
@safe
struct Uncounted<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    /// - Parameter object: an object that the owner of this reference keeps.
    init(_ object: Object) { unsafe reference = .passUnretained(object) }

    /// - Parameter reference: refers to an object that is never released.
    @inline(__always)
    init(_ reference: Unmanaged<Object>) { unsafe self.reference = reference }

    @inline(__always)
    func with<R>(_ body: (Object) throws -> R) rethrows -> R {
        try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
    }
}

extension Uncounted: Sendable where Object: Sendable {}
