/// The instructions that each function took itself, read from a file of callgrind's.
struct CallgrindProfile: Sendable {
    struct Function: Hashable, Sendable {
        /// The path of the program or library it is in.
        var object = ""
        /// As the linker knows it.
        var name = ""
    }

    private(set) var instructions: [Function: Int] = [:]

    var total: Int { instructions.values.reduce(0, +) }

    /// - Parameter text: written with `--compress-strings=no --compress-pos=no`.
    init(_ text: String) {
        var function = Function()
        var isCall = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "ob=".utf8) {
                function.object = String(decoding: line.dropFirst(3), as: UTF8.self)
            } else if line.starts(with: "fn=".utf8) {
                // The name of a function that is called by itself ends with '2.
                function.name = String(decoding: line.dropFirst(3).prefix { $0 != UInt8(ascii: "'") }, as: UTF8.self)
            } else if line.starts(with: "calls=".utf8) {
                // The line that follows has what the called function took.
                isCall = true
            } else if let first = line.first, first >= UInt8(ascii: "0"), first <= UInt8(ascii: "9") {
                if !isCall, let cost = line.split(separator: UInt8(ascii: " ")).last {
                    instructions[function, default: 0] += Int(String(decoding: cost, as: UTF8.self)) ?? 0
                }
                isCall = false
            }
        }
    }
}
