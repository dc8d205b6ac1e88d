@_spi(Cursor) internal import JSONTape

// Values for which ``Strictly`` turns all rules off.
extension DecoderCore {
    /// The mode of a value for which a rule may turn all rules off.
    func ruled(_ reference: ValueReference, _ type: Any.Type) -> ValueReference {
        guard let policy, policy.turnsAllRulesOff, !reference.has(.rulesDisabled) else { return reference }
        let context = DecodingRuleContext(
            requestedType: type, situation: .value, kind: JSONKind(tape[reference.index].kind), acceptsNil: false,
            core: self, reference: reference)
        return policy.areRulesDisabled(context) ? withoutRules(reference) : reference
    }

    /// The mode of a value that is decoded without the values around it: a path may turn all rules off for one of these.
    func ruledByPath(_ reference: ValueReference) -> ValueReference {
        guard let policy, policy.turnsAllRulesOffByPath, policy.areRulesDisabled(around: path(to: reference)) else {
            return reference
        }
        return withoutRules(reference)
    }

    private func withoutRules(_ reference: ValueReference) -> ValueReference {
        // Problems are collected by another try, in which no rule answers.
        (reference.isCollecting ? reference : reference.strict).with(.rulesDisabled)
    }
}
