#if FoundationEssentials
    public import Foundation
    public import PolicyJSON

    // The tests import Foundation under the trait, too. These conformances let them read what the library reads without it.

    extension FileHandle: JSONByteSource {
        public func jsonReader(from offset: Int) throws -> JSONByteReader {
            if offset > 0 { try seek(toOffset: UInt64(offset)) }
            return JSONByteReader {
                let data = self.availableData
                return data.isEmpty ? nil : data
            }
        }
    }

    extension InputStream: JSONByteSource {
        public func jsonReader(from offset: Int) throws -> JSONByteReader {
            open()
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            var left = offset
            return JSONByteReader { () -> Data? in
                while true {
                    let count = unsafe self.read(&bytes, maxLength: left > 0 ? min(left, bytes.count) : bytes.count)
                    if count <= 0 { return nil }
                    if left == 0 { return Data(bytes[..<count]) }
                    left -= count
                }
            }
        }
    }
#endif
