@_spi(Cursor) internal import JSONTape

extension PolicyJSONDecoder {
    /// Decodes a value without a report.
    ///
    /// Does not use `run`: as little code as possible is generic over the value, because its metadata is looked up at
    /// run time (measured: a quarter of decoding 200 bytes).
    func decodeOnly<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, mayChange: Bool = false
    ) throws -> T {
        var core: DecoderCore
        if let spare = takeSpare(size: bytes.count) {
            core = spare
        } else {
            let settings = start()
            if bytes.count >= settings.options.value.windows.smallestDocument,
                let mode = unsafe windowMode(type, bytes, settings.options.value)
            {
                return try unsafe decodeOnly(type, bytes, mode, settings, mayChange: mayChange)
            }
            do throws(JSONSyntaxError) {
                core = try settings.tapes.take(for: settings.options, listsChanges: settings.options.handlesReports)
            } catch {
                throw DecodingError.notJSON(error)
            }
        }
        do throws(JSONSyntaxError) {
            try unsafe open(bytes, on: core, mayChange: mayChange)
        } catch {
            // Nothing refers to it: no value has been decoded.
            core.call.tapes.put(core)
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

    /// Decodes in windows. Separate, so that small documents do not need metadata of `Run<T>`.
    @inline(never)
    private func decodeOnly<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ mode: WindowMode, _ settings: Settings, mayChange: Bool
    ) throws -> T {
        let run: Run<T> = unsafe decodeInWindows(
            type, mode, bytes, settings, listsChanges: settings.options.handlesReports, mayChange: mayChange)
        settings.options.value.handle(run.report)
        return try run.result.get()
    }

    /// Parses `bytes` for a call.
    private func open(
        _ bytes: UnsafeRawBufferPointer, on core: DecoderCore, mayChange: Bool
    ) throws(JSONSyntaxError) {
        if mayChange { core.tape.textMayChange = true }
        try unsafe parse(bytes, into: core.tape, core.call.sharedOptions)
        core.startDecoding()
    }

    /// Ends a call: makes sure that retained decoders can still be used, and passes the report to handlers.
    private func close(_ core: inout DecoderCore, failure: (any Error)?) {
        guard let collector = core.collector, core.call.sharedOptions.handlesReports else { return release(&core) }
        let report = collector.report(failure: failure, core.document.keyNames)
        let options = core.call.sharedOptions
        release(&core)
        options.value.handle(report)
    }

    func release(_ core: inout DecoderCore) {
        core.stopDecoding()
        if isKnownUniquelyReferenced(&core) {
            // No decoder or container has been retained, so the memory can be reused.
            core.call.tapes.put(core)
        } else {
            core.tape.keepText()
        }
    }

    /// The result of one call.
    struct Run<Value> {
        let result: Result<Value, any Error>
        let report: DecodingReport
        /// The place of the value that caused a failure; for calls without a report only if the document is not JSON.
        let place: ErrorPlace?
        /// Whether the document is JSON.
        var isJSON = true

        /// A document that is not JSON has no report.
        init(notJSON failure: StreamFailure) {
            result = .failure(failure.error)
            report = DecodingReport()
            place = ErrorPlace(location: failure.location)
            isJSON = false
        }

        init(result: Result<Value, any Error>, report: DecodingReport, place: ErrorPlace?) {
            self.result = result
            self.report = report
            self.place = place
        }

        /// What a core has decoded.
        ///
        /// - Parameter listsChanges: whether there is a report, and the place of a failure.
        init(_ result: Result<Value, any Error>, by core: DecoderCore, listsChanges: Bool) {
            self.result = result
            (report, place) = listsChanges ? core.report(endingWith: result.failure) : (DecodingReport(), nil)
        }
    }

    /// The settings of a call, and the memory for decoding.
    typealias Settings = (options: SharedOptions, tapes: TapePool)

    /// Decodes a document for a call that returns a report.
    ///
    /// Does not use `run`, for the same reason as ``decodeOnly(_:_:mayChange:)``.
    func decodeReporting<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, mayChange: Bool = false
    ) throws(JSONDecodingError) -> DecodingOutcome<T> {
        let settings = start()
        if bytes.count >= settings.options.value.windows.smallestDocument,
            let mode = unsafe windowMode(type, bytes, settings.options.value)
        {
            return try unsafe decodeReporting(type, bytes, mode, settings, mayChange: mayChange)
        }
        var core: DecoderCore
        do throws(JSONSyntaxError) {
            core = try unsafe openedCore(bytes, settings, listsChanges: true, mayChange: mayChange)
        } catch {
            return try Run<T>(notJSON: StreamFailure(error)).outcome()
        }
        let value: T
        do {
            value = try core.decode(type, at: core.top)
        } catch {
            let (report, place) = closeReporting(&core, failure: error)
            throw JSONDecodingError(error, at: place, report: report)
        }
        return DecodingOutcome(value: value, report: closeReporting(&core, failure: nil).report)
    }

    /// Decodes in windows. Separate, so that small documents do not need metadata of `Run<T>`.
    @inline(never)
    private func decodeReporting<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ mode: WindowMode, _ settings: Settings, mayChange: Bool
    ) throws(JSONDecodingError) -> DecodingOutcome<T> {
        let run: Run<T> = unsafe decodeInWindows(
            type, mode, bytes, settings, listsChanges: true, mayChange: mayChange)
        settings.options.value.handle(run.report)
        return try run.outcome()
    }

    /// A core for a call, with the document parsed.
    @_optimize(size)
    @inline(never)
    private func openedCore(
        _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool, mayChange: Bool
    ) throws(JSONSyntaxError) -> DecoderCore {
        let core = try settings.tapes.take(for: settings.options, listsChanges: listsChanges)
        do throws(JSONSyntaxError) {
            try unsafe open(bytes, on: core, mayChange: mayChange)
        } catch {
            // Nothing refers to it: no value has been decoded.
            core.call.tapes.put(core)
            throw error
        }
        return core
    }

    /// Ends a call with a report, and passes that to handlers.
    @_optimize(size)
    @inline(never)
    private func closeReporting(
        _ core: inout DecoderCore, failure: (any Error)?
    ) -> (report: DecodingReport, place: ErrorPlace?) {
        let result = core.report(endingWith: failure)
        let options = core.call.sharedOptions
        release(&core)
        options.value.handle(result.report)
        return result
    }

    /// Decodes a document, or lists all of its problems.
    @_optimize(size)
    func collect<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, mayChange: Bool = false
    ) -> Result<T, JSONDecodingError> {
        let settings = start()
        return collect(settings) { listsChanges in
            unsafe attempt(type, bytes, settings, listsChanges: listsChanges, mayChange: mayChange)
        } again: { problems, failure in
            unsafe runWhole(bytes, settings, listsChanges: true, mayChange: mayChange) { core in
                try core.collectProblems(type, in: problems, after: failure) { $0.top }
            }
        }
    }

    /// Decodes a value, or lists all of its problems.
    ///
    /// - Parameters:
    ///   - attempt: the first pass, which throws the first problem.
    ///   - again: the second pass over what cannot be decoded: lists its problems, and continues after each with a placeholder.
    @_optimize(size)
    func collect<T>(
        _ settings: Settings, _ attempt: (_ listsChanges: Bool) -> Run<T>,
        again: (_ problems: ProblemLog, _ failure: any Error) -> Run<T>
    ) -> Result<T, JSONDecodingError> {
        let first = attempt(settings.options.handlesReports)
        switch first.result {
        case .success(let value):
            settings.options.value.handle(first.report)
            return .success(value)
        case .failure(let error) where !first.isJSON:
            return .failure(JSONDecodingError(error, at: first.place, report: first.report))
        case .failure(let failure):
            let problems = ProblemLog(limit: settings.options.value.reportLimit)
            let run = again(problems, failure)
            settings.options.value.handle(run.report)
            switch run.result {
            case .success(let value) where problems.isEmpty: return .success(value)
            case .failure(let error) where problems.isEmpty:
                return .failure(JSONDecodingError(error, at: run.place, report: run.report))
            default: return .failure(problems.error(run.report))
            }
        }
    }

    /// Decodes a document, in windows if possible. Calls no handler.
    ///
    /// - Parameter listsChanges: whether the report's entries are needed, and not only their number.
    func attempt<T: Decodable>(
        _ type: T.Type, _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool,
        mayChange: Bool = false
    ) -> Run<T> {
        if bytes.count >= settings.options.value.windows.smallestDocument,
            let mode = unsafe windowMode(type, bytes, settings.options.value)
        {
            return unsafe decodeInWindows(
                type, mode, bytes, settings, listsChanges: listsChanges, mayChange: mayChange)
        }
        return unsafe runWhole(bytes, settings, listsChanges: listsChanges, mayChange: mayChange) {
            try $0.decode(type, at: $0.top)
        }
    }

    /// Parses all of `bytes`, lets `body` decode the tape, and passes the report to handlers.
    ///
    /// - Parameter mayChange: whether `bytes` may be modified during the call.
    @_semantics("optimize.sil.specialize.generic.never")
    func run<T>(
        _ bytes: UnsafeRawBufferPointer, _ settings: Settings, mayChange: Bool = false,
        _ body: (DecoderCore) throws -> T
    ) throws -> T {
        let run = unsafe runWhole(
            bytes, settings, listsChanges: settings.options.handlesReports, mayChange: mayChange, body)
        settings.options.value.handle(run.report)
        return try run.result.get()
    }

    /// Parses all of `bytes`, lets `body` decode the tape, and makes sure that retained decoders can still be used.
    /// Calls no handler.
    @_semantics("optimize.sil.specialize.generic.never")
    func runWhole<T>(
        _ bytes: UnsafeRawBufferPointer, _ settings: Settings, listsChanges: Bool, mayChange: Bool = false,
        _ body: (DecoderCore) throws -> T
    ) -> Run<T> {
        var core: DecoderCore
        do throws(JSONSyntaxError) {
            core = try unsafe openedCore(bytes, settings, listsChanges: listsChanges, mayChange: mayChange)
        } catch {
            return Run(notJSON: StreamFailure(error))
        }
        let result = Result { try body(core) }
        let run = Run(result, by: core, listsChanges: listsChanges)
        release(&core)
        return run
    }

    private func parse(
        _ bytes: UnsafeRawBufferPointer, into tape: Tape, _ shared: SharedOptions
    ) throws(JSONSyntaxError) {
        let (limits, syntax) = (shared.value.documentLimits, shared.value.syntax)
        let encoding = unsafe TextEncoding(of: bytes)
        let transcoded = try unsafe encoding.transcoded(bytes, limit: limits.documentBytes).map { Array($0.utf8) }
        var mark = 0
        if case .utf8(let skipping) = encoding { mark = skipping }
        if shared.value.assumesTopLevelDictionary {
            // No more than shows that the document exceeds the limit.
            let most = limits.documentBytes + TextEncoding.excess
            let text = unsafe UnsafeRawBufferPointer(rebasing: bytes.dropFirst(mark).prefix(most))
            let hasOnlyMembers =
                unsafe transcoded?.withUnsafeBytes { unsafe Tape.hasOnlyMembers($0, syntax: syntax) }
                ?? Tape.hasOnlyMembers(text, syntax: syntax)
            if hasOnlyMembers {
                let text = unsafe transcoded ?? Array(text)
                return try tape.parse(copyingMembers: text, after: mark, limits: limits, syntax: syntax)
            }
        }
        if let transcoded { return try tape.parse(copying: transcoded, limits: limits, syntax: syntax) }
        try unsafe tape.parse(
            bytes.assumingMemoryBound(to: UInt8.self), skipping: mark, limits: limits, syntax: syntax)
    }
}

extension PolicyJSONDecoder.Run {
    /// The value with its report, or the error with its report.
    @_optimize(size)
    func outcome() throws(JSONDecodingError) -> DecodingOutcome<Value> {
        switch result {
        case .success(let value): return DecodingOutcome(value: value, report: report)
        case .failure(let error):
            throw JSONDecodingError(error, at: place, report: report)
        }
    }
}

extension Result {
    /// The error; `nil` of a success.
    var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
