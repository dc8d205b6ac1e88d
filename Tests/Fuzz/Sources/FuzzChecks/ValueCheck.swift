import JSONStream

/// Values that are read without a model must have the events of the document, and its error.
enum ValueCheck {
    static func complaint(about document: [UInt8], _ setup: Setup) -> String? {
        // Only values skip a byte order mark.
        if document.starts(with: [0xEF, 0xBB, 0xBF]) { return nil }
        let expected = Outcome {
            var parser = JSONStreamParser(limits: setup.limits)
            var events: [JSONEvent] = []
            try parser.parse(document) { event, _ in events.append(event) }
            try parser.finish { event, _ in events.append(event) }
            return events
        }
        let owned = Outcome { try events(of: JSONValue(parsing: document, limits: setup.limits)) }
        let borrowed = Outcome {
            try unsafe JSONValue.withoutCopying(document.span.bytes, limits: setup.limits) { events(of: $0) }
        }
        if owned == expected, borrowed == expected { return nil }
        return "values: \(owned), without copying: \(borrowed), stream: \(expected)"
    }

    private enum Outcome: Equatable {
        case events([JSONEvent])
        case failure(JSONSyntaxError.Code, JSONLocation)
        case otherFailure

        init(_ body: () throws -> [JSONEvent]) {
            do {
                self = .events(try body())
            } catch let error as JSONSyntaxError {
                self = .failure(error.code, error.location)
            } catch {
                self = .otherFailure
            }
        }
    }

    private static func events(of value: JSONValue) -> [JSONEvent] {
        // Everything that is read must not trap, whatever the kind.
        _ = (value.double, value.int, value.integer(as: UInt128.self), value.text, value.location, value.count)
        _ = (value["a"].exists, value[1].exists, value.value(atPointer: "/a/1").exists, value.description)
        switch value.kind {
        case .object:
            let members = value.members.flatMap { [.key($0.name)] + events(of: $0.value) }
            return [.beginObject] + members + [.endObject]
        case .array: return [.beginArray] + value.elements.flatMap { events(of: $0) } + [.endArray]
        case .string: return value.string.map { [.string($0)] } ?? []
        case .number: return value.number.map { [.number($0)] } ?? []
        case .bool: return value.bool.map { [.bool($0)] } ?? []
        case .null: return value.isNull ? [.null] : []
        case nil: return []
        }
    }
}
