internal import FoundationImport

/// What references and alternatives stand for.
struct SchemaReferences {
    /// By the texts of the references.
    private(set) var targets: [String: SchemaNode] = [:]
    private(set) var choices: [ObjectIdentifier: SchemaNode] = [:]

    /// - Throws: `DecodingError` for a reference to nothing, and for alternatives that values do not distinguish.
    init(_ root: SchemaNode, _ definitions: [String: SchemaNode]) throws {
        var references: [SchemaNode.Reference] = []
        var alternatives: [SchemaAlternatives] = []
        var exclusive: [SchemaNode] = []
        var seen: Set<ObjectIdentifier> = []
        for node in [root] + definitions.sorted(by: { $0.key < $1.key }).map(\.value) {
            node.visit(&seen) { node in
                if let reference = node.reference { references.append(reference) }
                if let list = node.alternatives { alternatives.append(list) }
                if node.excludesNull { exclusive.append(node) }
            }
        }
        for reference in references { try resolve(reference, root, definitions) }
        for list in alternatives {
            choices[ObjectIdentifier(list)] = try list.merged { node in
                node.reference.flatMap { targets[$0.text] } ?? node
            }
        }
        targets = targets.mapValues { target in
            guard let choice = target.alternatives.flatMap({ choices[ObjectIdentifier($0)] }) else { return target }
            return target.allowsNull && !choice.allowsNull ? choice.nullable() : choice
        }
        for node in exclusive {
            let reference = node.reference.flatMap { targets[$0.text] }
            let choice = node.alternatives.flatMap { choices[ObjectIdentifier($0)] }
            guard reference?.allowsNull == true || choice?.allowsNull == true else { continue }
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: node.reference?.path ?? node.alternatives?.path ?? [],
                    debugDescription: SchemaAlternatives.severalNulls))
        }
    }

    /// Finds the schema that a reference stands for, over any number of further references.
    private mutating func resolve(
        _ reference: SchemaNode.Reference, _ root: SchemaNode, _ definitions: [String: SchemaNode]
    ) throws {
        func error(_ description: String) -> DecodingError {
            .dataCorrupted(.init(codingPath: reference.path, debugDescription: description))
        }
        var followed: [(reference: String, node: SchemaNode)] = []
        var seen: Set<String> = []
        var next = reference.text
        while targets[next] == nil {
            guard let node = next == "#" ? root : Self.name(of: next).flatMap({ definitions[$0] }) else {
                throw error("there is no \(next)")
            }
            guard let further = node.reference else {
                targets[next] = node
                break
            }
            // A definition that is only a reference to itself types nothing.
            guard seen.insert(next).inserted else { throw error("references form a circle") }
            followed.append((next, node))
            next = further.text
        }
        guard var target = targets[next] else { return }
        for (reference, node) in followed.reversed() {
            if node.allowsNull, !target.allowsNull { target = target.nullable() }
            targets[reference] = target
        }
    }

    /// The name in `#/$defs/NAME`, a JSON Pointer in a fragment of a URI; `nil` for a schema inside a definition.
    static func name(of reference: String) -> String? {
        let pointer = URLComponents(string: reference)?.fragment ?? String(reference.dropFirst())
        let token = String(pointer.dropFirst("/$defs/".count))
        if token.contains("/") { return nil }
        return token.replacing("~1", with: "/").replacing("~0", with: "~")
    }
}
