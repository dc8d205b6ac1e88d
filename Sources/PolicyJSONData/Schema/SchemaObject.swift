internal import FoundationImport
internal import PolicyJSON

/// An object of a schema.
struct SchemaObject {
    private let decoder: any Decoder
    private var node: SchemaNode
    private let scope: SchemaScope
    /// What the check found; `nil` if it is not known.
    private let known: SchemaCheck.Members?
    private let written: WrittenMembers
    /// The property that distinguishes the alternatives for the object, if there are several.
    private var discriminator: SchemaNode.Property?

    init(_ decoder: any Decoder, _ node: SchemaNode, _ scope: SchemaScope, _ known: SchemaCheck.Members?) {
        self.decoder = decoder
        self.node = node
        self.scope = scope
        self.known = known
        written = WrittenMembers(decoder)
    }

    /// What becomes of a property.
    private enum Change {
        case text(String)
        /// One of several members of this name, but not the first.
        case chosen(String)
        /// Found under another name.
        case renamed(String)
        /// Made by a rule.
        case made(String)
        case dropped
    }

    /// A member of an object.
    private struct MemberSource: SchemaSource {
        let container: KeyedDecodingContainer<SchemaKey>
        let key: SchemaKey
        let acceptsNil: Bool
        /// Reads the value as it is in the document.
        let read: () throws -> RawJSON?

        func decode<T: Decodable>(_ type: T.Type) throws -> T? {
            acceptsNil ? try container.decodeIfPresent(type, forKey: key) : try container.decode(type, forKey: key)
        }

        func written() throws -> RawJSON? { try read() }
    }

    /// The new text; `nil` if nothing was repaired.
    mutating func text() throws -> String? {
        let container = try decoder.container(keyedBy: SchemaKey.self)
        var changes = try known.map { try self.changes(in: container, $0) } ?? self.changes(in: container)
        try addChangesOfOthers(in: container, to: &changes)
        return changes.isEmpty ? nil : try rewritten(changes)
    }

    /// What becomes of the properties, of whose members something is known.
    private func changes(
        in container: KeyedDecodingContainer<SchemaKey>, _ known: SchemaCheck.Members
    ) throws -> [String: Change] {
        var changes: [String: Change] = [:]
        for (property, member) in zip(node.properties, known.properties) where member != .accepted {
            changes[property.name] = try change(of: property, container, isNamed: member != .absent)
        }
        return changes
    }

    /// What becomes of the properties.
    private mutating func changes(in container: KeyedDecodingContainer<SchemaKey>) throws -> [String: Change] {
        let names = Set(container.allKeys.map(\.stringValue))
        var changes: [String: Change] = [:]
        if let variants = node.variants {
            let property = variants.discriminator
            changes[property.name] = try change(of: property, container, isNamed: names.contains(property.name))
            node = try variant(variants, changes[property.name], container)
            discriminator = property
        }
        for property in node.properties where property.name != discriminator?.name {
            changes[property.name] = try change(
                of: property, container, isNamed: names.contains(property.name))
        }
        return changes
    }

    /// What becomes of members that are not properties: some have been renamed, others are checked.
    private func addChangesOfOthers(
        in container: KeyedDecodingContainer<SchemaKey>, to changes: inout [String: Change]
    ) throws {
        if let known, !known.hasOthers { return }
        let renamed = changes.isEmpty ? [] : decoder.matchedMemberNames
        if case .anything = node.additional, renamed.isEmpty { return }
        for key in container.allKeys where node.names[key.stringValue] == nil {
            if renamed.contains(key.stringValue) {
                changes[key.stringValue] = .dropped
                continue
            }
            switch node.additional {
            case .anything: break
            case .nothing:
                throw DecodingError.dataCorruptedError(
                    forKey: key, in: container, debugDescription: "The schema has no property \"\(key.stringValue)\".")
            case .schema(let other):
                let member = SchemaNode.Property(name: key.stringValue, key: key, node: other, isRequired: true)
                changes[key.stringValue] = try change(of: member, container, isNamed: true)
            }
        }
    }

