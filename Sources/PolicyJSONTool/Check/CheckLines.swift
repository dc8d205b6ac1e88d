import Foundation
import JSONStream
import PolicyJSON

/// The lines about valid files, in columns.
struct CheckLines {
    let errorStyle: Style
    private let labelWidth: Int
    private let numberWidth: Int

    /// Columns for these inputs. Lines are printed immediately, so the widths are determined by what is known in
    /// advance: names and sizes.
    init(inputs: [Input], errorStyle: Style = .plain) {
        self.init(
            labels: inputs.map(\.label),
            largest: inputs.count > 1 ? inputs.compactMap(\.fileSize).max() ?? 0 : 0,
            errorStyle: errorStyle
        )
    }

    init(labels: [String], largest: Int, errorStyle: Style = .plain) {
        self.errorStyle = errorStyle
        labelWidth = (labels.map(\.count).max() ?? 0) + 1
        numberWidth = grouped(largest).count
    }

    /// The line about one valid file.
    func line(for document: FileCheck.Document, of input: Input) -> String {
        line(for: document, label: input.label)
    }

    func line(for document: FileCheck.Document, label: String) -> String {
        var parts = ["valid", counted(document.bytes, "byte")]
        switch document.counts {
        case .document(let summary):
            parts += [
                counted(summary.values, "value"), "depth \(summary.depth)",
                (summary.hasComparedAllKeys ? "" : "at least ")
                    + PolicyJSONTool.counted(summary.duplicateKeys, "duplicate key"),
            ]
        case .texts(let count): parts.append(counted(count, "text"))
        case .elements(let count): parts.append(counted(count, "element"))
        }
        if let speed = document.megabytesPerSecond { parts.append(Self.speed(speed)) }
        return (label + ":").padded(to: labelWidth) + " " + parts.joined(separator: ", ")
    }

    /// A speed in MB/s: whole above 10, with one decimal below.
    static func speed(_ megabytesPerSecond: Double) -> String {
        if megabytesPerSecond >= 10 { return grouped(Int(megabytesPerSecond.rounded())) + " MB/s" }
        return String(format: "%.1f MB/s", locale: Locale(identifier: "en_US_POSIX"), megabytesPerSecond)
    }

    private func counted(_ number: Int, _ noun: String) -> String {
        PolicyJSONTool.counted(number, noun).padded(to: numberWidth == 1 ? 0 : numberWidth + noun.count + 2, .right)
    }
}
