import PolicyJSON

/// A tree of nodes with numbers.
final class NumberedNode: Decodable {
    let value: Int
    let children: [NumberedNode]
}

/// Objects inside each other, the last of which may have a list.
final class Chain: Decodable {
    let next: Chain?
    let values: [Int]?
}

/// Objects inside each other with a member before the next one and one after it.
final class Links: Decodable {
    let first: Int
    let next: Links?
    let last: Int

    /// How many links there are, and the sum of their members.
    var totals: (count: Int, sum: Int) {
        var (count, sum) = (0, 0)
        var link: Links? = self
        while let current = link {
            (count, sum) = (count + 1, sum + current.first + current.last)
            link = current.next
        }
        return (count, sum)
    }
}

/// Objects inside each other, each with a number that may be something else.
final class TriedNode: Decodable {
    let theValue: Int?
    let nextNode: TriedNode?

    private enum CodingKeys: CodingKey { case theValue, nextNode }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        theValue = try? container.decode(Int.self, forKey: .theValue)
        nextNode = try container.decodeIfPresent(TriedNode.self, forKey: .nextNode)
    }
}

/// Objects inside each other that encode the next one before the value.
final class SortedLink: Codable {
    let z: SortedLink?
    let y: String?
    let a: Int

    private enum CodingKeys: CodingKey { case z, y, a }
}

/// A list of itself or a text: the list is tried first, with `try?`.
indirect enum ListOrText: Decodable {
    case list([ListOrText])
    case text(String)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let list = try? container.decode([ListOrText].self) {
            self = .list(list)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}

/// The same, where the last attempt is the list.
indirect enum NumberOrList: Decodable {
    case number(Int)
    case list([NumberOrList])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Int.self) {
            self = .number(number)
        } else {
            self = .list(try container.decode([NumberOrList].self))
        }
    }
}

/// Asks an object for as many keys as it has, none of which it has.
struct OtherKeys: Decodable {
    let found: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyName.self)
        var found = 0
        for index in container.allKeys.indices
        where try container.decodeIfPresent(Int.self, forKey: AnyName(stringValue: "asked\(index)")) != nil {
            found += 1
        }
        self.found = found
    }
}
