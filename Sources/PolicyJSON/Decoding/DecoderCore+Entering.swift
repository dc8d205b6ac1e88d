// Repairs are entered in the report, and counted.
extension DecoderCore {
    /// Enters a repair that has been counted in the report, if one is requested.
    ///
    /// - Throws: if the number of repairs exceeds the limit.
    func enter(
        _ result: ChangeResult, as kind: DecodingReport.Kind, _ entry: Int, of policy: ResolvedPolicy,
        _ context: DecodingRuleContext, at mark: Int?
    ) throws {
        if enters(kind, entry, of: policy, context, at: mark) {
            list(result, as: kind, entry, of: policy, context, at: mark)
        }
        try checkRepairLimit(context)
    }

    /// Enters a repair in the report, if one is requested.
    ///
    /// - Parameter mark: the mark before the change, if that may have caused others.
    /// - Returns: whether the repair is also to be listed.
    @inline(never)
    func enters(
        _ kind: DecodingReport.Kind, _ entry: Int, of policy: ResolvedPolicy, _ context: DecodingRuleContext,
        at mark: Int? = nil
    ) -> Bool {
        guard let collector, collector.listsChanges else { return false }
        return collector.enter(site(kind, by: policy.entries[entry], context), at: mark)
    }

    /// Enters a change that does not count as a repair: see ``enters(_:_:of:_:at:)``.
    @inline(never)
    func entersUncounted(
        _ kind: DecodingReport.Kind, _ entry: Int, of policy: ResolvedPolicy, _ context: DecodingRuleContext,
        at mark: Int? = nil
    ) -> Bool {
        collector?.countChange()
        return enters(kind, entry, of: policy, context, at: mark)
    }

    /// Lists a change in the report.
    ///
    /// - Parameter mark: the mark before the change, if that may have caused others.
    @inline(never)
    func list(
        _ result: ChangeResult, as kind: DecodingReport.Kind, _ entry: Int, of policy: ResolvedPolicy,
        _ context: DecodingRuleContext, at mark: Int? = nil
    ) {
        collector?.list(self.entry(kind, by: policy.entries[entry], context, result: result), at: mark)
    }

    /// - Throws: if the number of repairs exceeds the limit.
    func checkRepairLimit(_ context: DecodingRuleContext) throws {
        guard isExhausted else { return }
        throw DecodingError.corrupted(repairLimitText, at: context.codingPath, underlying: context.strictError)
    }
}
