internal import PolicyJSON

/// The parts of a schema that values at the paths of a pattern have.
final class SchemaPlaces {
    /// A part of a schema, and how values get there.
    struct Place {
        let node: SchemaNode
        var isElement = false
    }

    private let schema: JSONSchema

    /// All parts of the schema.
    private(set) lazy var all = reachable(from: top)

    init(schema: JSONSchema) { self.schema = schema }

    private var top: [Place] { places(of: schema.root) }

    /// One for each of several types.
    private func places(of node: SchemaNode, isElement: Bool = false) -> [Place] {
        let node = schema.resolved(node)
        return (node.options.isEmpty ? [node] : node.options).map { Place(node: $0, isElement: isElement) }
    }

    /// The parts that values at the paths of a pattern have; none if the schema has no such path.
    func places(at pattern: PathPattern) -> [Place] {
        let startsAnywhere = pattern.parts.first == .anything
        return pattern.parts.dropFirst(startsAnywhere ? 1 : 0).reduce(startsAnywhere ? all : top) { places, part in
            Self.distinct(part == .anything ? reachable(from: places) : places.flatMap { children(of: $0, part) })
        }
    }

    private static func distinct(_ places: [Place]) -> [Place] {
        var seen: [Bool: Set<ObjectIdentifier>] = [:]
        return places.filter { seen[$0.isElement, default: []].insert(ObjectIdentifier($0.node)).inserted }
    }

    /// The pattern of the values at a path, in any element of arrays, and under any key of an object of which the schema names no keys.
    func scope(of path: DecodingPath) -> String {
        var places = top
        return path.steps.reduce("") { scope, step in
            let text: String
            let part: PathPattern.Part
            switch step {
            case .index: (text, part) = ("[*]", .anyIndex)
            case .key(let key):
                // Beside named members, the pattern would also be for those.
                let isMap = !places.isEmpty && places.allSatisfy { Self.isMap($0.node) }
                (text, part) = (isMap ? "*" : "\(DecodingPath([step]))", .key(key))
            }
            places = Self.distinct(places.flatMap { children(of: $0, part) })
            return PathPattern.joined(scope, text)
        }
    }

    /// Whether an object has a schema for its members, and no names for them.
    private static func isMap(_ node: SchemaNode) -> Bool {
        node.additional.node != nil && node.properties.isEmpty && node.variants == nil
    }

    private func reachable(from places: [Place]) -> [Place] {
        var (found, seen) = (places, Set<ObjectIdentifier>())
        var next = 0
        while next < found.count {
            let place = found[next]
            next += 1
            guard seen.insert(ObjectIdentifier(place.node)).inserted else { continue }
            found += children(of: place, .anyKey) + children(of: place, .anyIndex)
        }
        return found
    }

    private func children(of place: Place, _ step: PathPattern.Part) -> [Place] {
        let node = place.node
        switch step {
        case .index, .anyIndex:
            guard node.kinds.contains(.array) else { return [] }
            // No rule drops an element of a tuple.
            return (0...node.prefix.count).compactMap { node.element(at: $0) }.flatMap {
                places(of: $0, isElement: !node.isTuple)
            }
        case .key, .anyKey:
            if let variants = node.variants {
                let objects = Dictionary(
                    variants.nodes.values.map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { first, _ in first })
                let name = variants.discriminator.name
                return (step == .anyKey || step == .key(name) ? places(of: variants.discriminator.node) : [])
                    + objects.values.flatMap { children(of: Place(node: $0), step) }
            }
            var places: [Place] = []
            if case .key(let name) = step {
                places = node.names[name].map { self.places(of: $0) } ?? []
            } else {
                places = node.properties.flatMap { self.places(of: $0.node) }
            }
            // Members that the schema does not name are not decoded, unless it has a schema for them.
            if case .schema(let other) = node.additional, step == .anyKey || places.isEmpty {
                places += self.places(of: other)
            }
            return places
        case .anything: return []
        }
    }
}
