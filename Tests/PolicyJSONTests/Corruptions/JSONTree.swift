import TestSupport

/// A document that can be edited by JSON Pointer and written. Independent of the decoder.
indirect enum JSONTree {
    /// A scalar, or any other text that is written verbatim.
    case text(String)
    case array([JSONTree])
    case object([(key: String, value: JSONTree)])

    static func string(_ value: String) -> JSONTree { .text(quoted(value)) }

    static func quoted(_ value: String) -> String {
        "\"" + value.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#) + "\""
    }

    // MARK: Reading

    /// The tree of a valid document.
    static func parsed(_ text: String) -> JSONTree {
        var rest = Array(text.utf8)[...]
        return value(&rest)
    }

    private static func skip(_ rest: inout ArraySlice<UInt8>) {
        rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 || $0 == UInt8(ascii: ",") }
    }

    private static func value(_ rest: inout ArraySlice<UInt8>) -> JSONTree {
        skip(&rest)
        switch rest.first {
        case UInt8(ascii: "["):
            rest.removeFirst()
            var elements: [JSONTree] = []
            while true {
                skip(&rest)
                if rest.first == UInt8(ascii: "]") { break }
                elements.append(value(&rest))
            }
            rest.removeFirst()
            return .array(elements)
        case UInt8(ascii: "{"):
            rest.removeFirst()
            var members: [(key: String, value: JSONTree)] = []
            while true {
                skip(&rest)
                if rest.first == UInt8(ascii: "}") { break }
                let key = unquoted(token(&rest))
                rest = rest.drop { $0 != UInt8(ascii: ":") }.dropFirst()
                members.append((key, value(&rest)))
            }
            rest.removeFirst()
            return .object(members)
        default:
            return .text(token(&rest))
        }
    }

    private static func token(_ rest: inout ArraySlice<UInt8>) -> String {
        var index = rest.startIndex
        if rest[index] == UInt8(ascii: "\"") {
            index += 1
            while rest[index] != UInt8(ascii: "\"") { index += rest[index] == UInt8(ascii: "\\") ? 2 : 1 }
            index += 1
        } else {
            while index < rest.endIndex, !Array(" \n\r\t,]}".utf8).contains(rest[index]) { index += 1 }
        }
        let text = String(decoding: rest[..<index], as: UTF8.self)
        rest = rest[index...]
        return text
    }

    /// The value of a string. Supports only the escapes that `quoted` writes.
    static func unquoted(_ text: String) -> String {
        String(text.dropFirst().dropLast()).replacing(#"\""#, with: "\"").replacing(#"\\"#, with: "\\")
    }

    // MARK: Editing

    enum Edit {
        case replace(JSONTree)
        case remove
    }

    /// Replaces or removes the value at a path. Adds missing members.
    mutating func apply(_ edit: Edit, at path: ArraySlice<String>) {
        guard let step = path.first else {
            if case .replace(let value) = edit { self = value }
            return
        }
        let isLast = path.count == 1
        switch self {
        case .array(var elements):
            guard let index = Int(step) else { return }
            // Removed later, so that other indexes do not change.
            if isLast, case .remove = edit {
                elements[index] = .text("removed")
            } else {
                elements[index].apply(edit, at: path.dropFirst())
            }
            self = .array(elements)
        case .object(var members):
            let index = members.firstIndex { $0.key == step }
            switch (index, edit) {
            case (let index?, .remove) where isLast: members.remove(at: index)
            case (let index?, _): members[index].value.apply(edit, at: path.dropFirst())
            case (nil, .replace(let value)): members.append((step, value))
            case (nil, .remove): break
            }
            self = .object(members)
        case .text(let text):
            // A text that has been inserted.
            self = .parsed(text)
            apply(edit, at: path)
        }
    }

    /// The tree without removed elements.
    func swept() -> JSONTree {
        switch self {
        case .array(let elements):
            .array(
                elements.filter { if case .text("removed") = $0 { false } else { true } }.map { $0.swept() })
        case .object(let members): .object(members.map { ($0.key, $0.value.swept()) })
        case .text: self
        }
    }

    // MARK: Writing

    /// The text, with random white space.
    func written(_ generator: inout SplitMix64) -> (text: String, offsets: [String: Int]) {
        var writer = JSONTreeWriter(generator: generator)
        writer.write(self, "")
        generator = writer.generator
        return (String(decoding: writer.bytes, as: UTF8.self), writer.offsets)
    }
}

private struct JSONTreeWriter {
    var generator: SplitMix64
    var bytes: [UInt8] = []
    /// The offsets of values by JSON Pointer.
    var offsets: [String: Int] = [:]

    private mutating func space() {
        if generator.oneIn(4) { bytes += generator.pick([" ", "\n", "\n  ", "\t", "\r\n", "  "]).utf8 }
    }

    mutating func write(_ tree: JSONTree, _ pointer: String) {
        offsets[pointer] = bytes.count
        switch tree {
        case .text(let text):
            bytes += text.utf8
        case .array(let elements):
            list("[", "]", elements.indices) { writer, index in writer.write(elements[index], "\(pointer)/\(index)") }
        case .object(let members):
            list("{", "}", members.indices) { writer, index in
                let key = members[index].key
                writer.bytes += JSONTree.quoted(key).utf8
                writer.space()
                writer.bytes.append(UInt8(ascii: ":"))
                writer.space()
                let step = key.replacing("~", with: "~0").replacing("/", with: "~1")
                writer.write(members[index].value, "\(pointer)/\(step)")
            }
        }
    }

    private mutating func list(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ items: Range<Int>, _ write: (inout Self, Int) -> Void
    ) {
        bytes.append(UInt8(ascii: open))
        for index in items {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            space()
            write(&self, index)
            space()
        }
        bytes.append(UInt8(ascii: close))
    }
}
