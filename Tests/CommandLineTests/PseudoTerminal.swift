import Foundation

/// A terminal without a screen: what a program writes to it can be read.
struct PseudoTerminal: ~Copyable {
    /// The end that a program takes for a terminal. It stays open until what was written has been read.
    let user: FileHandle
    private let screen: FileHandle

    init() throws {
        var descriptors: (screen: Int32, user: Int32) = (-1, -1)
        guard unsafe openpty(&descriptors.screen, &descriptors.user, nil, nil, nil) == 0 else {
            throw POSIXError(.ENXIO)
        }
        screen = FileHandle(fileDescriptor: descriptors.screen, closeOnDealloc: true)
        user = FileHandle(fileDescriptor: descriptors.user, closeOnDealloc: true)
    }

    /// What was written so far, which must be less than a terminal holds back (4 KiB), with plain line feeds.
    func written() throws -> String {
        // A zero byte shows where to stop: reading more than there is would wait.
        try user.write(contentsOf: Data([0]))
        var bytes = Data()
        while bytes.last != 0 { bytes += screen.availableData }
        // Carriage return and line feed are one character.
        return String(decoding: bytes.dropLast(), as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
