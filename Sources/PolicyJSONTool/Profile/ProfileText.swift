import PolicyJSON
import PolicyJSONData

/// A profile as text for a person.
struct ProfileText {
    let profile: JSONProfile
    let style: Style

    var lines: [String] {
        [style(Self.title(of: profile), .bold)] + invalid + [""] + paths
    }

    static func title(of profile: JSONProfile) -> String {
        var title = "\(counted(profile.records, "record")), \(counted(profile.bytes, "byte"))"
        if profile.invalidRecords > 0 { title += ", \(grouped(profile.invalidRecords)) not JSON" }
        if profile.otherValues > 0 { title += ", \(counted(profile.otherValues, "value")) at further paths" }
        return title
    }

    private var invalid: [String] {
        profile.invalidExamples.map { "  \(Self.location(of: $0)): \($0.text.onOneLine)" }
    }

    private var paths: [String] {
        let summaries = PathSummary.all(of: profile)
        var table = Table([
            .init(title: "path", ink: .cyan), .init(title: "present", alignment: .right), .init(title: "kinds"),
            .init(title: "values"),
        ])
        for summary in summaries {
            table.add(
                .init(summary.name.isEmpty ? "(record)" : summary.name.abbreviated(to: 60)),
                .init(summary.presentShare ?? grouped(summary.facts.values)),
                .init(summary.kinds),
                .init(summary.details.joined(separator: "; ").abbreviated(to: 120)))
        }
        let rows = table.lines(style)
        return [rows[0]] + zip(rows.dropFirst(), summaries).flatMap { [$0] + oddities(of: $1) }
    }

    private func oddities(of summary: PathSummary) -> [String] {
        summary.oddities.filter { $0.title != "missing" }.map { oddity in
            let examples = oddity.examples.map { example in
                "\(Self.location(of: example))" + (example.text.isEmpty ? "" : " \(example.text.onOneLine)")
            }
            let list = examples.isEmpty ? "" : ": " + examples.joined(separator: ", ")
            return "    \(style("\(grouped(oddity.count)) × \(oddity.title)", .yellow))\(list)"
        }
    }

    static func location(of example: PathFacts.Example) -> String {
        "\(example.file):\(example.line):\(example.column)"
    }
}
