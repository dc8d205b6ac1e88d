public import FoundationImport
internal import JSONText

extension PolicyJSONEncoder {
    /// The smallest merge patch (RFC 7396) that turns one value's JSON into that of the other.
    ///
    /// ```swift
    /// try encoder.mergePatch(from: Song(title: "Hello", year: 1999), to: Song(title: "Hello", year: nil))    // {"year":null}
    /// ```
    ///
    /// It does not contain equal members; members that are only in `old` are `null`. Arrays are replaced as a whole.
    /// For equal objects the patch is `{}`; another value is its own patch. A merge patch cannot set a member to `null`: in a patch, `null` and missing
    /// are equivalent. Members are ordered by name. A `Set`, or a `Dictionary` that is encoded as an array, has no order: an equal one
    /// may be in the patch.
    ///
    /// - Parameters:
    ///   - old: the value to which the patch applies.
    ///   - new: the value that results.
    /// - Throws: an error that ``encode(_:)`` throws for either value; `EncodingError.invalidValue` if ``RawJSON`` makes its JSON
    ///   more than 512 deep.
    @_optimize(size)
    public func mergePatch<T: Encodable>(from old: T, to new: T) throws -> Data {
        var options = start()
        options.formatting.insert(.sortedKeys)
        let values = try [old, new].map { value in
            let core = EncoderCore(text: TextBuffer(), options: options)
            let bytes = try core.encode(value) { $0.drain() }
            let text = try WrittenText(parsing: bytes[...])
            // Values are not nested as deep; JSON in them can be.
            if text.depth > MergePatch.maximumDepth {
                throw EncodingError.invalidValue(
                    value, EncodingError.Context(codingPath: [], debugDescription: MergePatch.tooDeep))
            }
            return DetachedValue(.text(text))
        }
        let core = EncoderCore(text: TextBuffer(), options: options)
        MergePatch.patch(from: values[0], to: values[1]).write(to: core)
        return core.text.data()
    }
}
