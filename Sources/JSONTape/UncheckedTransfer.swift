/// A value that is transferred from one owner to the next, or that is never modified again. Code that creates one must
/// guarantee that: the compiler cannot verify it through a pool or a cache.
@usableFromInline
package struct UncheckedTransfer<Value>: @unchecked Sendable {
    @usableFromInline package let value: Value

    @inlinable @inline(__always)
    package init(value: consuming Value) { self.value = value }
}
