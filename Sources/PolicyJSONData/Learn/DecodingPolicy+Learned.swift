public import PolicyJSON

extension Policy where Rule == any DecodingRule {
    /// Learns the smallest policy under which samples decode.
    ///
    /// ```swift
    /// let learned = DecodingPolicy.learned(for: [Order].self, from: samples)
    /// for rule in learned.rules { print(rule.scope, rule.rule, rule.count) }
    /// print(try learned.policy.json())
    /// ```
    ///
    /// Each failure is repaired by the rule of the library that accepts the least, in the scope of its path; rules that
    /// lose something are used only where no other rule helps. A rule without which no more samples fail is left out. Every
    /// sample is decoded without a policy first: a sample that decodes is not changed. A part of the samples is held back,
    /// and only used to check the policy.
    ///
    /// - Parameters:
    ///   - type: the type of a sample.
    ///   - samples: the samples in UTF-8. They are decoded several times.
    ///   - decoder: the decoder, for its settings; its policy is not used. Default: one with the default settings.
    ///   - options: what is learned. Default: no sample may fail, and a fifth is held back.
    /// - Returns: the policy and the evidence for it.
    /// - Complexity: O(*n*) in the bytes of the samples, and in those of at most 32 MiB of failing samples times the number
    ///   of rules.
    public static func learned<Sample: Decodable, Samples: Collection>(
        for type: Sample.Type, from samples: Samples, decoder: PolicyJSONDecoder = PolicyJSONDecoder(),
        options: PolicyLearningOptions = PolicyLearningOptions()
    ) -> LearnedPolicy where Samples.Element: JSONBytes {
        let reader = LearningRun.Reader(isRepeatable: true) { policy, body in
            let decoder = decoder.overriding(policy: policy)
            decoder.onReport = nil
            var changed = 0
            for (number, sample) in samples.enumerated() {
                do throws(JSONDecodingError) {
                    if try !decoder.decodeReporting(type, from: sample).report.isEmpty { changed += 1 }
                } catch {
                    try body(FailingSample(sample, number), number)
                }
            }
            return (samples.count, changed)
        }
        var run = LearningRun(reader, SampleDecoder(type, decoder), options)
        // Samples in memory can always be read.
        return (try? run.learned()) ?? LearnedPolicy()
    }
}

extension FailingSample {
    fileprivate init(_ sample: some JSONBytes, _ number: Int) {
        let (bytes, count) = sample.withJSONBytes { span in
            (unsafe span.withUnsafeBytes { unsafe Array($0.prefix(Self.byteLimit)) }, span.byteCount)
        }
        self.init(
            bytes: bytes, byteCount: count, source: "", record: number,
            location: .start)
    }
}
