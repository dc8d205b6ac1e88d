/// A key of any name.
struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// An object of which nothing is asked.
struct EmptyObject: Decodable {
    private enum CodingKeys: CodingKey {}
}

/// Asks for the members of an object by their names, the last first.
struct ReversedMembers: Decodable {
    let sum: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyName.self)
        var sum = 0
        for key in container.allKeys.reversed() { sum &+= try container.decode(Int.self, forKey: key) }
        self.sum = sum
    }
}

/// Asks for one member many times, and for one that is not there.
struct RepeatedMember: Decodable {
    let isRight: Bool

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyName.self)
        let (there, missing) = (AnyName(stringValue: "k"), AnyName(stringValue: "l"))
        var count = 0
        for _ in 0..<1_000 {
            count += try container.decode(Int.self, forKey: there) + (container.contains(missing) ? 1 : 0)
        }
        isRight = count == 1_000
    }
}

/// Tries one type after the other before it takes what is there: all the way down, and for each element.
indirect enum Probed: Decodable {
    case text(String)
    case list([Probed])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode(Int.self)) != nil || (try? container.decode(Bool.self)) != nil
            || (try? container.decode([String: Int].self)) != nil
        {
            self = .text("")
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else {
            self = .list(try container.decode([Probed].self))
        }
    }
}
