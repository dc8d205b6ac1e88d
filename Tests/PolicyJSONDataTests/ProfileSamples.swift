import PolicyJSON
import PolicyJSONData
import Testing

/// Profiles of texts.
protocol ProfileSamples {}

extension ProfileSamples {
    func profile(
        _ text: String, named name: String = "a", format: RecordFormat = .recognized, at path: PathPattern? = nil,
        chunk: Int = 1 << 16
    ) throws -> JSONProfile { try profile(Array(text.utf8), named: name, format: format, at: path, chunk: chunk) }

    func profile(
        _ bytes: [UInt8], named name: String = "a", format: RecordFormat = .recognized, at path: PathPattern? = nil,
        chunk: Int = 1 << 16
    ) throws -> JSONProfile {
        var profiler = JSONProfiler(named: name, format: format, at: path)
        var rest = bytes[...]
        while !rest.isEmpty {
            try profiler.append(Array(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
        }
        try profiler.finish()
        return try profiler.profile()
    }

    func texts(_ examples: [PathFacts.Example]) -> [String] {
        examples.map { "\($0.line):\($0.column) \($0.text)" }
    }

    func facts(_ name: String, _ profile: JSONProfile) throws -> PathFacts {
        try #require(profile.paths.first { $0.name == name }).facts
    }
}
