import Foundation
import TestSupport
import Testing

@testable import PolicyJSON

/// Sorted members of objects inside each other, which are moved late, with all that takes text back or moves it elsewhere.
@Suite struct SortedDeepObjectsTests {
    final class Level: Encodable {
        let number: Int
        let next: Level?
        let kinds: Int

        init(_ count: Int, kinds: Int, number: Int = 0) {
            (self.number, self.kinds) = (number, kinds)
            next = count == 1 ? nil : Level(count - 1, kinds: kinds, number: number + 1)
        }

        struct Failing: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyKey.self)
                try container.encode(["z": ["y": 1, "x": 2], "a": ["c": 1, "b": 2]], forKey: AnyKey("w"))
                try container.encode(1, forKey: AnyKey("b"))
                try container.encode(Double.nan, forKey: AnyKey("a"))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyKey.self)
            switch number % kinds {
            case 1: try? container.encode(Failing(), forKey: AnyKey("y"))
            case 2:
                var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("y"))
                try inner.encode(1, forKey: AnyKey("z"))
                try container.encodeIfPresent(next, forKey: AnyKey("z"))
                try inner.encode(1, forKey: AnyKey("a"))
                return try container.encode(number, forKey: AnyKey("a"))
            case 3:
                try container.encodeIfPresent(next, forKey: AnyKey("z"))
                try container.encode(1, forKey: AnyKey("b"))
                return try container.encode(2, forKey: AnyKey("b"))
            case 4:
                let above = container.superEncoder(forKey: AnyKey("y"))
                try container.encodeIfPresent(next, forKey: AnyKey("z"))
                return try ["z": 1, "a": 2].encode(to: above)
            case 5:
                try container.encode(["z": next, "a": nil], forKey: AnyKey("z"))
                return try container.encode(number, forKey: AnyKey("b"))
            case 6:
                var inner = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("y"))
                try inner.encodeIfPresent(next, forKey: AnyKey("z"))
                try inner.encode(1, forKey: AnyKey("a"))
                return try container.encode(number, forKey: AnyKey("a"))
            default: break
            }
            try container.encodeIfPresent(next, forKey: AnyKey("z"))
            try container.encode(number, forKey: AnyKey("a"))
        }
    }

    private static let sizes = [(3, 7), (40, 1), (40, 2), (40, 3), (40, 4), (40, 5), (40, 7), (150, 7), (500, 1)]

    private func text(_ formatting: JSONEncoder.OutputFormatting, _ depth: Int, _ kinds: Int) throws -> String {
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = formatting
        let bytes = try withLargeStack { try encoder.encodeBytes(Level(depth, kinds: kinds)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: sizes) func sameMembers(depth: Int, kinds: Int) throws {
        // The members in the order in which they were written; no text in them has spaces.
        let unsorted = try text([], depth, kinds)
        let sorted = try withLargeStack {
            let tree = try JSONSerialization.jsonObject(with: Data(unsorted.utf8))
            let bytes = try JSONSerialization.data(withJSONObject: tree, options: .sortedKeys)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(try text(.sortedKeys, depth, kinds) == sorted)
        let indented = try text([.sortedKeys, .prettyPrinted], depth, kinds)
        #expect(indented.filter { !$0.isWhitespace } == sorted)
    }

    /// Indented as unsorted text is: the same lines, but for commas, in another order.
    @Test(arguments: sizes) func sameLines(depth: Int, kinds: Int) throws {
        let texts = try [.prettyPrinted, [.prettyPrinted, .sortedKeys]].map { try text($0, depth, kinds) }
        let lines = texts.map { $0.split(separator: "\n").map { $0.filter { $0 != "," } }.sorted() }
        #expect(lines[0] == lines[1])
    }
}
