internal import PolicyJSON

/// What is in JSON: for each path, how often it is present, which kinds of value it has, and what is odd about them.
///
/// ```swift
/// var profile = JSONProfile()
/// try profile.add(contentsOf: URL(filePath: "orders.ndjson"), named: "orders.ndjson")
/// for path in profile.paths where path.facts.count(of: .null) > 0 { print(path.name) }
/// ```
///
/// Profiles merge: ``merge(_:)`` of the profiles of two inputs is the profile of both, in any order. A profile is
/// `Codable`; profiles of the same ``version`` can be merged.
///
/// Memory does not grow with the input: at most 5,000 paths are distinguished, of the different strings of a path at
/// most 100 are kept, and objects with more than 256 different keys count as maps. Members whose names are longer than
/// 1,000 bytes are not distinguished.
public struct JSONProfile: Sendable, Hashable {
    /// The version of the form in which profiles are saved.
    public static let version = 1

    /// A step of a path.
    public enum Step: Sendable, Hashable {
        /// A record.
        case top
        /// A member with this name.
        case key(String)
        /// Any member of an object whose keys are data.
        case anyKey
        /// Any element of an array.
        case element

        var key: String? {
            if case .key(let name) = self { name } else { nil }
        }
    }

    /// A path of the profile, with the paths below it.
    public struct Path: Sendable, Hashable {
        /// The last step.
        public let step: Step
        /// What has been recorded about the values at the path.
        public internal(set) var facts: PathFacts
        /// The paths below, in the order in which they occur first.
        public internal(set) var children: [Path]
    }

    /// A path with its name, as ``JSONProfile/paths`` lists it.
    public struct NamedPath: Sendable, Hashable {
        /// The path: `items[*].price`; empty for the records.
        public let name: String
        /// The path's facts.
        public let facts: PathFacts
        /// The number of objects that could have the member; `nil` for records, elements and members of maps.
        public let parents: Int?

        /// The number of objects that do not have the member.
        public var missing: Int { parents.map { max($0 - facts.objects, 0) } ?? 0 }
    }

    /// Where the records are in their input.
    enum Origin: Sendable, Hashable {
        /// The record is the document.
        case document
        /// The record is a line.
        case line
        /// The record is an element of the arrays at this path.
        case element(of: String)
    }

    /// A record that is not JSON.
    public typealias InvalidRecord = PathFacts.Example

    /// The number of records: elements, lines or documents, invalid ones included.
    public internal(set) var records = 0
    /// The number of records that are not JSON.
    public internal(set) var invalidRecords = 0
    /// The first records that are not JSON; their texts are the reasons.
    public internal(set) var invalidExamples: [InvalidRecord] = []
    /// The number of bytes that have been read.
    public internal(set) var bytes = 0
    /// The number of values at paths beyond the 5,000 that are distinguished.
    public internal(set) var otherValues = 0
    /// Where the records are in their inputs.
    var origins: Set<Origin> = []
    /// The records, and the paths below them.
    public internal(set) var top = Path(step: .top, facts: PathFacts(), children: [])

    /// Creates an empty profile.
    public init() {}

    /// All paths, in the order in which they occur first, each before those below it.
    public var paths: [NamedPath] {
        var paths: [NamedPath] = []
        func add(_ path: Path, _ prefix: String, _ parents: Int?) {
            let name = PathPattern.joined(prefix, path.step.text)
            paths.append(NamedPath(name: name, facts: path.facts, parents: path.step.key == nil ? nil : parents))
            for child in path.children { add(child, name, path.facts.count(of: .object)) }
        }
        add(top, "", nil)
        return paths
    }

    /// Adds the profile of another input.
    ///
    /// - Parameter other: a profile of the same version.
    public mutating func merge(_ other: JSONProfile) {
        records.add(count: other.records)
        invalidRecords.add(count: other.invalidRecords)
        bytes.add(count: other.bytes)
        otherValues.add(count: other.otherValues)
        origins.formUnion(other.origins)
        invalidExamples += other.invalidExamples
        invalidExamples.sort(by: PathFacts.Example.isEarlier)
        invalidExamples = Array(invalidExamples.prefix(PathFacts.exampleLimit))
        top = Self.merged([top, other.top], otherValues: &otherValues)
    }

    /// The paths that several have in common, with the facts of all of them.
    static func merged(_ paths: [Path], otherValues: inout Int) -> Path {
        let budget = ProfileNode.Budget()
        let node = budget.node()
        for path in paths { node.merge(path) }
        otherValues.add(count: budget.rest.facts.values)
        return node.path(.top)
    }
}

extension JSONProfile.Step {
    /// The step in the syntax of `PathPattern`.
    var text: String {
        switch self {
        case .top: ""
        case .element: "[*]"
        case .anyKey: "*"
        case .key(let name): "\(DecodingPath([.key(name)]))"
        }
    }
}

// MARK: Saving

extension JSONProfile: Codable {
    private enum CodingKeys: String, CodingKey {
        case profileVersion, records, invalidRecords, invalidExamples, bytes, otherValues, origins, top
    }

