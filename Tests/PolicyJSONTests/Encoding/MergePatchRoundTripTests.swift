import PolicyJSON
import TestSupport
import Testing

@Suite struct MergePatchRoundTripTests {
    /// A patch turns one document into the other, for any two documents of which the second has no nulls in objects but those of
    /// the first.
    @Test func roundTrip() throws {
        var generator = SplitMix64(seed: 7)
        for _ in 0..<300 {
            let old = Self.tree(&generator, 4, hasNulls: true)
            let new = Bool.random(using: &generator) ? Self.tree(&generator, 4) : Self.changed(old, &generator)
            let patch = try PolicyJSONEncoder().mergePatch(from: old, to: new)
            var value = old
            try PolicyJSONDecoder().applyMergePatch(patch, to: &value)
            #expect(value == new, "\(String(decoding: patch, as: UTF8.self))")
        }
    }

    indirect enum Tree: Codable, Equatable {
        case null
        case number(Int)
        case list([Tree])
        case object([String: Tree])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if let list = try? container.decode([Tree].self) {
                self = .list(list)
            } else {
                self = .object(try container.decode([String: Tree].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .null: try container.encodeNil()
            case .number(let number): try container.encode(number)
            case .list(let list): try container.encode(list)
            case .object(let object): try container.encode(object)
            }
        }
    }

    private static func tree(_ generator: inout SplitMix64, _ depth: Int, hasNulls: Bool = false) -> Tree {
        if hasNulls, generator.oneIn(6) { return .null }
        switch depth == 0 ? 0 : Int.random(in: 0...3, using: &generator) {
        case 0: return .number(Int.random(in: 0...2, using: &generator))
        case 1: return .list((0..<2).map { _ in tree(&generator, depth - 1, hasNulls: hasNulls) })
        default:
            var members: [String: Tree] = [:]
            for name in ["a", "b/", "\"", "é"] where Bool.random(using: &generator) {
                members[name] = tree(&generator, depth - 1, hasNulls: hasNulls)
            }
            return .object(members)
        }
    }

    private static func changed(_ tree: Tree, _ generator: inout SplitMix64) -> Tree {
        guard case .object(var members) = tree, let name = members.keys.sorted().first else { return .number(9) }
        members[name] = members[name].map { changed($0, &generator) }
        members["new"] = .list([])
        return .object(members)
    }
}
