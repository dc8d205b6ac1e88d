internal import FoundationImport
internal import JSONTape
package import PolicyJSON

/// A sample that fails without a policy.
package struct FailingSample {
    /// Longer samples are counted, but nothing is learned from them.
    package static let byteLimit = 4 << 20

    let bytes: [UInt8]
    /// The number of bytes of the sample; more than those of `bytes` if it is too long to be kept.
    let byteCount: Int
    let source: String
    let record: Int
    let location: JSONLocation

    /// Tells samples apart.
    struct ID: Hashable {
        let source: String
        let record: Int
    }

    var id: ID { ID(source: source, record: record) }

    /// Whether all bytes are there. A part of a sample says nothing about the rest.
    var isWhole: Bool { bytes.count == byteCount }

    /// - Parameter isLine: whether the record is a line, which has to be UTF-8 without a byte order mark.
    package init(_ rejected: RejectedRecord, source: String, isLine: Bool) {
        let padding = isLine ? rejected.bytes.linePadding : 0
        self.init(
            bytes: [UInt8](repeating: 0x20, count: padding) + rejected.bytes, byteCount: rejected.byteCount + padding,
            source: source, record: rejected.record, location: rejected.location.preceding(by: padding))
    }

    init(bytes: [UInt8], byteCount: Int, source: String, record: Int, location: JSONLocation) {
        self.bytes = bytes
        self.byteCount = byteCount
        self.source = source
        self.record = record
        self.location = location
    }

    /// A value of the sample.
    func example(
        at path: DecodingPath, _ location: JSONLocation?, found: String, result: String? = nil
    ) -> LearnedPolicy.Example {
        LearnedPolicy.Example(
            source: source, record: record, location: location?.moved(to: self.location) ?? self.location, path: path,
            found: String(found.prefix(200)), result: result.map { String($0.prefix(200)) })
    }
}

/// A rule in a scope.
struct RuleUse: Hashable {
    /// The name of the rule.
    let rule: String
    let scope: String

    init(rule: String, scope: String) { (self.rule, self.scope) = (rule, scope) }

    /// The rule that made a change.
    init(_ entry: DecodingReport.Entry, _ decoder: SampleDecoder) {
        self.init(rule: entry.rule, scope: decoder.scope(entry.path))
    }
}

/// Decodes samples under policies.
package struct SampleDecoder {
    /// What a policy makes of a sample.
    struct Trial {
        /// What is wrong; empty if the sample decodes.
        var problems: [DecodingProblem] = []
        var entries: [DecodingReport.Entry] = []
    }

    /// A sample without a model.
    struct Document {
        let value: JSONValue
        /// Whether values have the locations that they have in the sample. They have not if it is JSON5, or in another encoding.
        var hasLocations = true
        let children = SampleChildren()
    }

    /// The number of changes that are listed for a sample.
    static let entryLimit = 10_000

    private let decoder: PolicyJSONDecoder
    private let attempt: (DecodingPolicy) -> (_ bytes: [UInt8], _ listsChanges: Bool) -> Trial
    /// The pattern for which rules are learned from a value at a path.
    let scope: (DecodingPath) -> String

    /// A decoder of records as a type.
    init<T: Decodable>(_ type: T.Type, _ decoder: PolicyJSONDecoder) {
        let dictionaries = DictionaryPaths()
        self.init(type, decoder, scope: dictionaries.scope, observer: DecodingPolicy([dictionaries]))
    }

    private init<T: Decodable>(
        _ type: T.Type, _ decoder: PolicyJSONDecoder, scope: @escaping (DecodingPath) -> String,
        observer: DecodingPolicy = .strict
    ) {
        self.scope = scope
        let decoder = decoder.overriding(policy: .strict)
        decoder.reportLimit = Self.entryLimit
        // A sample is decoded many times.
        decoder.onReport = nil
        self.decoder = decoder
        attempt = { policy in
            let decoder = decoder.overriding(policy: policy.followed(by: observer))
            return { bytes, listsChanges in
                do throws(JSONDecodingError) {
                    if !listsChanges {
                        _ = try decoder.decodeCollectingErrors(type, from: bytes)
                        return Trial()
                    }
                    return Trial(entries: try decoder.decodeReporting(type, from: bytes).report.entries)
                } catch {
                    let all = listsChanges ? decoder.allErrors(type, in: bytes) ?? error : error
                    return Trial(problems: all.problems.map(DecodingProblem.init), entries: all.report.entries)
                }
            }
        }
    }

    /// A decoder of records by a schema.
    package init(_ schema: JSONSchema, _ decoder: PolicyJSONDecoder) {
        let body = RecordText { decoder in
            let record = try SchemaRecord(from: decoder, schema, nil)
            return (record.text, record.isChanged)
        }
        // Where the schema names no keys, they are data: a rule for one of them helps no later record.
        self.init(
            FilteredRecord.self, decoder.overriding(userInfo: [.recordText: body]),
            scope: SchemaPlaces(schema: schema).scope)
    }

    func trial(_ sample: FailingSample, _ policy: DecodingPolicy) -> Trial { attempt(policy)(sample.bytes, true) }

    /// Finds what is wrong with samples under a policy, which is prepared once for all of them.
    func problems(_ policy: DecodingPolicy) -> (FailingSample) -> [DecodingProblem] {
        let attempt = attempt(policy)
        return { attempt($0.bytes, false).problems }
    }

    /// The sample without a model; `nil` if it is not JSON.
    func document(of sample: FailingSample) -> Document? {
        if let value = try? JSONValue(parsing: sample.bytes, limits: decoder.limits) { return Document(value: value) }
        return (try? decoder.decode(RawJSON.self, from: sample.bytes)).flatMap {
            guard let value = try? JSONValue(parsing: $0.text, limits: decoder.limits) else { return nil }
            return Document(value: value, hasLocations: false)
        }
    }
}

extension PolicyJSONDecoder {
    fileprivate func allErrors<T: Decodable>(_ type: T.Type, in bytes: [UInt8]) -> JSONDecodingError? {
        do throws(JSONDecodingError) {
            _ = try decodeCollectingErrors(type, from: bytes)
            return nil
        } catch {
            return error
        }
    }
}

extension DecodingProblem {
    /// A problem, with the path of the model also inside strings that contain JSON.
    fileprivate init(_ problem: JSONDecodingError.Problem) {
        guard let inner = Self.problems(in: problem.underlyingError, includingValues: true).first else {
            self.init(
                .invalidValue, at: problem.path, message: "\(problem.underlyingError)", location: problem.location)
            return
        }
        let path = inner.path.steps.count < problem.path.steps.count ? problem.path : inner.path
        self.init(
            inner.code, at: path, message: inner.message, location: problem.location ?? inner.location,
            expected: inner.expected, found: inner.found)
    }
}

extension DecodingPath {
    /// The path of the innermost element on the way to this path.
    var element: DecodingPath? {
        let last = steps.lastIndex { if case .index = $0 { true } else { false } }
        return last.map { DecodingPath(Array(steps[...$0])) }
    }
}
