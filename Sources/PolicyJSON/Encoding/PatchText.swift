internal import FoundationImport
@_spi(Cursor) internal import JSONTape

/// A merge patch, of which rules decide about repeated keys.
struct PatchText: Decodable {
    private let decoder: any Decoder

    init(from decoder: any Decoder) throws { self.decoder = decoder }

    /// The patch as text. Of repeated keys it has those that rules have selected.
    ///
    /// - Parameters:
    ///   - target: the value to which the patch is applied.
    ///   - known: what is known about the value's objects.
    ///   - names: finds the value's members.
    func json(for target: DetachedValue, _ known: LiteralNames, _ names: PatchNames) throws -> RawJSON {
        guard let decoder = decoder as? ValueDecoder else { return try RawJSON(from: decoder) }
        if decoder.core.tape.maximumDepth > MergePatch.maximumDepth {
            throw DecodingError.corrupted(MergePatch.tooDeep, at: decoder.codingPath)
        }
        guard decoder.core.call.situations.contains(.repeatedKey) else { return try RawJSON(from: decoder) }
        return RawJSON(checked: try Self.text(of: decoder.reference.index, decoder.core, target, known, names))
    }

    /// The text of a value, with one member for each name in the objects that are merged. Rules decide about those in arrays when the
    /// merged document is decoded.
    @_optimize(size)
    private static func text(
        of value: TapePosition, _ core: DecoderCore, _ target: DetachedValue?, _ known: LiteralNames?,
        _ names: PatchNames
    ) throws -> String {
        guard core.tape[value].is(.object) else { return try RawJSON.read(core, at: .root.member(value)).text }
        let model = known?.type.map { DecodableTraits.of($0).id } ?? 0
        let index = KeyNames(.useDefaultKeys).index(of: value, model: model, in: core)
        if let refusal = index.refusal { throw refusal }
        var members: [(name: String, value: TapePosition)] = []
        index.forEach(in: value, of: core.tape) { name, value in
            members.append((name, value))
            return true
        }
        let object = target.flatMap { MergePatch.isObject($0) && $0.becomeObject() ? $0 : nil }
        let texts = try members.map { raw, value in
            let name = known?.isLiteral == true ? raw : object.map { names.name(raw, in: $0) } ?? raw
            let text = try text(of: value, core, object?[name], known?.member(name), names)
            return "\(RawJSON.quoted(raw)):\(text)"
        }
        return "{\(texts.joined(separator: ","))}"
    }
}

extension DecodingPath {
    /// Why nothing is written at this path: an index is so large that the elements before it would take too much memory.
    var refusal: String? {
        let isLarge = steps.contains { if case .index(let index) = $0 { index >= 1 << 16 } else { false } }
        return isLarge ? "An index in the path \(shortDescription) is too large for a merge patch." : nil
    }

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
