public import FoundationImport

extension URL: JSONByteSource {
    public func jsonReader(from offset: Int) throws -> JSONByteReader {
        let file = try OpenFile(self)
        if offset > 0 { try file.move(to: offset) }
        return unsafe JSONByteReader { buffer in
            unsafe try FileDescriptor.readBytes(of: file.descriptor, into: buffer)
        }
    }
}

/// A file that is open for reading until its last reference is released.
private final class OpenFile {
    let descriptor: CInt

    /// Opens a file.
    ///
    /// - Parameter url: the URL of a file.
    /// - Throws: `CocoaError` with the URL if it is not that of a file, or if the file cannot be opened.
    @_optimize(size)
    init(_ url: URL) throws {
        guard url.isFileURL else { throw Self.error(.fileReadUnsupportedScheme, url) }
        descriptor = unsafe url.withUnsafeFileSystemRepresentation { path in
            guard let path = unsafe path else { return -1 }
            return unsafe open(path, O_RDONLY | O_CLOEXEC)
        }
        if descriptor < 0 { throw Self.error(Self.code(of: errno), url) }
    }

    deinit { close(descriptor) }

    func move(to offset: Int) throws {
        if lseek(descriptor, off_t(offset), SEEK_SET) < 0 { throw FileDescriptor.error() }
    }

    private static func code(of number: CInt) -> CocoaError.Code {
        switch number {
        case ENOENT: .fileReadNoSuchFile
        case EACCES, EPERM: .fileReadNoPermission
        case ENAMETOOLONG: .fileReadInvalidFileName
        default: .fileReadUnknown
        }
    }

    private static func error(_ code: CocoaError.Code, _ url: URL) -> CocoaError {
        CocoaError(code, userInfo: ["NSURL": url, "NSFilePath": url.path])
    }
}
