import FoundationImport

/// What the settings of a core say about how values are written, found once.
struct EncodingForm {
    let isPretty: Bool
    let sortsKeys: Bool
    let escapesSlashes: Bool
    /// Whether names depend only on keys that consist of one byte, which are of models; others may be data.
    let convertsOnlyByteKeys: Bool
    let convertsKeys: Bool
    let namesDependOnKeys: Bool
    /// Whether optional properties that are nil may be written.
    let keepsNils: Bool
    let hasPolicy: Bool
    /// Whether nested containers are written to the end of the text: they are detached if rules add members to objects.
    let nestsInPlace: Bool
    /// The rules about values.
    let valuePolicy: ResolvedEncodingPolicy?
    /// The rules about values, if they may answer about scalars.
    let scalarPolicy: ResolvedEncodingPolicy?

    /// Whether scalars are written without rules, and the name of each member depends only on its key.
    let isPlain: Bool

    /// - Parameter options: settings with a resolved policy.
    init(_ options: EncodingOptions) {
        isPretty = options.formatting.contains(.prettyPrinted)
        sortsKeys = options.formatting.contains(.sortedKeys)
        escapesSlashes = !options.formatting.contains(.withoutEscapingSlashes)
        let policy = options.resolvedPolicy
        let situations = policy?.situations ?? []
        let convertsToSnakeCase = if case .convertToSnakeCase = options.keys { true } else { false }
        convertsOnlyByteKeys = situations.contains(.key)
        convertsKeys = convertsToSnakeCase || convertsOnlyByteKeys
        namesDependOnKeys = (!options.convertsKeys || convertsToSnakeCase) && policy?.namesDependOnKeys != false
        keepsNils = situations.contains(.nilValue)
        hasPolicy = policy != nil
        nestsInPlace = !situations.contains(.extraMembers)
        valuePolicy = situations.contains(.value) ? policy : nil
        scalarPolicy = valuePolicy?.representsScalars == true ? valuePolicy : nil
        isPlain = namesDependOnKeys && !convertsOnlyByteKeys && scalarPolicy == nil
    }
}
