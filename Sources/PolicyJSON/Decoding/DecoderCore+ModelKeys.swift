@_spi(Cursor) internal import JSONTape

// The keys of paths are the model's, as in Foundation, where a container with its keys is in use over the object. Nothing is
// recorded for them while values are decoded: the containers say which objects they are over (Docs/Decisions/0031).
extension DecoderCore {
    /// The key with this name of the model that decodes an object; `nil` if no container with its keys is known to be in use.
    @inline(__always)
    func modelKey(_ name: String, in object: TapePosition) -> (any CodingKey)? {
        // Other threads must not read what the owner changes.
        if !pathOwner.isCurrent { return nil }
        guard origin == nil, ownedStates.isEmpty, let pool = unsafe containers.unretained else {
            return newModelKey(name, in: object)
        }
        let state = unsafe pool._withUnsafeGuaranteedRef { $0.stateInUse(0) { $0.isOver(object, of: tape) } }
        return state.flatMap { $0.madeKey(named: name) ?? newModelKey(name, in: object) }
    }

    /// ``modelKey(_:in:)``, if the key has not been made before, the core may not have the container, or the model has several over
    /// the object.
    @_optimize(size)
    @inline(never)
    private func newModelKey(_ name: String, in object: TapePosition) -> (any CodingKey)? {
        let core = callCore
        guard core.pathOwner.isCurrent else { return nil }
        makesModelKey = true
        defer { makesModelKey = false }
        for position in 0..<4 {
            if let state = core.stateInUse(position, over: object, of: tape), let key = state.key(named: name) {
                return key
            }
        }
        return nil
    }

    /// The state of one of the first containers in use over an object: two of the pool, and two others.
    @_optimize(size)
    @inline(never)
    private func stateInUse(_ position: Int, over object: TapePosition, of tape: Tape) -> KeyedContainerState? {
        if position < 2 { return containers.pool?.stateInUse(position) { $0.isOver(object, of: tape) } }
        var rest = position - 2
        for index in ownedStates.indices
        where ownedStates[index].isOver(object, of: tape) && !isKnownUniquelyReferenced(&ownedStates[index]) {
            if rest == 0 { return ownedStates[index] }
            rest -= 1
        }
        return nil
    }

    /// The core that has the containers of the call, or of the window.
    private var callCore: DecoderCore {
        var core = self
        while core.containers.pool == nil, let origin = core.origin { core = origin }
        return core
    }

    /// A model opens a container over an object: the last path may have another model's keys of the object.
    @inline(__always)
    func opensContainer(of object: TapePosition) {
        if lastPath.leads(into: object, end: tape.end(ofContainerAt: object)), !makesModelKey {
            lastPath.forgetKeys(of: object)
        }
    }

    /// Records a container that is not the pool's.
    @_optimize(size)
    @inline(never)
    func note(_ state: KeyedContainerState) {
        let paths = pathOrigin ?? self
        if paths.pathOwner.isCurrent { paths.opensContainer(of: state.reference.index) }
        // The core of a document that stands in for a value is to be released with its last value.
        let core = callCore
        if document.replaced == nil, core.pathOwner.isCurrent { core.list(state) }
    }

    /// Lists a state, in place of one whose container has been released, or of the first.
    @_optimize(size)
    private func list(_ state: KeyedContainerState) {
        for index in ownedStates.indices where isKnownUniquelyReferenced(&ownedStates[index]) {
            ownedStates[index] = state
            return
        }
        if ownedStates.count == Self.mostOwnedStates { ownedStates.removeFirst() }
        ownedStates.append(state)
    }

    /// How many are listed: as many objects may be inside each other.
    private static var mostOwnedStates: Int { 32 }
}
