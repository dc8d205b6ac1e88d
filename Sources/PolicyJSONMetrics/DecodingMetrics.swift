#if Metrics
    public import CoreMetrics
    public import PolicyJSON
    import JSONTape

    /// Counts what decoders repair and reject.
    ///
    /// ```swift
    /// let metrics = DecodingMetrics()
    /// metrics.observe(decoder)                        // repairs, also in streams
    /// do { … } catch { metrics.record(error) }        // rejections
    /// ```
    ///
    /// | counter | dimension |
    /// |---|---|
    /// | `json_repairs_total` | `rule`: the name of the rule |
    /// | `json_repaired_paths_total` | `path`: the path, with `[*]` for each index; further paths, and those of more than 256 bytes, are counted as `other` (a member of that name as `"other"`) |
    /// | `json_rejections_total` | `code`: that of the first problem (`DecodingProblem.Code`) |
    ///
    /// The counters of a stream are increased each `reportInterval` elements and at its end.
    public struct DecodingMetrics: Sendable {
        private let counters: Counters

        /// Creates the counters.
        ///
        /// - Parameters:
        ///   - prefix: the start of their names. Default: `json`.
        ///   - pathLimit: the maximum number of paths with a counter of their own. Keys of dictionaries are parts of paths, so
        ///     that clients can make up any number of them. 0: no paths are counted. Default: 100.
        ///   - factory: makes the counters. Default: that of the `MetricsSystem`.
        public init(prefix: String = "json", pathLimit: Int = 100, factory: any MetricsFactory = MetricsSystem.factory)
        {
            counters = Counters(prefix: prefix, pathLimit: pathLimit, factory: factory)
        }

        /// Counts the repairs of decoders from now on. Their `onReport`, if they have one, is called, too; a `reportInterval` that
        /// is not set becomes 1,000, so that the counters of a stream without an end are increased. With a `DecodingLog`, which
        /// sets it to 1, let the log observe a decoder first.
        ///
        /// - Parameter decoders: the decoders.
        public func observe(_ decoders: PolicyJSONDecoder...) {
            for decoder in decoders {
                let handler = decoder.onReport
                if decoder.reportInterval == nil { decoder.reportInterval = 1_000 }
                decoder.onReport = { [counters] report in
                    handler?(report)
                    counters.add(report.counts)
                }
            }
        }

        /// Counts that a document, or an element of a stream, has been rejected.
        ///
        /// - Parameter error: the error of a decode, or a `RejectedElement`. An error that does not concern a document is not
        ///   counted.
        public func record(_ error: any Error) {
            guard let problem = DecodingProblem.problems(in: error).first else { return }
            counters.add("rejections_total", "code", problem.code.rawValue, 1)
        }
    }

    /// The counters, each of which is made once.
    private final class Counters: Sendable {
        private let prefix: String
        private let pathLimit: Int
        private let factory: any MetricsFactory
        private let made = CheckedMutex((counters: [[String]: Counter](), paths: Set<String>()))

        init(prefix: String, pathLimit: Int, factory: any MetricsFactory) {
            self.prefix = prefix
            self.pathLimit = pathLimit
            self.factory = factory
        }

        func add(_ counts: DecodingReport.Counts) {
            for (rule, count) in counts.byRule { add("repairs_total", "rule", rule, count) }
            guard pathLimit > 0 else { return }
            for (path, count) in counts.byPath {
                if path.utf8.count > 256 {
                    add("repaired_paths_total", "path", "other", count)
                } else {
                    let value = path == "other" ? #""other""# : path
                    add("repaired_paths_total", "path", value, count, limit: pathLimit)
                }
            }
            if counts.otherPaths > 0 { add("repaired_paths_total", "path", "other", counts.otherPaths) }
        }

        /// - Parameter limit: the maximum number of values of paths; further ones are counted as `other`.
        func add(_ name: String, _ dimension: String, _ value: String, _ count: Int, limit: Int? = nil) {
            var value = value
            let known = made.withLock { made -> Counter? in
                // Before a path has its counter, it may be counted again, from another thread.
                if let limit, !made.paths.contains(value) {
                    if made.paths.count < limit { made.paths.insert(value) } else { value = "other" }
                }
                return made.counters[[name, value]]
            }
            // The factory is code of others, which must not run under the lock.
            let new =
                known ?? Counter(label: "\(prefix)_\(name)", dimensions: [(dimension, value)], factory: factory)
            let counter = made.withLock { made -> Counter in
                let counter = made.counters[[name, value]] ?? new
                made.counters[[name, value]] = counter
                return counter
            }
            counter.increment(by: count)
        }
    }
#endif
