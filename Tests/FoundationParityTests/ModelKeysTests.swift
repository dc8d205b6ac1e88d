import Foundation
import PolicyJSON
import Testing

/// The keys of coding paths are the model's, in errors and for decoders and containers.
@Suite struct ModelKeysTests {
    private protocol Formatted { var format: String { get } }

    private struct Line: Decodable {
        let day: Date
        let count: Int

        enum CodingKeys: String, CodingKey, Formatted {
            case day, count
            var format: String { self == .day ? "yyyy" : "" }
        }
    }

    private struct Member<T: Decodable>: Decodable {
        let size: T?
        let lines: [Line]?
        let otherLines: [String: Line]?

        enum CodingKeys: String, CodingKey {
            case size = "größe"
            case lines, otherLines
        }
    }

    /// Its keys are made by the model.
    private struct Open: Decodable {
        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                _ = try container.decode(Line.self, forKey: key)
            }
        }
    }

    /// Containers inside each other, and two over one object.
    private struct Nested: Decodable {
        enum Outer: CodingKey { case outer }
        enum Inner: CodingKey { case x, values }
        enum Other: Int, CodingKey {
            case y = 7
            case lines = 8
        }

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Outer.self)
            let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .outer)
            let other = try outer.nestedContainer(keyedBy: Other.self, forKey: .outer)
            _ = try inner.decodeIfPresent(Int.self, forKey: .x)
            _ = try other.decodeIfPresent(Int.self, forKey: .y)
            _ = try other.decodeIfPresent([Line].self, forKey: .lines)
            var values = try inner.nestedUnkeyedContainer(forKey: .values)
            _ = try values.nestedContainer(keyedBy: Other.self).decode(Int.self, forKey: .y)
        }
    }

    private enum Either: Decodable {
        struct First: Decodable { let id: Int, k: Int }
        struct Second: Decodable { let id: Int, line: Line }
        case first(First)
        case second(Second)

        init(from decoder: any Decoder) throws {
            if let first = try? First(from: decoder) {
                self = .first(first)
                return
            }
            self = .second(try Second(from: decoder))
        }
    }

    private class Base: Decodable {
        let id: Int
    }

    private final class Derived: Base {
        let line: Line
        enum CodingKeys: CodingKey { case line }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            line = try container.decode(Line.self, forKey: .line)
            try super.init(from: container.superDecoder())
        }
    }

    private struct Tree: Decodable {
        let value: Int
        let children: [Tree]?
    }

    private static func tree(_ depth: Int) -> String {
        (0..<depth).reduce(#"{"value":"x"}"#) { text, _ in #"{"value":1,"children":[\#(text)]}"# }
    }

    /// A key with its type, if it is a model's.
    private static func text(_ key: any CodingKey) -> String {
        let type = String(reflecting: type(of: key))
        let isModels = type.contains("ModelKeysTests")
        return isModels ? "\(type).\(key.stringValue)#\(key.intValue.map(String.init) ?? "")" : key.stringValue
    }

    /// The paths of dates, and the path of the error.
    private static func paths(_ body: (@escaping @Sendable (any Decoder) throws -> Date) throws -> Void) -> [String] {
        let seen = Seen()
        var paths: [String] = []
        do {
            try body { decoder in
                let format = (decoder.codingPath.last as? any Formatted)?.format ?? "no format"
                seen.paths.append(format + " " + decoder.codingPath.map(text).joined(separator: "/"))
                _ = try decoder.singleValueContainer().decode(String.self)
                return Date(timeIntervalSince1970: 0)
            }
            paths.append("no error")
        } catch let error as DecodingError {
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                paths.append(context.codingPath.map(text).joined(separator: "/"))
            case .keyNotFound(let key, let context):
                paths.append((context.codingPath + [key]).map(text).joined(separator: "/"))
            @unknown default: paths.append("\(error)")
            }
        } catch {
            paths.append("\(error)")
        }
        return seen.paths.sorted() + paths
    }

    /// What code of models has seen. Used by one test at a time.
    private final class Seen: @unchecked Sendable {
        var paths: [String] = []
        var decoder: (any Decoder)?
    }

    private static let line = #"{"day":"d","count":1}"#
    private static let wrong = #"{"day":"d","count":"1"}"#

    private static var rows: [(any Decodable.Type, String)] {
        [
            (Line.self, wrong), (Line.self, #"{"day":1}"#), (Line.self, #"{"day":"d"}"#),
            (Member<Line>.self, #"{"größe":\#(line),"lines":[\#(line),\#(wrong)]}"#),
            (Member<Line>.self, #"{"größe":\#(wrong)}"#),
            (Member<Line>.self, #"{"gro\u0308\u00dfe":1,"größe":\#(wrong)}"#),
            (Member<Int>.self, #"{"otherLines":{"a":\#(wrong)}}"#),
            (Member<Open>.self, #"{"größe":{"a":\#(line),"b":\#(wrong)}}"#), (Open.self, #"{"lines":\#(wrong)}"#),
            (Nested.self, #"{"outer":{"x":"1"}}"#), (Nested.self, #"{"outer":{"y":"1"}}"#),
            (Nested.self, #"{"outer":{}}"#),
            (Nested.self, #"{"outer":{"lines":[\#(line),\#(wrong)]}}"#),
            (Nested.self, #"{"outer":{"values":[{"y":"1"}]}}"#), (Nested.self, #"{"outer":{"values":[{}]}}"#),
            (Member<Either>.self, #"{"größe":{"id":1,"line":\#(wrong)}}"#),
            (Member<Either>.self, #"{"größe":{"id":"1","line":\#(line)}}"#),
            ([Either].self, #"[{"id":1,"k":2},{"id":1,"k":"2","line":\#(line)},{"id":"1","line":\#(line)}]"#),
            (Derived.self, #"{"super":{"id":1},"line":\#(wrong)}"#),
            (Derived.self, #"{"super":{"id":"1"},"line":\#(line)}"#),
            (Tree.self, tree(3)), (Tree.self, tree(30)),
            ([Line].self, "[" + Array(repeating: line, count: 5_000).joined(separator: ",") + "," + wrong + "]"),
        ]
    }

    private static let strategies: [JSONDecoder.KeyDecodingStrategy] = [
        .useDefaultKeys, .convertFromSnakeCase, .custom { $0.last! },
    ]

    @Test(arguments: strategies.indices, rows.indices)
    func paths(strategy: Int, row: Int) {
        let (type, text) = Self.rows[row]
        let data = Data(text.utf8)
        var options = Options(name: "paths", keys: Self.strategies[strategy])
        let foundation = Self.paths { dates in
            options.dates = .custom(dates)
            _ = try options.foundation.decode(type, from: data)
        }
        let policyJSON = Self.paths { dates in
            options.dates = .custom(dates)
            _ = try options.policyJSON.decode(type, from: data)
        }
        #expect(policyJSON == foundation)
        #expect(foundation.last?.contains("ModelKeysTests") == true)
    }

    /// A value is repaired before the error is thrown.
    @Test func afterRepairs() throws {
        let text = Data(#"{"größe":\#(Self.wrong),"lines":[{"day":true}]}"#.utf8)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 0) }
        let error = #expect(throws: DecodingError.self) { try decoder.decode(Member<Line>.self, from: text) }
        guard case .keyNotFound(let key, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key as? Line.CodingKeys == .count)
        #expect(context.codingPath.map(Self.text).first?.contains("Member") == true)
    }

    /// Keys that ask for a path while one is made.
    @Test func keysThatAskForPaths() throws {
        let error = #expect(throws: DecodingError.self) {
            try PolicyJSONDecoder().decode([Asking].self, from: Data(#"[{"a":{"a":{"b":1}}},{"a":{"b":"x"}}]"#.utf8))
        }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["Index 1", "a", "b"])
        #expect(context.codingPath.last is Asking.CodingKeys)
        #expect(Asking.seen.paths.contains("Index 1/a"))
    }

    private struct Asking: Decodable {
        static let seen = Seen()

        enum CodingKeys: CodingKey {
            case a, b

            init?(stringValue: String) {
                if let decoder = Asking.seen.decoder {
                    Asking.seen.paths.append(decoder.codingPath.map(\.stringValue).joined(separator: "/"))
                    let container = try? decoder.container(keyedBy: CodingKeys.self)
                    Asking.seen.paths.append("\(container?.codingPath.count ?? 0)")
                }
                switch stringValue {
                case "a": self = .a
                case "b": self = .b
                default: return nil
                }
            }

            var stringValue: String { self == .a ? "a" : "b" }
            init?(intValue: Int) { nil }
            var intValue: Int? { nil }
        }

        init(from decoder: any Decoder) throws {
            let outer = Self.seen.decoder
            Self.seen.decoder = decoder
            defer { Self.seen.decoder = outer }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = try? container.decode(Int.self, forKey: .a)
            _ = try container.decodeIfPresent(Asking.self, forKey: .a)
            _ = try container.decodeIfPresent(Int.self, forKey: .b)
        }
    }
}
