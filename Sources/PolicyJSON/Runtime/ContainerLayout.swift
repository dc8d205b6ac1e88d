/// What a container of the standard library is made of.
enum ContainerLayout {
    /// Whether it is a reference to an object and nothing else. Nothing promises that, so whoever relies on it asks once.
    static func isReference<Container>(_ container: Container) -> Bool {
        let parts = Array(Mirror(reflecting: container).children)
        guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size, parts.count == 1,
            type(of: parts[0].value) is AnyClass
        else {
            return false
        }
        return unsafe unsafeBitCast(container, to: UInt.self)
            == UInt(bitPattern: ObjectIdentifier(parts[0].value as AnyObject))
    }
}
