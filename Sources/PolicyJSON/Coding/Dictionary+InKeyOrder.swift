extension Dictionary where Key == String {
    /// The members in the order of their keys. Compiled once, and not for each type of value: sorting is a few kilobytes.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    func inKeyOrder() -> [(key: String, value: Value)] {
        keys.inTextOrder().compactMap { key in self[key].map { (key, $0) } }
    }
}
