import Foundation

/// A pseudo-terminal, which captures the output of a program.
struct PseudoTerminal: ~Copyable {
    /// The replica, which a program uses as its terminal. It stays open until the output has been read.
    let replica: FileHandle
    private let primary: FileHandle

    init() throws {
        var descriptors: (primary: Int32, replica: Int32) = (-1, -1)
        guard unsafe openpty(&descriptors.primary, &descriptors.replica, nil, nil, nil) == 0 else {
            throw POSIXError(.ENXIO)
        }
        primary = FileHandle(fileDescriptor: descriptors.primary, closeOnDealloc: true)
        replica = FileHandle(fileDescriptor: descriptors.replica, closeOnDealloc: true)
    }

    /// The output so far, with plain line feeds. Must be less than the buffer of a terminal (4 KiB).
    func written() throws -> String {
        // A zero byte marks the end: reading past it would block.
        try replica.write(contentsOf: Data([0]))
        var bytes = Data()
        while bytes.last != 0 { bytes += primary.availableData }
        // Carriage return and line feed are one character.
        return String(decoding: bytes.dropLast(), as: UTF8.self).replacing("\r\n", with: "\n")
    }
}
