/// The containers of a core, if it has a pool.
@safe
struct DecodingContainers {
    typealias Pool = KeyedContainerPool<KeyedContainerState>

    let pool: Pool?
    /// The pool, for use without reference counting; `nil` if keys are converted, so that not every object can have a container of it.
    let unretained: Unmanaged<Pool>?

    static var none: DecodingContainers { DecodingContainers(nil) }

    private init(_ pool: Pool?, convertsKeys: Bool = false) {
        self.pool = pool
        unsafe unretained = convertsKeys ? nil : pool.map { unsafe .passUnretained($0) }
    }

    /// A new pool; none if keys are converted in a way that cannot be reversed.
    static func pooled(for call: DecodingCall) -> DecodingContainers {
        if call.convertsKeys, !call.options.convertsFromSnakeCase { return .none }
        return DecodingContainers(Pool(bits: 7), convertsKeys: call.convertsKeys)
    }

    /// Starts to provide containers to the current thread.
    @inline(__always)
    func open() { pool?.open() }

    /// Ends the call. Containers that are still referenced retain the core.
    @inline(__always)
    func close(keeping core: DecoderCore) {
        pool?.close(
            reset: { $0.forgetDocument() },
            keep: { container, state in
                state.keep(core)
                // Other containers count a reference to their state.
                if container !== state { KeptContainers.keep(container, state) }
            })
        KeptContainers.endCall()
    }
}
