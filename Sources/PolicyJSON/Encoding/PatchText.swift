internal import FoundationImport
@_spi(Cursor) internal import JSONTape

/// A merge patch as text, in which rules have decided about repeated keys.
struct PatchText: Decodable {
    let json: RawJSON

    init(from decoder: any Decoder) throws {
        if let decoder = decoder as? ValueDecoder, decoder.core.call.situations.contains(.repeatedKey) {
            json = RawJSON(checked: try Self.text(of: decoder.reference.index, decoder.core))
        } else {
            json = try RawJSON(from: decoder)
        }
    }

    /// The text of a value, with one member for each name in the objects that are merged. Rules decide about those in arrays when the
    /// merged document is decoded.
    @_optimize(size)
    private static func text(of value: TapePosition, _ core: DecoderCore) throws -> String {
        guard core.tape[value].is(.object) else { return try RawJSON.read(core, at: .root.member(value)).text }
        let names = KeyNames(.useDefaultKeys).index(of: value, model: 0, in: core)
        if let refusal = names.refusal { throw refusal }
        var members: [(name: String, value: TapePosition)] = []
        names.forEach(in: value, of: core.tape) { name, value in
            members.append((name, value))
            return true
        }
        let texts = try members.map { "\(RawJSON.quoted($0.name)):\(try text(of: $0.value, core))" }
        return "{\(texts.joined(separator: ","))}"
    }
}

extension DecodingPath {
    /// The text around a value in the smallest document that has it at this path.
    @_optimize(size)
    var surroundings: (start: String, end: String) {
        var (start, end) = ("", "")
        for step in steps {
            switch step {
            case .key(let name):
                start += "{\(RawJSON.quoted(name)):"
                end = "}" + end
            case .index(let index):
                start += "[" + String(repeating: "null,", count: max(index, 0))
                end = "]" + end
            }
        }
        return (start, end)
    }
}
