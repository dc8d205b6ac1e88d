/// Class hierarchies: each class has its own keys, and decodes its superclass in one of three ways.
class Vehicle: Decodable {
    private enum CodingKeys: String, CodingKey { case wheels, name }

    let wheels: Int
    let name: String?
    let path: [PathKey]

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        wheels = try container.decode(Int.self, forKey: .wheels)
        name = try container.decodeIfPresent(String.self, forKey: .name)
        path = decoder.codingPath.map { PathKey($0) }
    }
}

/// Decodes the superclass from the key `super`.
final class Truck: Vehicle {
    private enum CodingKeys: String, CodingKey { case load }

    let load: Double

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        load = try container.decode(Double.self, forKey: .load)
        try super.init(from: container.superDecoder())
    }
}

/// Decodes the superclass from a custom key.
final class Bus: Vehicle {
    private enum CodingKeys: String, CodingKey { case seats, base }

    let seats: [Int]

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        seats = try container.decode([Int].self, forKey: .seats)
        try super.init(from: container.superDecoder(forKey: .base))
    }
}

/// Decodes the superclass from the same object.
final class Car: Vehicle {
    private enum CodingKeys: String, CodingKey { case doors, name }

    let doors: Int
    let tag: String?

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        doors = try container.decode(Int.self, forKey: .doors)
        tag = try container.decodeIfPresent(String.self, forKey: .name)
        try super.init(from: decoder)
    }
}

/// Decodes the superclass from the first element of an array.
final class Train: Vehicle {
    let cars: [Car]

    required init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let ancestor = try container.superDecoder()
        var cars: [Car] = []
        while !container.isAtEnd { cars.append(try container.decode(Car.self)) }
        self.cars = cars
        try super.init(from: ancestor)
    }
}

/// A superclass whose `init(from:)` is inherited.
class Shape: Decodable {
    var sides = 0
    private enum CodingKeys: CodingKey { case sides }
}

final class Square: Shape {
    var length = 1.5
}

enum Inheritance {
    static let subjects = [
        Subject(Vehicle.self), Subject(Truck.self), Subject(Bus.self), Subject(Car.self), Subject(Train.self),
        Subject(Shape.self), Subject(Square.self), Subject([Truck].self), Subject([String: Bus].self),
        Subject(Car?.self),
        Subject(Member<Train>.self),
    ]

    static let texts = [
        #"{"wheels":4,"name":"n"}"#, #"{"wheels":4}"#, #"{"wheels":null}"#, "{}", "null", "[]", "1",
        #"{"load":1.5,"super":{"wheels":6}}"#, #"{"load":1.5,"super":null}"#, #"{"load":1.5}"#,
        #"{"load":1.5,"super":[]}"#, #"{"load":1.5,"super":{"wheels":"6"}}"#, #"{"super":{"wheels":6}}"#,
        #"{"load":null,"super":{"wheels":6}}"#, #"{"seats":[1,2],"base":{"wheels":6,"name":null}}"#,
        #"{"seats":[],"base":{"name":"n"}}"#, #"{"seats":[1]}"#, #"{"seats":[1],"base":1}"#,
        #"{"doors":4,"wheels":4,"name":"n"}"#, #"{"doors":4,"name":1,"wheels":4}"#, #"{"doors":4}"#,
        #"[{"wheels":8}]"#, #"[{"wheels":8},{"doors":1,"wheels":2},{"doors":3,"wheels":4}]"#,
        #"[{"wheels":8},{"doors":1}]"#, "[null]", #"[{"doors":1}]"#, #"{"sides":4}"#, #"{"sides":4,"length":2}"#,
        #"[{"load":1.5,"super":{"wheels":6}},{"load":2,"super":{}}]"#, #"{"k":{"seats":[1],"base":{"wheels":6}}}"#,
        #"{"k":{"seats":[1],"base":{}}}"#, #"{"value":[{"wheels":8},{"doors":1,"wheels":2}]}"#,
        #"{"value":[{"wheels":8},{"doors":1,"wheels":"2"}]}"#,
    ]
}
