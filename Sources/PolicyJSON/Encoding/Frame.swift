/// Identifies a frame, even after it has ended.
struct Scope: Equatable {
    let index: Int32
    /// A different number for each frame of a call.
    let serial: UInt32

    /// The scope of no frame.
    static let none = Scope(index: -1, serial: 0)
    /// The top scope when there are no frames. Equal to no other scope.
    static let nothingOnTop = Scope(index: -2, serial: 0)
}

/// A value that is being written. A trivial type: its references are retained and released explicitly.
@safe
struct Frame {
    enum Content: UInt8 {
        case none
        /// A scalar, or a closed container.
        case text
        /// A container that ends at the end of the text, if the frame is on top.
        case object, array
        /// The value is in ``Frame/detached``.
        case detached
    }

    var content = Content.none
    /// Whether the value was encoded through a single-value container.
    var isSingle = false
    /// Whether a rule omitted its single value; another one may follow.
    var isOmitted = false
    /// Whether the value is that of a nested container. Its parent is the frame before it.
    var isNested = false
    /// Whether a nested container directly in it is dormant.
    var hasDormant = false
    /// The key of a nested container, if keys of its type consist of at most one byte.
    var keyByte: UInt8 = 0
    var scope: Scope
    /// The frame of the enclosing value; negative at the top level and for parts of detached values.
    var parent: Int32
    /// The offset at which the value starts.
    let start: Int
    /// The offset at which its member starts: the key, and white space before it.
    let memberStart: Int
    /// The number of enclosing containers.
    let depth: Int
    /// The number of finished elements.
    var count = 0
    /// The number of members that were begun, and of those that were withdrawn.
    var begun = 0
    /// The index of its first member on the stack of members.
    let members: Int
    /// One bit for each of the first names, to detect quickly that a name is new.
    var bloom = SIMD4<UInt64>()
    /// The number of members with a bit.
    var bloomed = 0
    /// The key of the value, on the caller's stack, where it remains as long as the frame. For a nested container whose key has more
    /// than one byte, a retained `PathNode`.
    var keyType: (any CodingKey.Type)?
    var key: UnsafeRawPointer?
    /// The type of the value, if there is a policy.
    var type: Any.Type?
    /// The model that encodes this collection as its single value, if there is a policy.
    var wrapper: Any.Type?
    /// Whether a rule has answered for the value.
    var isAnswered = false
    /// The index of a nested keyed container in the pool.
    var pooled: Int32 = -1
    /// The index of the value in an array, if there is no key; negative for a whole document.
    var index = -1
    var names: Unmanaged<NameSet>?
    var detached: Unmanaged<DetachedValue>?
    /// The detached container that receives the value.
    var owner: Unmanaged<DetachedValue>?
    /// What nested unkeyed containers of the value refer to.
    var reference: Unmanaged<ArrayReference>?
}

/// All names of a large object.
final class NameSet {
    var names: Set<String> = []
}

/// A member of an object that is being written.
struct Member {
    /// The offset of its key, and the number of bytes of the key.
    let key: Int
    let length: Int
    let fingerprint: UInt32
    var isASCII = true
}

/// The frames and members of one call. Not in properties of the core, because each access to those is checked for
/// exclusivity; and not an object, because references to that would be counted.
@safe
struct FrameStack {
    @safe
    private struct Header {
        var frames: UnsafeMutablePointer<Frame>
        var count = 0
        var capacity: Int
        /// The frame on top; not valid if there are no frames.
        var last: UnsafeMutablePointer<Frame>
        var top = Scope.nothingOnTop
        var serial: UInt32 = 0
        var members: UnsafeMutablePointer<Member>
        var memberCount = 0
        var memberCapacity: Int
    }

    private let header: UnsafeMutablePointer<Header>

    init() {
        unsafe header = .allocate(capacity: 1)
        let frames = UnsafeMutablePointer<Frame>.allocate(capacity: 16)
        unsafe header.initialize(
            to: Header(
                frames: frames, capacity: 16, last: frames, members: .allocate(capacity: 64), memberCapacity: 64))
    }

    func deallocate() {
        while unsafe header.pointee.count > 0 { if last.isNested { popNested() } else { pop() } }
        unsafe header.pointee.frames.deallocate()
        unsafe header.pointee.members.deallocate()
        unsafe header.deallocate()
    }

    // MARK: Frames

    var count: Int { unsafe header.pointee.count }

    /// The frame on top.
    var top: Scope {
        @inline(__always) get { unsafe header.pointee.top }
    }

    subscript(index: Int) -> Frame {
        @inline(__always) get {
            precondition(index >= 0 && index < count)
            return unsafe header.pointee.frames[index]
        }
        @inline(__always) nonmutating _modify {
            precondition(index >= 0 && index < count)
            yield unsafe &header.pointee.frames[index]
        }
    }

