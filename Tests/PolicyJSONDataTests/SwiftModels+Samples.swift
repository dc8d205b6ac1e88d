import PolicyJSON
import PolicyJSONData

extension SwiftModels {
    /// Models for a text.
    init(_ sample: String, at path: PathPattern? = nil, named name: String = "Root") throws {
        var profiler = JSONProfiler(named: "a", at: path)
        try profiler.append(Array(sample.utf8))
        try profiler.finish()
        self.init(for: try profiler.profile(), named: name)
    }

    /// The source after the comment at the top.
    var declarations: String {
        let lines = source().split(separator: "\n", omittingEmptySubsequences: false)
        return lines.drop { $0.hasPrefix("//") }.dropFirst().joined(separator: "\n")
    }
}