    /// The object that the value of the discriminator selects.
    private func variant(
        _ variants: SchemaNode.Variants, _ change: Change?, _ container: KeyedDecodingContainer<SchemaKey>
    ) throws -> SchemaNode {
        let key = variants.discriminator.key
        let value =
            switch change {
            case .text(let text), .chosen(let text), .renamed(let text), .made(let text): try RawJSON(parsing: text)
            case .dropped, nil: try container.decode(RawJSON.self, forKey: key)
            }
        guard let variant = variants.nodes[SchemaCases.identity(of: value)] else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "The schema has no alternative for \(value.text).")
        }
        return variant
    }

    private func change(
        of property: SchemaNode.Property, _ container: KeyedDecodingContainer<SchemaKey>, isNamed: Bool
    ) throws -> Change? {
        let node = scope.schema.resolved(property.node)
        let allowsNull = node.allowsNull || property.node.allowsNull
        // Also contains members that a rule finds under other names.
        let isPresent = isNamed || container.contains(property.key)
        // This only looks at the member: repairs made meanwhile are entered when it is decoded below.
        var raw = isPresent ? try decoder.unreported { try container.decode(RawJSON.self, forKey: property.key) } : nil
        let renamed = isNamed ? nil : raw
        let isFirst = !isNamed || self.written.usesFirst(of: property.name)
        func written() throws -> RawJSON? { isNamed ? try self.written[property.name] : renamed }
        /// What a text for the member changes.
        func change(_ text: String?) throws -> Change? {
            if !isNamed { return (text ?? renamed?.text).map { isPresent ? .renamed($0) : .made($0) } }
            if isFirst { return text.map { .text($0) } }
            return try (text ?? written()?.text).map { .chosen($0) }
        }
        if let raw, raw.kind == .null, allowsNull {
            if isNamed, try written()?.kind == .null { return try change(nil) }
            return try change(container.decode(RawJSON.self, forKey: property.key).text)
        }
        // A null that the schema does not allow is an error, unless a rule repairs it.
        let acceptsNil =
            raw == nil
            ? !property.isRequired : raw.map { $0.kind != .null } == true && (!property.isRequired || allowsNull)
        if isNamed, let value = raw {
            // Objects are checked when they are decoded.
            if node.kinds != [.object], scope.check?.accepts(value.text, property.node) == true {
                return try change(nil)
            }
            raw = SchemaSlot.withoutContents(value, node)
        }
        let source = MemberSource(container: container, key: property.key, acceptsNil: acceptsNil, read: written)
        let slot = SchemaSlot(node: node, scope: scope, raw: raw) { container.codingPath + [property.key] }
        guard let text = try slot.text(source) else {
            if raw == nil { return nil }
            return allowsNull ? try change("null") : .dropped
        }
        return try change(text.changed)
    }

    /// The members in their order, with the changes; renamed and made members follow.
    private func rewritten(_ changes: [String: Change]) throws -> String {
        let members = try RawJSON(from: decoder).value.members
        var left = changes
        var texts: [String] = []
        func add(_ name: String, _ text: String) { texts.append("\(SchemaSlot.quoted(name)):\(text)") }
        for member in members {
            let name = member.name
            switch changes[name] {
            case .text(let text):
                // Of repeated names the first one is replaced.
                add(name, left.removeValue(forKey: name) == nil ? member.value.text ?? "null" : text)
            case .chosen(let text):
                if left.removeValue(forKey: name) != nil { add(name, text) }
            case .dropped: break
            case .renamed, .made, nil: add(name, member.value.text ?? "null")
            }
        }
        let names = node.properties.map(\.name)
        // An alternative need not list the discriminator.
        for name in (discriminator.map { names.contains($0.name) ? [] : [$0.name] } ?? []) + names {
            switch left[name] {
            case .renamed(let text), .made(let text): add(name, text)
            default: break
            }
        }
        return "{\(texts.joined(separator: ","))}"
    }
}
