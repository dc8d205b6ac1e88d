/// A copy of a text, owned by one or several tapes.
@safe
final class KeptText {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    private let count: Int

    init(_ bytes: some Collection<UInt8>) {
        unsafe memory = .allocate(capacity: max(bytes.count, 1))
        count = unsafe memory.initialize(fromContentsOf: bytes)
    }

    deinit { unsafe memory.deallocate() }

    var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(rebasing: memory[..<count]) }
}
