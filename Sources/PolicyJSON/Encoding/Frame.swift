/// Names a frame, also after it is gone.
struct Scope: Equatable {
    let index: Int32
    /// Another one for each frame of a call.
    let serial: UInt32

    /// No frame has it.
    static let none = Scope(index: -1, serial: 0)
    /// What is on top when there is no frame. Equal to no other.
    static let nothingOnTop = Scope(index: -2, serial: 0)
}

/// A value that is being written. Plain memory: references in it are counted by hand.
@safe
struct Frame {
    enum Content: UInt8 {
        case none
        /// A scalar, or a container that is closed already.
        case text
        /// A container that ends at the end of the text, if the frame is on top.
        case object, array
        /// What was written is in ``Frame/detached``.
        case detached
    }

    var content = Content.none
    /// The value was given through a single-value container.
    var isSingle = false
    var scope: Scope
    /// Frame of the value around this one; below 0 at the top and for parts of detached values.
    var parent: Int32
    /// Where the value begins.
    let start: Int
    /// Where what belongs to it begins: the key, and white space before it.
    let memberStart: Int
    /// Containers around the value.
    let depth: Int
    /// Finished elements.
    var count = 0
    /// The first of its members, on the stack of members.
    let members: Int
    /// A bit for each name, to tell quickly that a name is new.
    var bloom = SIMD4<UInt64>()
    /// The key of the value: where it lies on the caller's stack, which stays there as long as the frame does.
    var keyType: (any CodingKey.Type)?
    var key: UnsafeRawPointer?
    /// The type of the value, if there is a policy.
    var type: Any.Type?
    /// A rule has answered for the value.
    var isAnswered = false
    /// The index of the value in an array, if there is no key; below 0 at the top.
    var index = -1
    var names: Unmanaged<NameSet>?
    var detached: Unmanaged<DetachedValue>?
    /// The detached container that the value goes to.
    var owner: Unmanaged<DetachedValue>?
}

/// All names of a large object.
final class NameSet {
    var names: Set<String> = []
}

/// A member of an object that is being written.
struct Member {
    /// Offset of its key, and bytes of that.
    let key: Int
    let length: Int
    let fingerprint: UInt32
    let isASCII: Bool
}

/// Frames and members of one call. Outside of the core's properties, because each access to those is checked.
@safe
final class FrameStack {
    @safe
    private struct Header {
        var frames: UnsafeMutablePointer<Frame>
        var count = 0
        var capacity: Int
        /// The frame on top; what it points at means nothing if there is none.
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

    deinit {
        while unsafe header.pointee.count > 0 { pop() }
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
        @inline(__always) _modify {
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
        @inline(__always) _modify {
            precondition(count > 0)
            yield unsafe &header.pointee.last.pointee
        }
    }

    /// Whether the frame is still there.
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

    @inline(__always)
    func member(_ index: Int) -> Member {
        precondition(index >= 0 && index < memberCount)
        return unsafe header.pointee.members[index]
    }

    @inline(__always)
    func append(_ member: Member) {
        if unsafe header.pointee.memberCount == header.pointee.memberCapacity { growMembers() }
        unsafe (header.pointee.members + memberCount).initialize(to: member)
        unsafe header.pointee.memberCount += 1
    }

    /// Forgets members from `index` on.
    func removeMembers(from index: Int) {
        precondition(index >= 0 && index <= memberCount)
        unsafe header.pointee.memberCount = index
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
