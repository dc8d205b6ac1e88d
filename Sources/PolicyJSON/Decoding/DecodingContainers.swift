/// The containers of a core, if it has a pool.
@safe
struct DecodingContainers {
    typealias Pool = KeyedContainerPool<KeyedContainerState>

    let pool: Pool?
    /// The pool, for use without reference counting.
    let unretained: Unmanaged<Pool>?

    static var none: DecodingContainers { DecodingContainers(nil) }

    private init(_ pool: Pool?) {
        self.pool = pool
        unsafe unretained = pool.map { unsafe .passUnretained($0) }
    }

    /// A new pool.
    static func pooled() -> DecodingContainers {
        DecodingContainers(Pool(bits: 7))
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
