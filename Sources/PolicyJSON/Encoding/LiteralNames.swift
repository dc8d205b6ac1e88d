/// The objects of a document whose members' names are values, and not coding keys.
struct LiteralNames {
    /// Dictionaries: only their own members.
    private var dictionaries: Set<DecodingPath> = []
    /// JSON without a model: all objects in it.
    private var texts: Set<DecodingPath> = []

    mutating func add(_ path: DecodingPath, isText: Bool) {
        // Elements of arrays are not merged.
        if path.steps.contains(where: { if case .index = $0 { true } else { false } }) { return }
        if isText { texts.insert(path) } else { dictionaries.insert(path) }
    }

    /// Whether those of the object at a path are values.
    func contains(_ path: DecodingPath) -> Bool {
        if dictionaries.contains(path) { return true }
        return !texts.isEmpty
            && (0...path.steps.count).contains { texts.contains(DecodingPath(Array(path.steps.prefix($0)))) }
    }
}

extension EncoderCore {
    /// Keeps in mind that the names in the value of the frame on top are values.
    ///
    /// - Parameter isText: whether that applies to all objects in it.
    func noteLiteralNames(isText: Bool) {
        if options.keepsExactValues { literalNames.add(DecodingPath(path(to: frames.top)), isText: isText) }
    }
}
