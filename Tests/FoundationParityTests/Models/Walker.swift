import Foundation
import TestSupport

/// Uses decoders and containers in a random but reproducible way, and logs all results: every request to a container,
/// in any order, repeated, and after failures.
struct Walker {
    private var generator: SplitMix64
    private(set) var log: [String] = []
    private var steps = 0

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    // Only small integers, and no dictionaries with several members of different kinds: those are listed differences,
    // and would hide others.
    private static let types: [any (Decodable & SendableMetatype).Type] = [
        Int.self, Int8.self, UInt64.self, Int128.self, Double.self, Float.self, Bool.self, String.self, Decimal.self,
        Int?.self, String?.self, [Int].self, [String].self, [Int?].self, Date.self, URL.self, Data.self, Letter.self,
        Figure.self, Everything.self, [Everything].self, [String: Everything].self, Member<Int>.self, Choice.self,
        Single<String>.self, Second<Int>.self, OptionalSecond<String>.self, Page<Int>.self, Set<Int>.self, UInt8??.self,
    ]

    private static let keys = [
        AnyKey("a"), AnyKey("b"), AnyKey("value"), AnyKey("é"), AnyKey("e\u{301}"), AnyKey("missing"), AnyKey(""),
        AnyKey("super"), AnyKey(intValue: 1), AnyKey("1"),
    ]

    private mutating func pick<T>(_ list: [T]) -> T { list[Int.random(in: 0..<list.count, using: &generator)] }

    private mutating func note(_ what: String, _ body: () throws -> Any) { log.append("\(what): \(Outcome(body))") }

    private static func path(_ keys: [any CodingKey]) -> [PathKey] { keys.map { PathKey($0) } }

    mutating func visit(_ decoder: any Decoder, depth: Int = 0) {
        note("decoder") { Self.path(decoder.codingPath).description }
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: keyed(in: decoder, depth)
            case 1: unkeyed(in: decoder, depth)
            case 2: single(in: decoder)
            default:
                // Mostly the container of the value's kind.
                keyed(in: decoder, depth)
                unkeyed(in: decoder, depth)
            }
        }
    }

    private mutating func keyed(in decoder: any Decoder, _ depth: Int) {
        do {
            visit(try decoder.container(keyedBy: AnyKey.self), depth)
        } catch {
            note("no object") { throw error }
        }
    }

    private mutating func unkeyed(in decoder: any Decoder, _ depth: Int) {
        do {
            var container = try decoder.unkeyedContainer()
            visit(&container, depth)
        } catch {
            note("no array") { throw error }
        }
    }

    private mutating func single(in decoder: any Decoder) {
        do {
            let container = try decoder.singleValueContainer()
            note("single") { Self.path(container.codingPath).description }
            note("nil") { container.decodeNil() }
            for _ in 0..<3 {
                let type = pick(Self.types)
                note("\(type)") { try container.decode(type) }
            }
        } catch {
            note("no value") { throw error }
        }
    }

    private mutating func visit(_ container: KeyedDecodingContainer<AnyKey>, _ depth: Int) {
        note("keyed") { Self.path(container.codingPath).description }
        note("keys") { container.allKeys.map { PathKey($0).description }.sorted() }
        for _ in 0..<Int.random(in: 1...8, using: &generator) where steps < 300 {
            steps += 1
            let (key, type) = (pick(Self.keys), pick(Self.types))
            let name = PathKey(key).description
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: note("contains \(name)") { container.contains(key) }
            case 1: note("nil \(name)") { try container.decodeNil(forKey: key) }
            case 2, 3: note("\(type) \(name)") { try container.decode(type, forKey: key) }
            case 4, 5: note("\(type)? \(name)") { try container.decodeIfPresent(type, forKey: key) as Any }
            case 6:
                enter("object \(name)") {
                    try container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
                } with: {
                    $0.visit($1, depth + 1)
                }
            case 7:
                enter("array \(name)") {
                    try container.nestedUnkeyedContainer(forKey: key)
                } with: {
                    var nested = $1
                    $0.visit(&nested, depth + 1)
                }
            case 8:
                enter("super \(name)") {
                    try container.superDecoder(forKey: key)
                } with: {
                    $0.visit($1, depth: depth + 1)
                }
            default:
                enter("super") {
                    try container.superDecoder()
                } with: {
                    $0.visit($1, depth: depth + 1)
                }
            }
        }
    }

    private mutating func visit(_ container: inout any UnkeyedDecodingContainer, _ depth: Int) {
        var steps = Int.random(in: 1...8, using: &generator)
        while steps > 0, self.steps < 300 {
            steps -= 1
            self.steps += 1
            let state = container
            note("unkeyed") {
                "\(Self.path(state.codingPath)) \(state.currentIndex) of \(state.count ?? -1), at end: \(state.isAtEnd)"
            }
            let type = pick(Self.types)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: step("nil", &container) { try $0.decodeNil() }
            case 1, 2, 3: step("\(type)", &container) { try $0.decode(type) }
            case 4: step("\(type)?", &container) { try $0.decodeIfPresent(type) as Any }
            case 5:
                enter("object", &container) {
                    try $0.nestedContainer(keyedBy: AnyKey.self)
                } with: {
                    $0.visit($1, depth + 1)
                }
            case 6:
                enter("array", &container) {
                    try $0.nestedUnkeyedContainer()
                } with: {
                    var nested = $1
                    $0.visit(&nested, depth + 1)
                }
            default:
                enter("super", &container) {
                    try $0.superDecoder()
                } with: {
                    $0.visit($1, depth: depth + 1)
                }
            }
        }
    }

    private mutating func step(
        _ what: String, _ container: inout any UnkeyedDecodingContainer,
        _ body: (inout any UnkeyedDecodingContainer) throws -> Any
    ) {
        note(what) { try body(&container) }
    }

    private mutating func enter<T>(_ what: String, _ body: () throws -> T, with next: (inout Self, T) -> Void) {
        do {
            let inner = try body()
            log.append("into \(what)")
            next(&self, inner)
            log.append("out of \(what)")
        } catch {
            note("not into \(what)") { throw error }
        }
    }

    private mutating func enter<T>(
        _ what: String, _ container: inout any UnkeyedDecodingContainer,
        _ body: (inout any UnkeyedDecodingContainer) throws -> T, with next: (inout Self, T) -> Void
    ) {
        enter(what, { try body(&container) }, with: next)
    }
}

/// The log of a walk as a decodable type.
struct Walk: Decodable {
    static let seed = CodingUserInfoKey(rawValue: "seed")
    let log: [String]

    init(from decoder: any Decoder) throws {
        let seed = Self.seed.flatMap { decoder.userInfo[$0] as? UInt64 }
        var walker = Walker(seed: seed ?? 0)
        walker.visit(decoder)
        log = walker.log
    }
}
