import Foundation

/// What the numbers were measured on.
struct Machine: Encodable, Sendable {
    let processor: String
    let cores: Int
    let system: String
    let swift: String
    let date: String

    /// This machine, now.
    static var current: Machine {
        let information = ProcessInfo.processInfo
        return Machine(
            processor: processor,
            cores: information.activeProcessorCount,
            system: information.operatingSystemVersionString,
            swift: swift,
            date: Date().formatted(.iso8601)
        )
    }

    /// What built this program and what it runs with, as far as that decides how much of something is counted.
    var compiler: String {
        #if arch(x86_64)
            let architecture = "x86_64"
        #elseif arch(arm64)
            let architecture = "arm64"
        #else
            let architecture = "another architecture"
        #endif
        return "\(swift), \(architecture)"
    }

    /// The name that Linux or macOS has for the processor.
    private static var processor: String {
        if let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8) {
            let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
            if let name = line?.split(separator: ":", maxSplits: 1).last {
                return name.trimmingCharacters(in: .whitespaces)
            }
        }
        return output(of: ["sysctl", "-n", "machdep.cpu.brand_string"]) ?? "unknown processor"
    }

    /// The version of the `swift` in the search path, which is the one that builds when this is started with `swift run`.
    private static var swift: String {
        let line = output(of: ["swift", "--version"])?.split(separator: "\n").first { $0.contains("Swift version") }
        return line.map(String.init) ?? "unknown Swift version"
    }

    private static func output(of command: [String]) -> String? {
        guard let (status, output) = try? ChildProcess.run(URL(filePath: "/usr/bin/env"), command), status == 0 else {
            return nil
        }
        return output
    }
}
