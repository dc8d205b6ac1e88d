@_spi(Tape) internal import JSONTape

extension PolicyJSONDecoder {
    /// One call from bytes to value, without a wish for a report.
    ///
    /// Not by `run`: what is generic over the value is kept to a minimum, because metadata for it is looked up at run time
    /// (measured: a quarter of decoding 200 bytes).
    func decodeOnly<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, mayChange: Bool = false
    ) throws -> T {
        var core: DecoderCore
        if let spare = takeSpare(size: bytes.count) {
            core = spare
        } else {
            let settings = start()
            if bytes.count >= settings.options.value.windows.smallestDocument,
                let collection = unsafe windowedCollection(type, bytes, settings.options.value)
            {
                return try unsafe decodeInWindows(collection, as: type, bytes, settings, mayChange: mayChange)
            }
            do throws(JSONSyntaxError) {
                core = try settings.tapes.take(for: settings.options, isListing: settings.options.handlesReports)
            } catch {
                throw DecodingError.notJSON(error)
            }
        }
        do throws(JSONSyntaxError) {
            try unsafe open(bytes, on: core, mayChange: mayChange)
        } catch {
            throw DecodingError.notJSON(error)
        }
        let value: T
        do {
            value = try core.decode(type, at: core.top)
        } catch {
            close(&core, failure: error)
            throw error
        }
        close(&core, failure: nil)
        return value
    }

    /// Parses `bytes` for a call.
    private func open(
        _ bytes: UnsafeRawBufferPointer, on core: DecoderCore, mayChange: Bool
    ) throws(JSONSyntaxError) {
        if mayChange { core.tape.textMayChange = true }
        try unsafe parse(bytes, into: core.tape, core.sharedOptions)
        core.containers.pool?.open()
    }

    /// Ends a call: sees to it that decoders that were kept can still be used, and shows the report to handlers.
    private func close(_ core: inout DecoderCore, failure: (any Error)?) {
        if core.collector != nil, core.sharedOptions.handlesReports {
            _ = report(closing: &core, failure: failure)
        } else {
            release(&core)
        }
    }

    /// The same, with the report.
    private func report(closing core: inout DecoderCore, failure: (any Error)?) -> DecodingReport {
        let report = core.collector?.report(failure: failure, core.keyNames) ?? DecodingReport()
        let options = core.sharedOptions
        release(&core)
        options.value.handle(report)
        return report
    }

    private func release(_ core: inout DecoderCore) {
        core.containers.pool?.close(keeping: core)
        if isKnownUniquelyReferenced(&core) {
            // Nobody kept a decoder or a container: the memory can serve again.
            core.tapes.put(core)
        } else {
            core.tape.keepText()
        }
    }

    /// What one call came to.
    struct Run<Value> {
        let result: Result<Value, any Error>
        let report: DecodingReport
        /// Where the value stands that a failure is about.
        let location: SourceLocation?
    }

    /// One call that looks for all errors.
    func collect<T: Decodable>(_ type: T.Type, _ bytes: UnsafeRawBufferPointer) -> Result<T, CollectedDecodingErrors> {
        let problems = ProblemLog(limit: reportLimit)
        let run = unsafe run(bytes, isListing: true) { core in
            do {
                return try core.decode(type, at: core.top)
            } catch {
                return try core.collectProblems(type, in: problems, after: error)
            }
        }
        switch run.result {
        case .success(let value) where problems.isEmpty: return .success(value)
        case .failure(let error) where problems.isEmpty:
            return .failure(CollectedDecodingErrors(error, at: run.location, report: run.report))
        default: return .failure(problems.errors(run.report))
        }
    }

    /// Parses `bytes`, has `body` decode the tape, and sees to it that decoders that were kept can still be used.
    ///
    /// - Parameters:
    ///   - isListing: whether the report's entries are wanted, and not only their number.
    ///   - mayChange: whether others may write to `bytes` meanwhile.
    ///   - adjust: changes the settings for this call.
    func run<T>(
        _ bytes: UnsafeRawBufferPointer, isListing: Bool, mayChange: Bool = false,
        adjusting adjust: ((inout DecodingOptions) -> Void)? = nil, _ body: (DecoderCore) throws -> T
    ) -> Run<T> {
        var settings = start()
        if let adjust { settings.options = settings.options.changed(adjust) }
        var core: DecoderCore
        do {
            core = try settings.tapes.take(
                for: settings.options, isListing: isListing || settings.options.handlesReports)
            try unsafe open(bytes, on: core, mayChange: mayChange)
        } catch {
            return Run(
                result: .failure(DecodingError.notJSON(error)), report: DecodingReport(), location: error.location)
        }
        let result = Result { try body(core) }
        var failure: (any Error)?
        if case .failure(let error) = result { failure = error }
        let location = isListing ? core.location(of: result) : nil
        let report = report(closing: &core, failure: failure)
        return Run(result: result, report: report, location: location)
    }

    private func parse(
        _ bytes: UnsafeRawBufferPointer, into tape: Tape, _ shared: SharedOptions
    ) throws(JSONSyntaxError) {
        let encoding = unsafe TextEncoding(of: bytes)
        let transcoded = try unsafe encoding.transcoded(bytes)
        guard case .utf8(let skipping) = encoding, !shared.value.assumesTopLevelDictionary else {
            var text = unsafe transcoded.map { Array($0.utf8) } ?? Array(bytes)
            if case .utf8(let skipping) = encoding { text.removeFirst(skipping) }
            if shared.value.assumesTopLevelDictionary { Self.addBraces(&text) }
            try tape.parse(copying: text, limits: shared.value.limits, syntax: shared.value.syntax)
            return
        }
        try unsafe tape.parse(
            bytes.assumingMemoryBound(to: UInt8.self), skipping: skipping, limits: shared.value.limits,
            syntax: shared.value.syntax)
    }

    /// Puts braces around a document that does not begin with one.
    private static func addBraces(_ text: inout [UInt8]) {
        let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if first == UInt8(ascii: "{") { return }
        text.insert(UInt8(ascii: "{"), at: 0)
        text.append(UInt8(ascii: "}"))
    }
}

extension PolicyJSONDecoder.Run {
    /// The value with its report, or the error with it.
    func outcome() throws(ReportedDecodingError) -> DecodingOutcome<Value> {
        switch result {
        case .success(let value): return DecodingOutcome(value: value, report: report)
        case .failure(let error):
            throw ReportedDecodingError(underlyingError: error, report: report, location: location)
        }
    }
}
