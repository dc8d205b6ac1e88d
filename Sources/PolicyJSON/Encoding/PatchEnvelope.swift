/// Writes values in the envelope in which a rule ``Envelope`` inside a scope will look for them.
struct PatchEnvelope: EncodingRule {
    let path: DecodingPath
    /// The type of the innermost scope; `nil` if that is one for paths.
    let type: Any.Type?

    let encodingSituations: EncodingSituation = .value
    let name = "Envelope"

    func represent(_ context: EncodingRuleContext) -> Representation {
        guard let value = context.value, !(value is Contents), isUnwrapped(context) else { return .decline }
        if let refusal = path.refusal { return .fail(refusal) }
        return .encode { try Contents(value: value, steps: path.steps[...]).encode(to: $0) }
    }

    /// Whether the decoder consults the rule. The scope for a type has the values inside it, too, of which only models are unwrapped.
    /// The whole patch has been taken out of an envelope at the top before it is merged.
    private func isUnwrapped(_ context: EncodingRuleContext) -> Bool {
        if let type, context.type != type { return EncodableTraits.of(context.type).kind == .plain }
        return type != nil || !context.codingPath.isEmpty
    }

    /// What is left of the envelope, and the value in it.
    private struct Contents: Encodable {
        let value: any Encodable
        let steps: ArraySlice<DecodingPath.Step>

        @_optimize(size)
        func encode(to encoder: any Encoder) throws {
            let rest = Contents(value: value, steps: steps.dropFirst())
            switch steps.first {
            case .key(let name):
                var object = encoder.container(keyedBy: JSONKey.self)
                try object.encode(rest, forKey: JSONKey(name))
            case .index(let index):
                var array = encoder.unkeyedContainer()
                for _ in 0..<max(index, 0) { try array.encodeNil() }
                try array.encode(rest)
            case nil:
                // Rules are not consulted about the value again.
                if let encoder = encoder as? ValueEncoder { encoder.core.frames.last.isAnswered = true }
                var container = encoder.singleValueContainer()
                try container.encode(value)
            }
        }
    }
}
