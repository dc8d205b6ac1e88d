internal import PolicyJSON

/// The parts of a schema that values at the paths of a pattern have.
struct SchemaPlaces {
    /// A part of a schema, and how values get there.
    struct Place {
        let node: SchemaNode
        var isElement = false
    }

    let schema: JSONSchema

    /// All parts of the schema.
    var all: [Place] { reachable(from: top) }

    private var top: [Place] { places(of: schema.root) }

    /// One for each of several types.
    private func places(of node: SchemaNode, isElement: Bool = false) -> [Place] {
        let node = schema.resolved(node)
        return (node.options.isEmpty ? [node] : node.options).map { Place(node: $0, isElement: isElement) }
    }

    /// The parts that values at the paths of a pattern have; none if the schema has no such path.
    func places(at pattern: PathPattern) -> [Place] {
        pattern.parts.reduce(top) { places, part in
            part == .anything ? reachable(from: places) : places.flatMap { children(of: $0, part) }
        }
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
            var places = node.properties.filter { step == .anyKey || step == .key($0.name) }
                .flatMap { self.places(of: $0.node) }
            // Members that the schema does not name are not decoded, unless it has a schema for them.
            if case .schema(let other) = node.additional, step == .anyKey || places.isEmpty {
                places += self.places(of: other)
            }
            return places
        case .anything: return []
        }
    }
}
