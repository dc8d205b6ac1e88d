import Foundation
import PolicyJSON
import Testing

/// Nested containers that something can still write to after they have ended: what is written later belongs to them.
@Suite struct DormantContainersTests {
    /// One thing that a value does with the containers of a list, of which the first is its own. An object gets members named by
    /// numbers, so that no name is repeated.
    enum Action {
        case object(in: Int)
        case array(in: Int)
        case value(in: Int)
        case path(of: Int)
    }

    struct Uses: Encodable {
        enum Container {
            case object(KeyedEncodingContainer<AnyName>)
            case array(any UnkeyedEncodingContainer)

            var path: [any CodingKey] {
                switch self {
                case .object(let object): object.codingPath
                case .array(let array): array.codingPath
                }
            }

            mutating func add(_ value: some Encodable, _ name: AnyName) throws {
                switch self {
                case .object(var object): try object.encode(value, forKey: name)
                case .array(var array): try array.encode(value)
                }
            }

            mutating func addObject(_ name: AnyName) -> Container {
                switch self {
                case .object(var object): .object(object.nestedContainer(keyedBy: AnyName.self, forKey: name))
                case .array(var array): .object(array.nestedContainer(keyedBy: AnyName.self))
                }
            }

            mutating func addArray(_ name: AnyName) -> Container {
                switch self {
                case .object(var object): .array(object.nestedUnkeyedContainer(forKey: name))
                case .array(var array): .array(array.nestedUnkeyedContainer())
                }
            }
        }

        let actions: [Action]
        var isArray = false

        func encode(to encoder: any Encoder) throws {
            var containers = [
                isArray
                    ? Container.array(encoder.unkeyedContainer()) : .object(encoder.container(keyedBy: AnyName.self))
            ]
            for (number, action) in actions.enumerated() {
                let name = AnyName(stringValue: "someName\(number)")
                switch action {
                case .object(let index): containers.append(containers[index].addObject(name))
                case .array(let index): containers.append(containers[index].addArray(name))
                case .value(let index): try containers[index].add(number, name)
                case .path(let index):
                    let path = containers[index].path
                    try containers[index].add(path.map { $0.intValue.map(String.init) ?? $0.stringValue }, name)
                }
            }
        }
    }

    static let lists: [[Action]] = [
        // Ends with its parent's next member, and is not used again.
        [.object(in: 0), .value(in: 1), .value(in: 0)],
        [.array(in: 0), .value(in: 1), .value(in: 0)],
        // Is used again.
        [.object(in: 0), .value(in: 1), .value(in: 0), .value(in: 1), .value(in: 0), .path(of: 1)],
        [.array(in: 0), .value(in: 1), .value(in: 0), .value(in: 1), .value(in: 0), .path(of: 1)],
        // Inside others that have ended.
        [
            .object(in: 0), .value(in: 1), .object(in: 1), .value(in: 2), .array(in: 2), .value(in: 3), .value(in: 0),
            .path(of: 3), .value(in: 2), .path(of: 1), .value(in: 0),
        ],
        [
            .array(in: 0), .value(in: 1), .array(in: 1), .value(in: 2), .object(in: 2), .value(in: 3), .value(in: 1),
            .path(of: 3), .path(of: 2), .value(in: 0), .path(of: 1),
        ],
        // Beside each other.
        [
            .object(in: 0), .value(in: 1), .object(in: 0), .value(in: 2), .array(in: 0), .value(in: 3), .value(in: 2),
            .value(in: 1), .value(in: 3), .path(of: 2),
        ],
        // The parent is used first, then what is in it.
        [
            .object(in: 0), .array(in: 1), .value(in: 2), .object(in: 2), .value(in: 3), .value(in: 0), .value(in: 1),
            .array(in: 1), .value(in: 4), .value(in: 3), .path(of: 3),
        ],
    ]

    @Test(arguments: lists.indices, [false, true])
    func writtenLater(_ index: Int, _ isArray: Bool) throws {
        let value = Uses(actions: Self.lists[index], isArray: isArray)
        for formatting: JSONEncoder.OutputFormatting in [.sortedKeys, [.sortedKeys, .prettyPrinted]] {
            for strategy in [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase] {
                let foundation = JSONEncoder()
                foundation.outputFormatting = formatting
                foundation.keyEncodingStrategy = strategy
                let policyJSON = PolicyJSONEncoder()
                policyJSON.outputFormatting = formatting
                policyJSON.keyEncodingStrategy = strategy
                // The second time, containers of the first are used again.
                for value in [[value], [value, value, value]] {
                    let expected = String(decoding: try foundation.encode(value), as: UTF8.self)
                    #expect(String(decoding: try policyJSON.encode(value), as: UTF8.self) == expected)
                }
            }
        }
    }

    /// Containers of a value that is discarded are not those of the value that takes its place.
    @Test func discarded() throws {
        struct Fails: Error {}
        let value = Scripted { encoder in
            var single = encoder.singleValueContainer()
            try? single.encode(
                Step { encoder in
                    var outer = encoder.container(keyedBy: AnyName.self)
                    var inner = outer.nestedContainer(keyedBy: AnyName.self, forKey: "inner")
                    try inner.encode(1, forKey: "a")
                    try outer.encode(2, forKey: "b")
                    withExtendedLifetime(inner) {}
                    throw Fails()
                })
            var outer = encoder.container(keyedBy: AnyName.self)
            var inner = outer.nestedContainer(keyedBy: AnyName.self, forKey: "inner")
            try inner.encode(3, forKey: "c")
            try outer.encode(4, forKey: "d")
            try inner.encode(5, forKey: "e")
        }
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"{"d":4,"inner":{"c":3,"e":5}}"#)
    }

    /// A name that is written a second time replaces the container, whose members are lost.
    @Test func replaced() throws {
        let value = Scripted { encoder in
            var outer = encoder.container(keyedBy: AnyName.self)
            var inner = outer.nestedContainer(keyedBy: AnyName.self, forKey: "inner")
            try inner.encode(1, forKey: "a")
            try outer.encode(2, forKey: "b")
            try outer.encode(3, forKey: "inner")
            try inner.encode(4, forKey: "c")
        }
        let foundation = JSONEncoder()
        foundation.outputFormatting = .sortedKeys
        let policyJSON = PolicyJSONEncoder()
        policyJSON.outputFormatting = .sortedKeys
        let expected = String(decoding: try foundation.encode(value), as: UTF8.self)
        #expect(expected == #"{"b":2,"inner":3}"#)
        #expect(String(decoding: try policyJSON.encode(value), as: UTF8.self) == expected)
    }
}
