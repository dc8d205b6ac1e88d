@_spi(Cursor) internal import JSONTape

extension DecoderCore {
    /// Decodes the elements of the array at `reference`, in order.
    @inline(__always)
    func elements<E: Decodable>(_ type: E.Type, at reference: ValueReference, _ body: (consuming E) -> Void) throws {
        var dropped = DroppedElements()
        _ = try elements(type, at: reference, from: 0, &dropped, body)
        if !dropped.isEmpty { try check(dropped, of: reference) }
    }

    /// Decodes the elements of an array that may be part of another; the caller checks the dropped elements.
    ///
    /// - Parameter ordinal: the index of the first element.
    /// - Returns: the index after the last element.
    @inline(__always)
    func elements<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, from ordinal: UInt32, _ dropped: inout DroppedElements,
        _ body: (consuming E) -> Void
    ) throws -> UInt32 {
        var element = ValueReference(
            index: reference.index.firstChild, parent: reference.index, ordinal: ordinal, model: reference.model)
        element = current(element)
        if element.isRepairing { return try repairedElements(type, of: reference, from: element, &dropped, body) }
        let end = tape.end(ofContainerAt: reference.index)
        let traits = types.traits(of: type)
        // As ``decode(_:at:)`` decodes models, whose type is looked up once.
        let areModels = traits.isModel && !call.examinesValues
        while element.index < end {
            body(areModels ? try initializeStrictly(type, traits, at: element) : try decode(type, at: element))
            element.ordinal &+= 1
            element.index = tape.position(after: element.index)
        }
        return element.ordinal
    }

    /// Decodes elements about which rules may be consulted. All models are decoded in one strict attempt, at almost no extra cost for
    /// clean elements; those that fail are decoded again.
    @inline(__always)
    private func repairedElements<E: Decodable>(
        _ type: E.Type, of reference: ValueReference, from first: ValueReference, _ dropped: inout DroppedElements,
        _ body: (consuming E) -> Void
    ) throws -> UInt32 {
        guard let memory else { return first.ordinal }
        let end = tape.end(ofContainerAt: reference.index)
        let traits = types.traits(of: type)
        let known = memory.mark
        // Inside a failed model, elements may be known to fail: ``decodeModel(_:_:at:)`` checks that.
        let triesStrictly = traits.isModel && !call.examinesValues && known == 0 && !memory.keepsAll
        // Elements that rules drop are not problems.
        var element = triesStrictly ? first.strict : first.without(.collecting)
        if triesStrictly { memory.beginAttempt() }
        defer { if triesStrictly { memory.endAttempt() } }
        // The failure of the current element, outside of `catch`, which would keep the error during the retry.
        var failed: Trial?
        while element.index < end {
            let marks = marks(memory)
            do {
                body(triesStrictly ? try initialize(type, traits, at: element) : try decode(type, at: element))
            } catch {
                if !triesStrictly {
                    try repairElement(
                        type, at: element.seen(as: first), mark: marks.mark, error, &dropped, body)
                } else {
                    failed = failStrictly(marks, memory, error)
                }
            }
            if var trial = failed.take() {
                memory.endAttempt()
                defer { memory.beginAttempt() }
                try retry(type, traits, at: element.seen(as: first), &trial, memory, &dropped, body)
            }
            memory.forgetFinished(after: known)
            element.ordinal &+= 1
            element.index = tape.position(after: element.index)
        }
        return element.ordinal
    }

    /// Decodes a model again whose strict attempt has failed.
    @inline(never)
    private func retry<E: Decodable>(
        _ type: E.Type, _ traits: DecodableTraits, at reference: ValueReference, _ trial: inout Trial,
        _ memory: AttemptMemory,
        _ dropped: inout DroppedElements, _ body: (consuming E) -> Void
    ) throws {
        if call.onlyDropsElements, !trial.hasRejections, try drops(type, at: reference, trial.error, &dropped) {
            return
        }
        do {
            body(try repairModel(type, traits, at: reference.without(.collecting), &trial, memory))
        } catch {
            try repairElement(type, at: reference, mark: trial.mark, error, &dropped, body)
        }
    }

    /// Handles an undecodable element. A separate function, because it uses the type `E?` (see ``decode(_:at:)``).
    @inline(never)
    private func repairElement<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, mark: Int, _ error: any Error, _ dropped: inout DroppedElements,
        _ body: (consuming E) -> Void
    ) throws {
        if let value = try recoverElement(type, at: reference, mark: mark, error, &dropped) { body(value) }
    }

    /// Decodes the array at `reference`. Does not use `append`, which requests metadata of the array's type (measured: two
    /// thirds of the time of the mostly empty arrays in a Twitter timeline).
    func array<E: Decodable>(_ type: E.Type, at reference: ValueReference) throws -> [E] {
        let count = tape[reference.index].count
        if count == 0 { return [] }
        return try unsafe [E](unsafeUninitializedCapacity: count) { buffer, filled in
            try elements(type, at: reference) { (element: consuming E) in
                precondition(filled < count)
                unsafe buffer.initializeElement(at: filled, to: element)
                filled += 1
            }
        }
    }

    // Arrays of scalars, specialized for each element type.

    func doubles(at reference: ValueReference) throws -> [Double] {
        if let values = tape.doubles(inArrayAt: reference.index) { return values }
        return try scalars(Double.self, at: reference) { double(at: $0) }
    }
    func strings(at reference: ValueReference) throws -> [String] {
        try scalars(String.self, at: reference) { string(at: $0) }
    }
    func ints(at reference: ValueReference) throws -> [Int] {
        try scalars(Int.self, at: reference) { integer(Int.self, at: $0) }
    }
    func bools(at reference: ValueReference) throws -> [Bool] { try scalars(Bool.self, at: reference) { bool(at: $0) } }

    @inline(__always)
    private func scalars<E: Decodable>(_ type: E.Type, at reference: ValueReference, _ read: (TapePosition) -> E?)
        throws
        -> [E]
    {
        let count = tape[reference.index].count
        if count <= 32 {
            // Initializers request the storage's metadata on each call, even in specialized code (measured: twice the
            // work for a pair of numbers); in long arrays, appending costs more.
            var result: [E] = []
            result.reserveCapacity(count)
            try scalars(type, at: reference, read) { result.append($0) }
            return result
        }
        return try unsafe [E](unsafeUninitializedCapacity: count) { buffer, filled in
            try scalars(type, at: reference, read) { element in
                precondition(filled < count)
                unsafe buffer.initializeElement(at: filled, to: element)
                filled += 1
            }
        }
    }

    @inline(__always)
    private func scalars<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, _ read: (TapePosition) -> E?, _ append: (consuming E) -> Void
    ) throws {
        let end = tape.end(ofContainerAt: reference.index)
        var index = reference.index.firstChild
        var ordinal: UInt32 = 0
        var mark: Int?
        var dropped = DroppedElements()
        while index < end {
            if let value = read(index) {
                append(value)
            } else {
                let element = ValueReference(
                    index: index, parent: reference.index, ordinal: ordinal, model: reference.model)
                // Marked here, so that arrays without undecodable elements have no extra cost.
                if mark == nil { mark = collector?.mark }
                do {
                    if let value = try rejectedElement(type, at: element, &dropped) { append(value) }
                } catch {
                    if let mark { collector?.undo(to: mark, because: error) }
                    throw error
                }
            }
            ordinal &+= 1
            index = tape.position(after: index)
        }
        if dropped.isEmpty { return }
        do {
            try check(dropped, of: reference)
        } catch {
            if let mark { collector?.undo(to: mark, because: error) }
            throw error
        }
    }

    /// Decodes an element about which no rule is consulted now.
    @inline(__always)
    func strictElement<E: Decodable>(_ type: E.Type, at reference: ValueReference) throws -> E {
        do {
            return try decode(type, at: reference)
        } catch {
            memory?.reject()
            throw error
        }
    }

    /// Decodes an element with rules; `nil` if a rule drops it.
    @inline(__always)
    func element<E: Decodable>(_ type: E.Type, at reference: ValueReference, _ dropped: inout DroppedElements) throws
        -> E?
    {
        let reference = current(reference)
        if !reference.isRepairing { return try strictElement(type, at: reference) }
        let (mark, known) = (collector?.mark ?? 0, memory?.mark ?? 0)
        do {
            return try decode(type, at: reference.without(.collecting))
        } catch {
            let value = try recoverElement(type, at: reference, mark: mark, error, &dropped)
            memory?.forgetFinished(after: known)
            return value
        }
    }

    /// Repairs a scalar element that strict decoding rejects; `nil` if a rule drops it. An error is made only where one is
    /// thrown, or kept.
    @inline(never)
    private func rejectedElement<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, _ dropped: inout DroppedElements
    ) throws -> E? {
        let reference = current(reference)
        guard reference.isRepairing, !reference.isCollecting, !call.examinesValues, !call.replacesUnrepaired,
            call.situations.contains(.undecodableElement)
        else {
            return try anyElement(type, at: reference, &dropped)
        }
        let (mark, known) = (collector?.mark ?? 0, memory?.mark ?? 0)
        do {
            if let value = try repairedScalar(type, at: reference) { return value }
        } catch {
            let value = try recoverElement(type, at: reference, mark: mark, error, &dropped)
            memory?.forgetFinished(after: known)
            return value
        }
        return try dropOrReplace(type, at: reference, nil, &dropped, mayBeNil: true)
    }

    /// Decodes an element by code that is not compiled for each type of scalars, since it contains all of `decode`.
    @_semantics("optimize.sil.specialize.generic.never")
    @inline(never)
    private func anyElement<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, _ dropped: inout DroppedElements
    ) throws -> E? {
        try element(type, at: reference, &dropped)
    }

    /// Handles an element that could not be decoded: drops it, makes it `nil` if elements are optional, logs the error,
    /// or throws it.
    ///
    /// - Parameter mayBeNil: whether the element can be `nil`. A value with an undecodable key cannot.
    @inline(never)
    func recoverElement<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, mark: Int, _ error: any Error, _ dropped: inout DroppedElements,
        mayBeNil: Bool = true
    ) throws -> E? {
        collector?.undo(to: mark, because: error)
        do {
            return try dropOrReplace(type, at: reference.without(.collecting), error, &dropped, mayBeNil: mayBeNil)
        } catch {
            guard reference.isCollecting, let problems, !isExhausted else { throw error }
            return try collectElement(type, at: reference, problems, error)
        }
    }

    /// Drops a model that could not be decoded, if a rule says so, and rules can do nothing but that; false if not. Uses no generic
    /// type, as ``dropOrReplace(_:at:_:_:mayBeNil:)`` does, which takes as long as the rest.
    @inline(never)
    @_optimize(size)
    private func drops(
        _ type: Any.Type, at reference: ValueReference, _ error: (any Error)?, _ dropped: inout DroppedElements
    ) throws -> Bool {
        guard let policy, let error, !isExhausted, !repairsDisabled, !RuleRefusal.caused(error) else { return false }
        let context = DecodingRuleContext(
            requestedType: type, situation: .undecodableElement, kind: JSONKind(tape[reference.index].kind),
            acceptsNil: false, core: self, reference: reference, details: RequestDetails(error: error))
        guard var walk = policy.walk(context) else { return false }
        let answer = policy.nextAnswer(&walk, context)
        guard answer.drops else { return false }
        let mark = collector?.mark
        if collector?.countRepair() == true {
            try enter(.word("dropped"), as: .dropped, walk.entry, of: policy, context, at: mark)
        }
        if let bounds = answer.bounds {
            dropped.count(policy.entries[walk.entry], walk.entry, bounds, reference) { error }
        }
        return true
    }

    /// Consults the rules about an element that could not be decoded.
    ///
    /// - Parameter error: the error that was thrown; `nil` for the strict error.
    /// - Throws: if no rule drops or replaces it.
    @_semantics("optimize.sil.specialize.generic.never")
    private func dropOrReplace<E: Decodable>(
        _ type: E.Type, at reference: ValueReference, _ error: (any Error)?, _ dropped: inout DroppedElements,
        mayBeNil: Bool
    ) throws -> E? {
        guard let policy, !isExhausted, !repairsDisabled, !RuleRefusal.caused(error),
            document.replaced?.isInvented != true
        else {
            throw error ?? strictError(type, at: reference)
        }
        let none = mayBeNil ? (type as? any OptionalValue.Type).flatMap { $0.none as? E } : nil
        let context = DecodingRuleContext(
            requestedType: type, situation: .undecodableElement, kind: JSONKind(tape[reference.index].kind),
            acceptsNil: none != nil, core: self, reference: reference, details: error.map { RequestDetails(error: $0) })
        guard var walk = policy.walk(context) else { throw error ?? strictError(type, at: reference) }
        while true {
            let answer = policy.nextAnswer(&walk, context)
            if answer.isDecline { throw error ?? strictError(type, at: reference) }
            let repaired: Repaired<E> = try apply(answer, walk.entry, of: policy, type, context)
            switch repaired {
            case .value(let value): return value
            case .dropped, .null:
                if let bounds = answer.bounds {
                    dropped.count(policy.entries[walk.entry], walk.entry, bounds, reference) {
                        error ?? strictError(type, at: reference)
                    }
                }
                if case .null = repaired { return none }
                return nil
            case .declined, .nestedNil: if repairsDisabled { throw error ?? strictError(type, at: reference) }
            }
        }
    }
}
