#if !FoundationEssentials
    public import FoundationImport

    extension FileHandle: JSONByteSource {
        public func jsonReader(from offset: Int) throws -> JSONByteReader {
            if offset > 0 { try seek(toOffset: UInt64(offset)) }
            return unsafe JSONByteReader { [self] buffer in
                // Foundation's own methods make a `Data` for each call.
                unsafe try FileDescriptor.readBytes(of: fileDescriptor, into: buffer)
            }
        }
    }

    extension InputStream: JSONByteSource {
        public func jsonReader(from offset: Int) throws -> JSONByteReader {
            if streamStatus == .notOpen { open() }
            var left = offset
            return unsafe JSONByteReader { [self] buffer in
                guard let start = unsafe buffer.bindMemory(to: UInt8.self).baseAddress else { return 0 }
                while true {
                    let count = unsafe read(start, maxLength: left > 0 ? min(left, buffer.count) : buffer.count)
                    // On Linux `streamError` traps if there is no error, as for a stream that is closed.
                    if count < 0 { throw streamStatus == .error ? streamError ?? POSIXError(.EIO) : POSIXError(.EBADF) }
                    if left == 0 || count == 0 { return count }
                    left -= count
                }
            }
        }
    }
#endif
