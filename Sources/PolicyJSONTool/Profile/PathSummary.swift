import Foundation
import PolicyJSON
import PolicyJSONData

/// What a profile says about a path, in words.
struct PathSummary {
    /// A kind of value with its share.
    struct Share {
        let label: String
        let count: Int
        let fraction: Double
    }

    /// Something odd, with its examples.
    struct Oddity {
        let title: String
        let count: Int
        let examples: [PathFacts.Example]
    }

    let name: String
    let facts: PathFacts
    /// The share of objects that have the member; `nil` where members are not counted.
    let presence: Double?
    let missing: Int
    let isMap: Bool

    init(_ path: JSONProfile.NamedPath, isMap: Bool) {
        name = path.name
        facts = path.facts
        missing = path.missing
        presence = path.parents.map { $0 == 0 ? 0 : Double(path.facts.objects) / Double($0) }
        self.isMap = isMap
    }

    /// In how many of the objects the member is; `nil` where members are not counted.
    var presentShare: String? {
        presence == nil ? nil : percent(facts.objects, of: facts.objects + missing)
    }

    /// The kinds of the values, with their shares if there are several.
    var kinds: String {
        let shares = shares
        if shares.count == 1 { return shares[0].label }
        return shares.map { "\($0.label) \(percent($0.count, of: facts.values))" }.joined(separator: ", ")
    }

    /// The summaries of all paths of a profile.
    static func all(of profile: JSONProfile) -> [PathSummary] {
        let paths = profile.paths
        let maps = Set(
            paths.compactMap { path -> String? in
                if path.name == "*" { return "" }
                return path.name.hasSuffix(".*") ? String(path.name.dropLast(2)) : nil
            })
        return paths.map { PathSummary($0, isMap: maps.contains($0.name)) }
    }

    // MARK: Kinds

    var shares: [Share] {
        var counts = JSONKind.allCases.filter { $0 != .number }.map { ($0.label, facts.count(of: $0)) }
        counts.append(("integer", facts.numbers.integers))
        counts.append(("fraction", facts.numbers.fractions))
        return counts.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map {
            Share(label: $0.0, count: $0.1, fraction: Double($0.1) / Double(max(facts.values, 1)))
        }
    }

    // MARK: Values

    /// Ranges, lengths, different values.
    var details: [String] {
        var details: [String] = []
        let numbers = facts.numbers
        if let minimum = numbers.minimum, let maximum = numbers.maximum {
            details.append("\(minimum.text) … \(maximum.text)")
            details.append(
                numbers.fractionDigits > 0
                    ? "\(counted(numbers.digits, "digit")), \(numbers.fractionDigits) after the point"
                    : counted(numbers.digits, "digit"))
        }
        if facts.count(of: JSONKind.string) > 0 { details += stringDetails }
        if facts.arrayLengths.count > 0 {
            let lengths = facts.arrayLengths
            let range =
                lengths.minimum == lengths.maximum ? "\(lengths.minimum)" : "\(lengths.minimum)–\(lengths.maximum)"
            details.append("\(range) element\(range == "1" ? "" : "s"), mean \(rounded(lengths.mean))")
        }
        if facts.count(of: JSONKind.bool) > 0 {
            details.append("\(percent(facts.count(of: true), of: facts.count(of: JSONKind.bool))) true")
        }
        if isMap { details.append("keys look like data") }
        return details
    }

    private var stringDetails: [String] {
        let lengths = facts.stringLengths
        var details = [
            lengths.minimum == lengths.maximum
                ? counted(lengths.maximum, "byte") : "\(lengths.minimum)–\(lengths.maximum) bytes",
            facts.strings.isExact ? "\(facts.strings.count) different" : "about \(facts.strings.count) different",
        ]
        if let values = facts.enumeration {
            let shown = values.prefix(6).map { "\"\($0.value)\"" }.joined(separator: ", ")
            details.append("enumeration? \(shown)\(values.count > 6 ? ", …" : "")")
        }
        let total = facts.count(of: JSONKind.string)
        for form in StringForm.dates + [.uuid, .url] where facts.count(of: form) > 0 {
            let count = facts.count(of: form)
            details.append(count == total ? form.label : "\(form.label) \(percent(count, of: total))")
        }
        return details
    }

    // MARK: Oddities

    var oddities: [Oddity] {
        var found: [Oddity] = []
        func add(_ title: String, _ count: Int, _ finding: PathFacts.Finding?) {
            guard count > 0 else { return }
            found.append(Oddity(title: title, count: count, examples: finding.flatMap { facts.examples[$0] } ?? []))
        }
        add("missing", missing, nil)
        let kinds = JSONKind.allCases.filter { $0 != .null && facts.count(of: $0) > 0 }
        let usual = kinds.max { facts.count(of: $0) < facts.count(of: $1) }
        for kind in JSONKind.allCases where usual != nil && kind != usual {
            add(
                kind == .null ? "null" : "\(kind.label) instead of \(usual?.label ?? "")", facts.count(of: kind),
                .kind(kind))
        }
        if facts.numbers.fractions < facts.numbers.integers {
            add("fraction among integers", facts.numbers.fractions, .fraction)
        }
        for form in [StringForm.number, .boolean, .json, .empty, .blank] {
            add("string that is \(form.label)", facts.count(of: form), .string(form))
        }
        let strings = facts.count(of: JSONKind.string)
        let dates = StringForm.dates.filter { facts.count(of: $0) > 0 }
        if let format = dates.max(by: { facts.count(of: $0) < facts.count(of: $1) }) {
            for other in dates where other != format { add(other.label, facts.count(of: other), .string(other)) }
            if facts.count(of: format) * 2 > strings {
                add("text instead of \(format.label)", facts.count(of: StringForm.text), .string(.text))
            }
        }
        add("integer that does not fit Int32", facts.numbers.beyondInt32, .beyondInt32)
        add("integer that does not fit Int", facts.numbers.beyondInt, .beyondInt)
        add("number that Double does not hold", facts.numbers.beyondDouble, .beyondDouble)
        add("repeated key", facts.repeatedKeys, .repeatedKey)
        return found
    }
}

extension JSONKind {
    var label: String {
        switch self {
        case .bool: "Boolean"
        default: rawValue
        }
    }
}

extension StringForm {
    var label: String {
        switch self {
        case .empty: "empty"
        case .blank: "blank"
        case .number: "a number"
        case .boolean: "a Boolean"
        case .dateTime: "RFC 3339 date and time"
        case .localDateTime: "date and time without offset"
        case .date: "date"
        case .slashDate: "date with slashes"
        case .dotDate: "date with dots"
        case .mailDate: "RFC 2822 date"
        case .uuid: "UUID"
        case .url: "URL"
        case .json: "JSON"
        case .text: "text"
        }
    }
}
