// What other modules of the library need to know about a value.
extension JSONValue {
    /// The value of a text that has been parsed before, by a parser that may have had other limits; a missing value if it is
    /// not JSON, and if there is no memory for it.
    package init(parsed text: String) {
        self = (try? JSONValue(parsing: text, limits: .unlimited)) ?? .missing
    }

    private static let missing: JSONValue = {
        // As for an array of the standard library, the process ends if there is no memory for three tokens.
        guard let value = try? JSONValue(parsing: "[]") else { preconditionFailure("out of memory") }
        return value[0]
    }()

    /// The tape that the value is on. It stays valid and unchanged as long as it is referenced.
    ///
    /// - Throws: ``JSONSyntaxError`` with the code `outOfMemory`.
    package func stableTape() throws(JSONSyntaxError) -> Tape { try document.stableTape() }

    /// The position of the value, which exists, its container, and its index, if that is an array.
    package var tapePosition: (value: TapePosition, container: TapePosition, ordinal: Int) {
        if document.tape[position].isContainer {
            let around = document.tape.surroundings(of: position)
            return (position, around.container, around.ordinal)
        }
        return (position, container, Int(ordinal))
    }

    /// The last container on the way to a missing value; the top-level value if there is none.
    package var enclosing: JSONValue {
        container == .noContainer
            ? JSONValue(document, .root, in: .noContainer) : JSONValue(document, container, in: .noContainer)
    }

    /// A step of a path in the document.
    package enum Step {
        case key(String)
        case index(Int)
    }

    /// The keys and indexes from the top-level value to this value, which exists.
    package var steps: [Step] {
        document.reading { tape in
            var steps: [Step] = []
            var (position, container, ordinal) = tapePosition
            while container != .noContainer {
                steps.append(tape[container].is(.array) ? .index(ordinal) : .key(tape.key(at: position.key)))
                position = container
                (container, ordinal) = tape.surroundings(of: position)
            }
            return steps.reversed()
        }
    }
}
