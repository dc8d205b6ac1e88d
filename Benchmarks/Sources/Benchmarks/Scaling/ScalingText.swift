import Foundation

/// Makes the documents of ``ScalingSession``: the same content at any size.
enum ScalingText {
    /// An array of about `size` bytes of orders. Beyond 10 MB the same orders come again and again.
    static func orders(size: Int) -> Data {
        let few = OrderText.document(count: 100)
        let bytesOfOne = few.count / 100
        guard size > 10_000_000 else { return OrderText.document(count: max(1, (size + bytesOfOne / 2) / bytesOfOne)) }
        let block = OrderText.document(count: 10_000_000 / bytesOfOne)
        let elements = block.dropFirst().dropLast()
        let repetitions = size / block.count
        var document = Data(capacity: repetitions * block.count + 2)
        for number in 0..<repetitions {
            document.append(contentsOf: (number == 0 ? "[" : ",").utf8)
            document.append(elements)
        }
        document.append(contentsOf: "]".utf8)
        return document
    }

    /// An array of `objects` objects with `keys` keys each.
    static func objects(_ objects: Int, keys: Int) -> Data {
        var generator = SeededGenerator(seed: 0x5CA1)
        var text = JSONText()
        let names = (0..<keys).map(name)
        text.array { text in
            for _ in 0..<objects {
                text.object { text in
                    for name in names { text.member(name, 100_000_000 + generator.below(900_000_000)) }
                }
            }
        }
        return text.data
    }

    /// The name of a member.
    static func name(_ number: Int) -> String { "member_\(number.padded(to: 6))" }

    /// A name as long as those of the members that no object has.
    static func missingName(_ number: Int) -> String { "absent_\(number.padded(to: 6))" }
}
