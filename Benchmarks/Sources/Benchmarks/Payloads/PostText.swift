import Foundation

/// Makes the documents that vary one cause each: escapes, numbers, attempts that fail, an envelope.
enum PostText {
    /// An array of posts, about 600 bytes each, in which every character beyond ASCII is an escape.
    static func posts(count: Int) -> Data {
        var generator = SeededGenerator(seed: 0x9057)
        var text = JSONText()
        text.escaping = .everything
        text.array { text in
            for index in 0..<count {
                text.object { text in
                    text.member("id", 1_000_000 + index)
                    text.member("author", generator.pick(authors))
                    text.member(
                        "text",
                        (0..<1 + generator.below(3)).map { _ in generator.pick(sentences) }.joined(separator: " "))
                    text.member("likes", generator.below(5_000))
                }
            }
        }
        return text.data
    }

    /// Paragraphs without escapes, in a few long strings.
    static func paragraphs(count: Int) -> Data {
        var generator = SeededGenerator(seed: 0x9A7A)
        var text = JSONText()
        text.array { text in
            for _ in 0..<count {
                text.write((0..<20 + generator.below(30)).map { _ in generator.pick(sentences) }.joined(separator: " "))
            }
        }
        return text.data
    }

    /// An array of doubles of 16 digits or so.
    static func doubles(count: Int) -> Data {
        var generator = SeededGenerator(seed: 0xD0B1)
        var text = JSONText()
        text.array { text in
            for _ in 0..<count { text.raw(degrees(&generator).description) }
        }
        return text.data
    }

    /// An array of meshes: points of three doubles of 16 digits or so, in small objects.
    static func meshes(count: Int) -> Data {
        var generator = SeededGenerator(seed: 0x3E54)
        var text = JSONText()
        text.array { text in
            for index in 0..<count {
                text.object { text in
                    text.member("name", "mesh \(index)")
                    text.key("points")
                    text.array { text in
                        for _ in 0..<20 + generator.below(40) {
                            text.array { text in
                                for _ in 0..<3 { text.raw(degrees(&generator).description) }
                            }
                        }
                    }
                }
            }
        }
        return text.data
    }

    /// An array of readings, each with a few numbers of each kind.
    static func readings(count: Int) -> Data {
        var generator = SeededGenerator(seed: 0x5E45)
        var text = JSONText()
        text.array { text in
            for index in 0..<count {
                text.object { text in
                    text.member("sensor", index)
                    text.key("values")
                    text.array { text in
                        for _ in 0..<8 { text.raw(degrees(&generator).description) }
                    }
                    text.key("position")
                    text.array { text in
                        for _ in 0..<4 { text.raw(generator.below(100_000).description) }
                    }
                }
            }
        }
        return text.data
    }

    /// An array of attributes, of whose values half are numbers and half are strings.
    static func attributes(count: Int) -> Data {
        var generator = SeededGenerator(seed: 0xA77B)
        var text = JSONText()
        text.array { text in
            for index in 0..<count {
                text.object { text in
                    text.member("name", "attribute \(index % 100)")
                    if index.isMultiple(of: 2) {
                        text.member("value", generator.below(100_000))
                    } else {
                        text.member("value", generator.pick(authors))
                    }
                }
            }
        }
        return text.data
    }

    /// `count` orders in an envelope.
    static func envelope(count: Int) -> Data {
        Data(#"{"page":1,"data":{"items":"#.utf8) + OrderText.document(count: count) + Data("}}".utf8)
    }

    private static func degrees(_ generator: inout SeededGenerator) -> Double {
        Double(generator.next() >> 11) / 9_007_199_254_740_992 * 360 - 180
    }

    private static let authors = ["Ада Лавлейс", "Ada Lovelace", "山田太郎", "Ελένη", "Zoë Ñúñez", "محمد"]
    private static let sentences = [
        "Съешь ещё этих мягких французских булок, да выпей же чаю.",
        "色は匂へど散りぬるを我が世誰ぞ常ならむ有為の奥山今日越えて浅き夢見じ酔ひもせず。",
        "The quick brown fox jumps over the lazy dog 🦊🐶, and nobody minds.",
        "Größe der Antwort überschreitet das Limit – gekürzt auf 64 KiB.",
        "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.",
        "Release notes: see https://example.org/notes for what has changed since the last version.",
    ]
}