    /// The frame on top; there must be one.
    var last: Frame {
        @inline(__always) get {
            precondition(count > 0)
            return unsafe header.pointee.last.pointee
        }
        @inline(__always) nonmutating _modify {
            precondition(count > 0)
            yield unsafe &header.pointee.last.pointee
        }
    }

    /// Whether the frame still exists.
    func isLive(_ scope: Scope) -> Bool {
        scope.index >= 0 && Int(scope.index) < count && self[Int(scope.index)].scope == scope
    }

    @inline(__always)
    func push(parent: Int32, start: Int, memberStart: Int, depth: Int) {
        if unsafe header.pointee.count == header.pointee.capacity { grow() }
        unsafe header.pointee.serial &+= 1
        let scope = unsafe Scope(index: Int32(truncatingIfNeeded: count), serial: header.pointee.serial)
        let frame = unsafe header.pointee.frames + count
        unsafe frame.initialize(
            to: Frame(
                scope: scope, parent: parent, start: start, memberStart: memberStart, depth: depth,
                members: header.pointee.memberCount))
        unsafe header.pointee.last = frame
        unsafe header.pointee.top = scope
        unsafe header.pointee.count += 1
    }

    @inline(__always)
    func pop() {
        precondition(count > 0)
        let frame = unsafe header.pointee.last
        unsafe Self.release(frame.pointee)
        unsafe header.pointee.memberCount = frame.pointee.members
        unsafe header.pointee.count -= 1
        if count > 0 {
            unsafe header.pointee.last = frame - 1
            unsafe header.pointee.top = header.pointee.last.pointee.scope
        } else {
            unsafe header.pointee.top = .nothingOnTop
        }
    }

    /// Removes the frame of a nested container.
    func popNested() {
        unsafe last.reference?.release()
        if last.keyType == nil, let key = unsafe last.key {
            unsafe Unmanaged<DetachedValue.PathNode>.fromOpaque(key).release()
        }
        pop()
    }

    /// Makes the frame on top that of a value of which nothing has been written.
    func clearLast() {
        Self.release(last)
        unsafe last.names = nil
        unsafe last.detached = nil
        last.content = .none
        last.isSingle = false
        last.isOmitted = false
        last.hasDormant = false
        last.count = 0
        // Containers of the discarded value do not know this number; they may have counted a member that was not begun.
        last.begun += 2
        removeMembers(from: last.members)
    }

    @inline(__always)
    private static func release(_ frame: borrowing Frame) {
        unsafe frame.names?.release()
        unsafe frame.detached?.release()
    }

    @inline(never)
    private func grow() {
        let capacity = unsafe header.pointee.capacity * 2
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: capacity)
        unsafe larger.moveInitialize(from: header.pointee.frames, count: count)
        unsafe header.pointee.frames.deallocate()
        unsafe header.pointee.frames = larger
        unsafe header.pointee.last = larger + (count - 1)
        unsafe header.pointee.capacity = capacity
    }

    // MARK: Members

    var memberCount: Int { unsafe header.pointee.memberCount }

    /// The number of members that fit without another allocation.
    var memberCapacity: Int { unsafe header.pointee.memberCapacity }

    @inline(__always)
    func member(_ index: Int) -> Member {
        precondition(index >= 0 && index < memberCount)
        return unsafe header.pointee.members[index]
    }

    /// Adds a member to the object on top.
    @inline(__always)
    func append(_ member: Member) {
        if unsafe header.pointee.memberCount == header.pointee.memberCapacity { growMembers() }
        unsafe (header.pointee.members + memberCount).initialize(to: member)
        unsafe header.pointee.memberCount += 1
        last.begun += 1
    }

    /// Whether a member of the object on top may have a name with the fingerprint.
    func mayHaveMember(_ fingerprint: UInt32) -> Bool {
        func bloomBit(_ fingerprint: UInt32) -> (word: Int, bit: UInt64) {
            (Int(fingerprint >> 6 & 3), 1 << UInt64(fingerprint & 63))
        }
        let first = last.members
        while first + last.bloomed < memberCount {
            let (word, bit) = bloomBit(member(first + last.bloomed).fingerprint)
            last.bloom[word] |= bit
            last.bloomed += 1
        }
        let (word, bit) = bloomBit(fingerprint)
        return last.bloom[word] & bit != 0
    }

    /// Removes members from `index` on.
    func removeMembers(from index: Int) {
        precondition(index >= 0 && index <= memberCount)
        unsafe header.pointee.memberCount = index
        last.bloomed = min(last.bloomed, index - last.members)
    }

    @inline(never)
    private func growMembers() {
        let capacity = unsafe header.pointee.memberCapacity * 2
        let larger = UnsafeMutablePointer<Member>.allocate(capacity: capacity)
        unsafe larger.moveInitialize(from: header.pointee.members, count: memberCount)
        unsafe header.pointee.members.deallocate()
        unsafe header.pointee.members = larger
        unsafe header.pointee.memberCapacity = capacity
    }
}
