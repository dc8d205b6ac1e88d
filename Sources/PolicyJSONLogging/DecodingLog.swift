#if Logging
    public import Logging
    public import PolicyJSON
    import JSONTape

    /// Writes what decoders repair and reject to a log, at most a number of lines in each interval.
    ///
    /// ```swift
    /// let log = DecodingLog(Logger(label: "orders"))
    /// log.observe(decoder)                        // repairs, also in streams
    /// do { … } catch { log.record(error) }        // rejections
    /// ```
    ///
    /// | message | metadata |
    /// |---|---|
    /// | `JSON repaired` | `rule`, `change`, `path`, `line`, `found`, `result`. Repairs beyond `reportLimit` share a line, with `rule` and `unlisted`, their number |
    /// | `JSON rejected` | `code`, `pointer`, `line` if it is known, `message`, `problems` (their number) if there are several |
    ///
    /// Lines that exceed the limit are only counted: the first line of the next interval has their number as `suppressed`. Values
    /// of the document, on one line, are in `found` and `result` unless the decoder's `reportRedaction` hides them; there are none in messages
    /// about rejections.
    public struct DecodingLog: Sendable {
        private let logger: Logger
        private let level: Logger.Level
        private let rate: RateLimit

        /// Creates a log.
        ///
        /// - Parameters:
        ///   - logger: receives the lines.
        ///   - level: the level of the lines. Default: `.notice`.
        ///   - limit: the maximum number of lines in an interval, for repairs and rejections together. Default: 10.
        ///   - interval: the length of an interval. Default: one second.
        ///   - clock: measures the intervals. Default: a `ContinuousClock`.
        public init(
            _ logger: Logger, level: Logger.Level = .notice, atMost limit: Int = 10,
            per interval: Duration = .seconds(1),
            clock: some Clock<Duration> = ContinuousClock()
        ) {
            self.logger = logger
            self.level = level
            let start = clock.now
            rate = RateLimit(limit, interval) { start.duration(to: clock.now) }
        }

        /// Writes each repair of decoders from now on. Their `onReport`, if they have one, is called, too; a `reportInterval` that
        /// is not set becomes 1, so that streams write repairs when they are made.
        ///
        /// - Parameter decoders: the decoders.
        public func observe(_ decoders: PolicyJSONDecoder...) {
            for decoder in decoders {
                let handler = decoder.onReport
                if decoder.reportInterval == nil { decoder.reportInterval = 1 }
                decoder.onReport = { report in
                    handler?(report)
                    report.entries.forEach(record)
                    recordUnlisted(report)
                }
            }
        }

        private func record(_ entry: DecodingReport.Entry) {
            write("JSON repaired") {
                [
                    "rule": "\(entry.rule)", "change": "\(entry.kind)", "path": "\(Self.shortened(entry.path))",
                    "line": "\(entry.location.line)",
                    "found": "\(entry.found.onOneLine)", "result": "\(entry.result.onOneLine)",
                ]
            }
        }

        /// Writes repairs beyond the limit of a report, which streams reach after any time.
        private func recordUnlisted(_ report: DecodingReport) {
            if report.omittedCount == 0 { return }
            write("JSON repaired") {
                var counts = report.counts.byRule
                for entry in report.entries { counts[entry.rule, default: 0] -= 1 }
                let rules = counts.filter { $0.value > 0 }.keys.sorted().joined(separator: ", ")
                return ["rule": "\(Self.shortened(rules))", "unlisted": "\(report.omittedCount)"]
            }
        }

        /// Writes that a document, or an element of a stream, has been rejected.
        ///
        /// - Parameter error: the error of a decode, or a `RejectedElement`. An error that does not concern a document is not
        ///   written.
        public func record(_ error: any Error) {
            guard logger.logLevel <= level else { return }
            let problems = DecodingProblem.problems(in: error)
            guard let problem = problems.first else { return }
            write("JSON rejected") {
                var metadata: Logger.Metadata = [
                    "code": "\(problem.code.rawValue)", "pointer": "\(Self.shortened(problem.jsonPointer))",
                    "message": "\(Self.shortened(problem.message))",
                ]
                if let line = problem.location?.line { metadata["line"] = "\(line)" }
                if problems.count > 1 { metadata["problems"] = "\(problems.count)" }
                return metadata
            }
        }

        /// Clients can make paths, and messages that contain keys, of any length and with line ends.
        private static func shortened(_ text: some CustomStringConvertible) -> String {
            ShortText.shorten(text.description, to: 256).onOneLine
        }

        private func write(_ message: Logger.Message, _ metadata: () -> Logger.Metadata) {
            guard logger.logLevel <= level, let suppressed = rate.admit() else { return }
            var metadata = metadata()
            if suppressed > 0 { metadata["suppressed"] = "\(suppressed)" }
            logger.log(level: level, message, metadata: metadata)
        }
    }

    /// Admits a number of events in each interval.
    private final class RateLimit: Sendable {
        private let limit: Int
        private let interval: Duration
        private let elapsed: @Sendable () -> Duration
        private let state = CheckedMutex((end: Duration.zero, count: 0, suppressed: 0))

        init(_ limit: Int, _ interval: Duration, elapsed: @escaping @Sendable () -> Duration) {
            self.limit = limit
            self.interval = interval
            self.elapsed = elapsed
        }

        /// The number of events that have not been admitted since the last one that has; `nil` if this one is not admitted.
        func admit() -> Int? {
            let now = elapsed()
            return state.withLock { state in
                if now >= state.end { (state.end, state.count) = (now + interval, 0) }
                state.count += 1
                if state.count > limit {
                    state.suppressed += 1
                    return nil
                }
                defer { state.suppressed = 0 }
                return state.suppressed
            }
        }
    }
#endif
