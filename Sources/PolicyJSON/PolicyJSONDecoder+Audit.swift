@_spi(Cursor) public import JSONTape

extension PolicyJSONDecoder {
    /// Decodes a value strictly, and reports what a policy would have changed. Use it to try out a policy on real
    /// documents before you enable it.
    ///
    /// ```swift
    /// let audit = decoder.audit([Order].self, from: data, policy: .lenient)
    /// print(audit.report)            // what .lenient would have repaired
    /// let orders = try audit.value   // decoded strictly
    /// ```
    ///
    /// The document is decoded twice, strictly and under the policy, with the other settings of this decoder; the value
    /// decoded under the policy is discarded. Handlers are not called, because nothing has been changed.
    ///
    /// - Parameters:
    ///   - type: the type to decode.
    ///   - bytes: the document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
    ///   - policy: the policy to audit, in place of the decoder's. Default: `nil`, for the decoder's own.
    /// - Returns: the value or the error of strict decoding, and the report of the policy.
    /// - Complexity: O(*n*) in the bytes of the document.
    public func audit<T: Decodable, Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ type: T.Type, from bytes: borrowing Bytes, policy: DecodingPolicy? = nil
    ) -> DecodingAudit<T> {
        bytes.withJSONBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe audit(type, $0, policy) } }
    }

    @_optimize(size)
    private func audit<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ policy: DecodingPolicy?
    ) -> DecodingAudit<T> {
        let settings = start()
        @_optimize(size)
        func decode(under policy: DecodingPolicy?, listsChanges: Bool) -> Run<T> {
            let options =
                policy.map { policy in settings.options.changed { $0.replacePolicy(by: policy) } }
                ?? settings.options
            return unsafe attempt(type, bytes, (options, settings.tapes), listsChanges: listsChanges)
        }
        let strict = decode(under: .strict, listsChanges: false)
        let lenient = decode(under: policy, listsChanges: true)
        do throws(JSONDecodingError) {
            let report = try lenient.outcome().report
            return DecodingAudit(strictResult: strict.result, report: report, policyError: nil)
        } catch {
            return DecodingAudit(strictResult: strict.result, report: error.report, policyError: error)
        }
    }
}
