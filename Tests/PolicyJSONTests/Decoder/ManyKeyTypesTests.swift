import Foundation
import Testing

@testable import PolicyJSON

/// A program with many models: their key types must not compete for the containers of a pool.
@Suite struct ManyKeyTypesTests {
    struct Model<A, B, C>: Codable, Equatable {
        var id: Int
        var name: String?
    }

    private static let parts: [Any.Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
        UInt64.self, Bool.self, Double.self, Float.self, String.self, Character.self, Substring.self, Data.self,
        Date.self,
    ]

    /// This many types that a function makes of three types each.
    private static func types<T>(_ count: Int, _ make: (Any.Type, Any.Type, Any.Type) -> T) -> [T] {
        (0..<count).map { number in
            make(
                parts[number % parts.count], parts[number / parts.count % parts.count],
                parts[number / parts.count / parts.count])
        }
    }

    private static func model<A, B, C>(_: A.Type, _: B.Type, _: C.Type) -> any (Codable & Equatable).Type {
        Model<A, B, C>.self
    }

    final class State {
        let deinitialized: () -> Void
        init(deinitialized: @escaping () -> Void) { self.deinitialized = deinitialized }
        deinit { deinitialized() }
    }

    private final class Maker {}

    /// What is made in the last of some calls that each use a container of each type, and what exists after it.
    private func containers(for types: [Any.Type], calls: Int) -> (made: Int, existing: Int) {
        let pool = KeyedContainerPool<State>(bits: 7)
        let maker = Maker()
        var (made, existing) = (0, 0)
        for _ in 0..<calls {
            made = 0
            pool.open()
            for type in types {
                let container = pool.container(keyedBy: type) { _, _ in
                } make: {
                    (made, existing) = (made + 1, existing + 1)
                    let state = State { existing -= 1 }
                    return NewContainer(container: state, maker: maker, state: state)
                }
                if container == nil { return (-1, -1) }
            }
            pool.close(reset: { _ in }, keep: { _, _ in })
        }
        return (made, existing)
    }

    @Test(arguments: [1, 10, 100, 300])
    func eachTypeKeepsItsContainer(_ count: Int) {
        let types = Self.types(count) { Self.model($0, $1, $2) as Any.Type }
        // The pool grows five times, after four replacements each; a call without any is like the next one.
        let result = containers(for: types, calls: 25)
        #expect(result.made == 0)
        #expect(result.existing == count)
    }

    /// The pool's size is limited.
    @Test func tooManyTypes() {
        let types = Self.types(5_000) { Self.model($0, $1, $2) as Any.Type }
        let result = containers(for: types, calls: 25)
        #expect(result.existing <= 4_096)
        #expect(result.existing > 3_000)
    }

    /// Types at equal distances, as a compiler places those of a file.
    @Test func equalDistances() {
        for distance in stride(from: 8, through: 4_096, by: 8) {
            var used: Set<Int> = []
            for number in 0..<16 {
                let address = 0x5555_5555_0000 + number * distance
                let hash = unsafe unsafeBitCast(address, to: ObjectIdentifier.self).typeHash(bits: 7)
                let entry = (hash..<hash + 8).first { !used.contains($0 & 127) }
                #expect(entry != nil, "\(distance)")
                if let entry { used.insert(entry & 127) }
            }
        }
    }

    @Test func decodingAndEncoding() throws {
        let decoder = PolicyJSONDecoder()
        let encoder = PolicyJSONEncoder()
        let types = Self.types(400) { Self.model($0, $1, $2) }
        func check<T: Codable & Equatable>(_ type: T.Type, _ number: Int) throws {
            let text = #"[{"id":\#(number)},{"id":\#(-number),"name":"\#(number)"}]"#
            let values = try decoder.decode([T].self, from: text)
            #expect(try values == JSONDecoder().decode([T].self, from: Data(text.utf8)))
            #expect(try encoder.encode(values) == Data(text.utf8))
        }
        for _ in 0..<4 {
            for (number, type) in types.enumerated() { try check(type, number) }
        }
    }
}
