@_spi(Cursor) internal import JSONTape

/// The path of the last error of a core, from which that of the next one is made.
///
/// Models that try several types for one value fail at the same path each time; a strict attempt that fails fails in
/// the same container as the last one, or at the same depth. An array whose error has been discarded is changed in
/// place: making and releasing an array was a third of the cost of an error.
struct LastPath {
    /// The value whose path is in `keys`, its container, and that one's container. The container itself if the last key has been
    /// forgotten.
    private var index = TapePosition.nothing
    private var parent = TapePosition.noContainer
    private var grandparent = TapePosition.noContainer
    private var ordinal: UInt32 = 0
    private var keys: [any CodingKey] = []
    /// Whether the keys are as in the document, although a key strategy converts them.
    private var isWritten = false

    /// Forgets the path if its keys are not in this form.
    mutating func become(asWritten: Bool) {
        if isWritten == asWritten { return }
        self = LastPath()
        isWritten = asWritten
    }

    /// The path, if it is the one to this value.
    @inline(__always)
    func path(ifTo reference: ValueReference) -> [any CodingKey]? {
        // The next windows of a document may have elements at the same positions.
        guard index == reference.index, parent == reference.parent, ordinal == reference.ordinal, !keys.isEmpty else {
            return nil
        }
        return keys
    }

    /// The path to another value.
    ///
    /// - Parameters:
    ///   - key: makes the last key.
    ///   - change: makes it the path to a value in another container, to a missing value, or to the top-level value.
    @inline(__always)
    mutating func path(
        to reference: ValueReference, key: () -> any CodingKey, _ change: (inout LastPath) -> Void
    ) -> [any CodingKey] {
        if parent == reference.parent, !keys.isEmpty, index != .nothing, reference.index != .nothing {
            keys[keys.count - 1] = key()
        } else if index != .nothing, index == reference.parent, reference.index != .nothing {
            keys.append(key())
            grandparent = parent
        } else {
            change(&self)
        }
        index = reference.index
        parent = reference.parent
        ordinal = reference.ordinal
        return keys
    }

    /// Makes it the path to a value whose container is not the last one's, or which is missing, or at the top.
    ///
    /// - Parameters:
    ///   - around: the container of the value's container.
    ///   - lastKeys: makes the keys of the container and of the value.
    ///   - change: makes all keys of the array those of the path, from the container of the value to which they lead;
    ///     `noContainer` if there is none.
    mutating func change(
        to reference: ValueReference, around: TapePosition, lastKeys: () -> (any CodingKey, any CodingKey),
        _ change: (inout [any CodingKey], TapePosition) -> Void
    ) {
        if grandparent == around, keys.count >= 2, index != .nothing, reference.index != .nothing {
            (keys[keys.count - 2], keys[keys.count - 1]) = lastKeys()
            return
        }
        // The path to a missing value is that of its object.
        change(&keys, keys.isEmpty ? .noContainer : index == .nothing ? grandparent : parent)
        grandparent = around
    }

    /// Forgets the path: another document, or part of one, is on the tape.
    @inline(__always)
    mutating func forget() { if parent != .noContainer || !keys.isEmpty { self = LastPath() } }

    /// Whether the path leads into a container.
    @inline(__always)
    func leads(into container: TapePosition, end: TapePosition) -> Bool { parent >= container && parent < end }

    /// Forgets what the keys of an object's members are: from now on they may be those of another model.
    @inline(never)
    mutating func forgetKeys(of object: TapePosition) {
        if parent != object {
            self = LastPath()
        } else if index != .nothing {
            // Of no member: the last key is made anew.
            index = object
        }
    }

    /// Forgets the path if it leads into an object.
    mutating func forget(through object: TapePosition, end: TapePosition) {
        if leads(into: object, end: end) { self = LastPath() }
    }
}
