public import FuzzChecks

// libFuzzer's entry point, for which there is no module.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Passes libFuzzer's inputs to a check. A failed check ends the process, which libFuzzer treats as a crash.
public enum FuzzDriver {
    nonisolated(unsafe) private static var check = FuzzCheck.chunking

    /// Runs libFuzzer with the command-line arguments.
    public static func run(_ check: FuzzCheck) {
        unsafe self.check = check
        var count = CommandLine.argc
        var arguments = unsafe CommandLine.unsafeArgv
        unsafe withUnsafeMutablePointer(to: &arguments) { arguments in
            unsafe arguments.withMemoryRebound(
                to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.self, capacity: 1
            ) { arguments in
                _ = unsafe runDriver(&count, arguments) { start, length in
                    let input = unsafe Array(UnsafeBufferPointer(start: start, count: length))
                    if let complaint = unsafe FuzzDriver.check.complaint(about: input) { fatalError(complaint) }
                    return 0
                }
            }
        }
    }
}
