internal import FoundationImport

/// Reads from open files.
enum FileDescriptor {
    /// Reads bytes into the buffer and returns their number; 0 at the end. Waits until there is at least one.
    static func readBytes(of descriptor: CInt, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            if errno != EINTR { throw error() }
        }
    }

    /// The error that `errno` states.
    static func error() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
