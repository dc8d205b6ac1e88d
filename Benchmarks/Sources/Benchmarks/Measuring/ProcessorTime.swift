import Foundation

/// The time that all threads of this process together have run.
enum ProcessorTime {
    /// In seconds.
    static var current: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
