/// A convention for the names of members: how the words of a name are separated, and which letters are uppercase.
enum NameConvention: String, Sendable, Hashable {
    case snakeCase, kebabCase, screamingSnakeCase, pascalCase

    /// The name of a member for a key in camel case.
    func name(of key: String) -> String {
        switch self {
        case .snakeCase: SnakeCase.snakeCase(from: key)
        case .kebabCase: Self.separated(SnakeCase.snakeCase(from: key), by: "-")
        case .screamingSnakeCase: SnakeCase.snakeCase(from: key).uppercased()
        case .pascalCase: Self.capitalized(key)
        }
    }

    /// The names that members may have for a key in camel case, the most likely first: `address2` is also written
    /// `address_2`, and `imageURL` is also written `ImageUrl`.
    func names(of key: String) -> [String] {
        let names: [String] =
            switch self {
            case .snakeCase: SnakeCase.variants(of: key)
            case .kebabCase: SnakeCase.variants(of: key).map { Self.separated($0, by: "-") }
            case .screamingSnakeCase: SnakeCase.variants(of: key).map { $0.uppercased() }
            case .pascalCase: [Self.capitalized(key), Self.capitalized(SnakeCase.snakeCase(from: key))]
            }
        return names.filter { $0 != key }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Replaces the underscores between words. Those around the name belong to it.
    @_optimize(size)
    private static func separated(_ name: String, by separator: String) -> String {
        let start = name.prefix { $0 == "_" }
        let rest = name.dropFirst(start.count)
        guard let last = rest.lastIndex(where: { $0 != "_" }) else { return name }
        return "\(start)\(rest[...last].replacing("_", with: separator))\(rest[rest.index(after: last)...])"
    }

    /// `imageURL` and `image_url` as `ImageURL` and `ImageUrl`.
    @_optimize(size)
    private static func capitalized(_ name: String) -> String {
        let start = name.prefix { $0 == "_" }
        let words = name.dropFirst(start.count).split(separator: "_")
        return start + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}
