import Metrics
import PolicyJSON

/// Counts changes by rule and by path. Other labels than these would be as many as there are values.
func countRepairs(of decoder: PolicyJSONDecoder) {
    decoder.onReport = { report in
        for (rule, count) in report.counts.byRule {
            Counter(label: "json_repairs_total", dimensions: [("rule", rule)]).increment(by: count)
        }
        for (path, count) in report.counts.byPath {
            Counter(label: "json_repaired_paths_total", dimensions: [("path", path)]).increment(by: count)
        }
    }
}
