import PolicyJSON

/// An enumeration with associated values of each form.
enum Figure: Codable, Equatable, Sendable {
    case none
    case note(String)
    case spot(Point)
    case disc(radius: Int, label: String?)
    case group([Figure])
}

class Vehicle: Codable, CustomStringConvertible {
    var name: String

    init(name: String) { self.name = name }

    var description: String { "vehicle \(name)" }
}

final class Car: Vehicle {
    var wheels = 0

    private enum CodingKeys: CodingKey { case wheels }

    init(name: String, wheels: Int) {
        self.wheels = wheels
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        wheels = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wheels)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(wheels, forKey: .wheels)
    }

    override var description: String { "car \(name), \(wheels)" }
}

final class Boat: Vehicle {}