    /// Decodes a saved profile.
    ///
    /// - Throws: `DecodingError`, also if the profile has another version.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let version = try container.decode(Int.self, forKey: .profileVersion)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .profileVersion, in: container, debugDescription: "Version \(version) is not known.")
        }
        records = try container.count(forKey: .records)
        invalidRecords = try container.count(forKey: .invalidRecords)
        invalidExamples = try container.decode([InvalidRecord].self, forKey: .invalidExamples)
        bytes = try container.count(forKey: .bytes)
        otherValues = try container.count(forKey: .otherValues)
        // Profiles that were saved by the first versions do not have them.
        origins = try container.decodeIfPresent(Set<Origin>.self, forKey: .origins) ?? []
        top = try container.decode(Path.self, forKey: .top)
    }

    /// Encodes a profile that ``init(from:)`` decodes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(Self.version, forKey: .profileVersion)
        try container.encode(records, forKey: .records)
        try container.encode(invalidRecords, forKey: .invalidRecords)
        try container.encode(invalidExamples, forKey: .invalidExamples)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(otherValues, forKey: .otherValues)
        try container.encode(origins.sorted { $0.name < $1.name }, forKey: .origins)
        try container.encode(top, forKey: .top)
    }
}

extension JSONProfile.Origin: Codable {
    /// The name in saved profiles: the path of an array and `[*]` for its elements.
    fileprivate var name: String {
        switch self {
        case .document: "document"
        case .line: "line"
        case .element(let path): path + "[*]"
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        switch name {
        case "document": self = .document
        case "line": self = .line
        default:
            guard name.hasSuffix("[*]") else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "Records are not in \(name).")
            }
            self = .element(of: String(name.dropLast(3)))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}

extension JSONProfile.Path: Codable {
    fileprivate enum CodingKeys: String, CodingKey { case key, step, facts, children, below, level }

    /// How many levels of JSON there may be around a path whose ``children`` are saved inside of it: coders limit the depth.
    private static let nestedLevels = 200

    private static let steps: [String: JSONProfile.Step] = ["top": .top, "anyKey": .anyKey, "element": .element]

    /// Decodes a path of a saved profile.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let key = try container.decodeIfPresent(String.self, forKey: .key) {
            step = .key(key)
        } else {
            let name = try container.decode(String.self, forKey: .step)
            guard let step = Self.steps[name] else {
                throw DecodingError.dataCorruptedError(
                    forKey: .step, in: container, debugDescription: "There is no step \(name).")
            }
            self.step = step
        }
        facts = try container.decode(PathFacts.self, forKey: .facts)
        children =
            try container.decodeIfPresent([JSONProfile.Path].self, forKey: .children)
            ?? container.decodeIfPresent([ListedPath].self, forKey: .below).map(ListedPath.tree) ?? []
        guard children.count <= ProfileNode.childLimit else {
            throw DecodingError.dataCorruptedError(
                forKey: .children, in: container,
                debugDescription: "A path has at most \(ProfileNode.childLimit) below it.")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let key = step.key {
            try container.encode(key, forKey: .key)
        } else {
            try container.encode(Self.steps.first { $0.value == step }?.key, forKey: .step)
        }
        try container.encode(facts, forKey: .facts)
        if children.isEmpty { return }
        if encoder.codingPath.count < Self.nestedLevels {
            try container.encode(children, forKey: .children)
        } else {
            try container.encode(ListedPath.list(of: children), forKey: .below)
        }
    }
}

/// A path in a list of those below another one, each of which precedes those below it.
private struct ListedPath: Codable {
    /// How many of the listed paths it is below.
    let level: Int
    var path: JSONProfile.Path

    init(level: Int, path: JSONProfile.Path) { (self.level, self.path) = (level, path) }

    init(from decoder: any Decoder) throws {
        path = try JSONProfile.Path(from: decoder)
        level = try decoder.container(keyedBy: JSONProfile.Path.CodingKeys.self).decode(Int.self, forKey: .level)
    }

    func encode(to encoder: any Encoder) throws {
        try path.encode(to: encoder)
        var container = encoder.container(keyedBy: JSONProfile.Path.CodingKeys.self)
        try container.encode(level, forKey: .level)
    }

    static func list(of paths: [JSONProfile.Path], level: Int = 0) -> [ListedPath] {
        paths.flatMap { path in
            var own = path
            own.children = []
            return [ListedPath(level: level, path: own)] + list(of: path.children, level: level + 1)
        }
    }

    /// The paths at the lowest level, with those below them.
    static func tree(_ list: [ListedPath]) throws -> [JSONProfile.Path] {
        var waiting: [Int: [JSONProfile.Path]] = [:]
        for var item in list.reversed() where item.level < list.count {
            item.path.children += (waiting.removeValue(forKey: item.level + 1) ?? []).reversed()
            waiting[item.level, default: []].append(item.path)
        }
        let top = (waiting.removeValue(forKey: 0) ?? []).reversed()
        guard waiting.isEmpty, list.allSatisfy({ $0.level < list.count }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "A path is below none of the others."))
        }
        return Array(top)
    }
}
