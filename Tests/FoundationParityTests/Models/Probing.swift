/// Elements of one of several types, determined by trying: a failed attempt must not change the container.
struct Probed: Decodable {
    private(set) var found: [String] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            let before = container.currentIndex
            if let value = try? container.decode(Bool.self) {
                found.append("bool \(value)")
            } else if let value = try? container.decode(Int.self) {
                found.append("int \(value)")
            } else if let value = try? container.decode(Double.self) {
                found.append("double \(value)")
            } else if let value = try? container.decode(Letter.self) {
                found.append("letter \(value)")
            } else if let value = try? container.decode(String.self) {
                found.append("string \(value)")
            } else if let value = try? container.decode([Int].self) {
                found.append("ints \(value)")
            } else if let value = try? container.decode(Member<Int>.self) {
                found.append("member \(value.value)")
            } else if (try? container.nestedContainer(keyedBy: AnyKey.self)) != nil {
                found.append("object")
            } else if let inner = try? container.nestedUnkeyedContainer() {
                found.append("array of \(inner.count ?? -1)")
            } else if (try? container.decodeNil()) == true {
                found.append("null")
            } else {
                throw CustomStrategyError(path: decoder.codingPath.map { PathKey($0) })
            }
            found.append("\(before) → \(container.currentIndex)")
        }
    }
}

/// Members of one of several types, determined by trying.
struct ProbedMembers: Decodable {
    private(set) var found: [String: String] = [:]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        for key in container.allKeys {
            found[key.stringValue] =
                if (try? container.decodeNil(forKey: key)) == true {
                    "null"
                } else if let value = try? container.decode(Bool.self, forKey: key) {
                    "bool \(value)"
                } else if let value = try? container.decode(Int.self, forKey: key) {
                    "int \(value)"
                } else if let value = try? container.decode(Double.self, forKey: key) {
                    "double \(value)"
                } else if let value = try? container.decode(String.self, forKey: key) {
                    "string \(value)"
                } else if let value = try? container.decode(Probed.self, forKey: key) {
                    "array \(value.found)"
                } else {
                    "object \(try container.decode(ProbedMembers.self, forKey: key).found.sorted { $0.key < $1.key })"
                }
        }
    }
}

/// Skips undecodable elements in the usual way, by decoding a type that accepts everything.
struct Lossy<Element: Decodable>: Decodable {
    private struct Anything: Decodable {}

    private(set) var elements: [Element] = []
    private(set) var errors: [String] = []

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        while !container.isAtEnd {
            do {
                elements.append(try container.decode(Element.self))
            } catch let error as DecodingError {
                errors.append(Failure(error).description)
                _ = try container.decode(Anything.self)
            }
        }
    }
}

/// Wraps each element, so that decoding the array continues after an error.
struct Failable<Value: Decodable>: Decodable {
    let value: Value?
    let error: String?

    init(from decoder: any Decoder) throws {
        do {
            value = try decoder.singleValueContainer().decode(Value.self)
            error = nil
        } catch let failure as DecodingError {
            value = nil
            error = Failure(failure).description
        }
    }
}

/// One of two types.
enum Either<Left: Decodable, Right: Decodable>: Decodable {
    case left(Left)
    case right(Right)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = .left(try container.decode(Left.self))
        } catch DecodingError.typeMismatch {
            self = .right(try container.decode(Right.self))
        }
    }
}

enum Probing {
    static let subjects = [
        Subject(Probed.self), Subject([Probed].self), Subject(ProbedMembers.self), Subject(Lossy<Int>.self),
        Subject(Lossy<Member<Int>>.self), Subject(Lossy<[Int]>.self), Subject([Failable<Int>].self),
        Subject([String: Failable<Letter>].self), Subject([Failable<[Failable<Int>]>].self),
        Subject([Either<Int, String>].self),
        Subject([Either<Member<Int>, [Int]>].self), Subject([String: Either<Int, Letter>].self),
    ]

    static let texts = [
        #"[true,1,2.5,"a","x",null,[1,2],["x"],{"value":1},{"value":null},{},[]]"#, "[[1,2,[3]],[null,[true]]]",
        #"[1,"a",2,null,[3],{"value":4},5]"#, #"[{"value":1},{"value":"a"},{},null,{"value":2}]"#,
        #"[[1],["a"],[],[2,3]]"#, #"[[1,"a"],["b",2],1]"#,
        #"{"a":1,"b":"x","c":null,"d":[1,"a",{}],"e":{"f":{"g":[]}},"h":true}"#, #"{"i":-2.5}"#, #"{"a":"b"}"#,
        #"{"a":"x"}"#, #"{"a":1}"#, #"{"a":null}"#, "[]", "{}", "null", "[null]", "1",
    ]
}
