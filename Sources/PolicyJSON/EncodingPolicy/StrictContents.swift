/// Writes values for which ``Strictly`` turns all rules off, with everything inside them.
struct StrictContents: EncodingRule {
    let encodingSituations: EncodingSituation = .value

    func represent(_ context: EncodingRuleContext) -> Representation {
        guard let value = context.value else { return .decline }
        return .encode { encoder in
            let core = (encoder as? ValueEncoder)?.core
            core?.rulesAreOff = true
            defer { core?.rulesAreOff = false }
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}
