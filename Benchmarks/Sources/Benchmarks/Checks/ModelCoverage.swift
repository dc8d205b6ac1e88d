import Foundation

/// Finds what a document has and its model lacks, so that no decoder looks fast because it skips half of the document.
struct ModelCoverage<Model: Codable> {
    private let decoder = JSONDecoder()
    private let encoder = JSONEncoder()

    /// - Parameters:
    ///   - model: The type that is to have every field.
    ///   - settings: What it asks of its coders.
    init(_ model: Model.Type, _ settings: CoderSettings) {
        if settings.contains(.dates) {
            decoder.dateDecodingStrategy = .iso8601
            encoder.dateEncodingStrategy = .iso8601
        }
        if settings.contains(.snakeCase) {
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            encoder.keyEncodingStrategy = .convertToSnakeCase
        }
    }

    /// The paths of the values that do not survive decoding and encoding again, sorted; `*` stands for a key that is a number.
    ///
    /// Members that are null wherever they occur leave no trace in what is encoded. They are tried one by one: something
    /// that no model takes is put in the place of the null, and decoding has to notice.
    func pathsMissing(from document: Data) throws -> [String] {
        let original = try tree(of: document)
        let model = try decoder.decode(Model.self, from: document)
        var comparison = TreeComparison()
        comparison.compare(original, with: try tree(of: encoder.encode(model)), path: "$")
        let nullPaths = comparison.pathsWithNull.subtracting(comparison.pathsWithValue)
        let unnoticed = try nullPaths.filter { path in
            let changed = try JSONSerialization.data(
                withJSONObject: replaceNulls(at: path, in: original, path: "$"), options: .fragmentsAllowed)
            return (try? decoder.decode(Model.self, from: changed)) != nil
        }
        return comparison.differentPaths.union(unnoticed).sorted()
    }

    /// The paths at which two values differ, sorted.
    func pathsDiffering(_ first: Model, _ second: Model) throws -> [String] {
        let trees = [try tree(of: encoder.encode(first)), try tree(of: encoder.encode(second))]
        var comparison = TreeComparison()
        comparison.compare(trees[0], with: trees[1], path: "$")
        comparison.compare(trees[1], with: trees[0], path: "$")
        return comparison.differentPaths.sorted()
    }

    private func tree(of document: Data) throws -> Any {
        try JSONSerialization.jsonObject(with: document, options: .fragmentsAllowed)
    }

    /// A copy of `value` in which the nulls at a path are something strange.
    private func replaceNulls(at target: String, in value: Any, path: String) -> Any {
        switch value {
        case let object as [String: Any]:
            Dictionary(
                uniqueKeysWithValues: object.map { key, member in
                    (key, replaceNulls(at: target, in: member, path: path.appendingMember(key)))
                })
        case let array as [Any]:
            array.map { replaceNulls(at: target, in: $0, path: path.appendingElement) }
        case is NSNull where path == target:
            [[[[["not in any model": [[true]]]]]]]
        default:
            value
        }
    }
}

/// Walks through two trees of JSON values, of which the second has no nulls, and notes where they differ.
private struct TreeComparison {
    /// Where the first tree has a value and the second has none or another one.
    private(set) var differentPaths: Set<String> = []

    /// Where the first tree has a null.
    private(set) var pathsWithNull: Set<String> = []

    /// Where the first tree has anything but a null.
    private(set) var pathsWithValue: Set<String> = []

    /// Compares what the trees have at the same place.
    mutating func compare(_ original: Any, with other: Any?, path: String) {
        if original is NSNull {
            pathsWithNull.insert(path)
            return
        }
        pathsWithValue.insert(path)
        switch (original, other) {
        case (let object as [String: Any], let other as [String: Any]):
            for (key, member) in object {
                compare(member, with: other[key], path: path.appendingMember(key))
            }
        case (let array as [Any], let other as [Any]) where array.count == other.count:
            for (element, other) in zip(array, other) {
                compare(element, with: other, path: path.appendingElement)
            }
        case (let string as String, let other as String) where string == other:
            break
        case (let number as NSNumber, let other as NSNumber) where isEqual(number, other):
            break
        default:
            differentPaths.insert(path)
        }
    }

    /// Numbers of many digits become `NSDecimalNumber`s, whose `doubleValue` is not the nearest one.
    private func isEqual(_ number: NSNumber, _ other: NSNumber) -> Bool {
        number == other || number is NSDecimalNumber && Double(number.description) == Double(other.description)
    }
}

extension String {
    /// The path of a member of the object at this path.
    fileprivate func appendingMember(_ key: String) -> String {
        self + "." + (key.allSatisfy(\.isNumber) ? "*" : key)
    }

    /// The path of the elements of the array at this path.
    fileprivate var appendingElement: String {
        self + "[]"
    }
}
