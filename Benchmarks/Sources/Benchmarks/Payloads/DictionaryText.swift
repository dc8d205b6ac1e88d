import Foundation

/// Makes documents whose model is `[String: Int]`: no member is known beforehand.
enum DictionaryText {
    /// An object with `count` different keys, which are 5 to 24 bytes long.
    static func document(count: Int) -> Data {
        var generator = SeededGenerator(seed: 0xD1C7)
        var text = JSONText()
        text.object { text in
            for number in 0..<count {
                text.member("\(generator.pick(prefixes))\(number)", generator.below(1_000_000_000))
            }
        }
        return text.data
    }

    private static let prefixes = ["user", "session:", "cart/item-", "größe.", "feature_flags.rollout-"]
}
