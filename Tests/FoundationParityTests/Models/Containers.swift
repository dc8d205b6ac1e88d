/// Flattens nested containers into one model.
struct Flattened: Decodable {
    private enum CodingKeys: String, CodingKey { case id, user, location, tags }
    private enum UserKeys: String, CodingKey { case name, contact }
    private enum ContactKeys: String, CodingKey { case mail, phones }

    let id: Int
    let name: String
    let mail: String?
    let phones: [String]
    let latitude: Double
    let longitude: Double
    let tags: [String: Int]
    let paths: [[PathKey]]

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        let user = try container.nestedContainer(keyedBy: UserKeys.self, forKey: .user)
        name = try user.decode(String.self, forKey: .name)
        let contact = try user.nestedContainer(keyedBy: ContactKeys.self, forKey: .contact)
        mail = try contact.decodeIfPresent(String.self, forKey: .mail)
        var phones = try contact.nestedUnkeyedContainer(forKey: .phones)
        var list: [String] = []
        while !phones.isAtEnd { list.append(try phones.decode(String.self)) }
        self.phones = list
        var location = try container.nestedUnkeyedContainer(forKey: .location)
        latitude = try location.decode(Double.self)
        longitude = try location.decode(Double.self)
        var pairs = try container.nestedUnkeyedContainer(forKey: .tags)
        var tags: [String: Int] = [:]
        while !pairs.isAtEnd {
            var pair = try pairs.nestedUnkeyedContainer()
            tags[try pair.decode(String.self)] = try pair.decode(Int.self)
        }
        self.tags = tags
        paths = [
            decoder.codingPath, container.codingPath, user.codingPath, contact.codingPath, phones.codingPath,
            location.codingPath, pairs.codingPath,
        ].map { $0.map { PathKey($0) } }
    }

    static let subjects = [Subject(Flattened.self), Subject([Flattened].self), Subject([String: [Flattened?]].self)]

    static let texts = [
        #"{"id":1,"user":{"name":"n","contact":{"mail":"m","phones":["1","2"]}},"location":[1.5,2],"tags":[["a",1],["b",2]]}"#,
        #"{"tags":[],"location":[0,0,0],"user":{"contact":{"phones":[]},"name":""},"id":0}"#,
        #"{"id":1,"user":null}"#, #"{"id":1}"#, #"{"id":1,"user":[]}"#, #"{"id":1,"user":{"name":"n"}}"#,
        #"{"id":1,"user":{"name":"n","contact":"m"}}"#, #"{"id":1,"user":{"name":"n","contact":{}}}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":{}}}}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":null}}}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":["1",null]}}}"#,
        #"{"id":1,"user":{"name":"n","contact":{"mail":1,"phones":[]}}}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":[]}},"location":[1]}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":[]}},"location":[1,"2"]}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":[]}},"location":[1,2],"tags":[["a"]]}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":[]}},"location":[1,2],"tags":[["a",1],{}]}"#,
        #"{"id":1,"user":{"name":"n","contact":{"phones":[]}},"location":[1,2],"tags":[["a",1],[2,2]]}"#,
    ].flatMap { [$0, "[\($0)]", #"{"k":[null,\#($0)]}"#] }
}

/// A tuple encoded as an array, with additional elements.
struct Quote: Decodable {
    let symbol: String
    let price: Double
    let volume: Int?
    let rest: [Everything]
    let index: Int

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        symbol = try container.decode(String.self)
        price = try container.decode(Double.self)
        volume = try container.decodeIfPresent(Int.self)
        var rest: [Everything] = []
        while !container.isAtEnd { rest.append(try container.decode(Everything.self)) }
        self.rest = rest
        index = container.currentIndex
    }

    static let subjects = [Subject(Quote.self), Subject([Quote].self), Subject([String: Quote].self)]

    static let texts = [
        #"["A",1.5,3]"#, #"["A",1.5,null]"#, #"["A",1.5,3,4,[5],{"x":null}]"#, #"["A"]"#, "[]", "[1,1]",
        #"["A",null]"#, #"["A",1,"3"]"#, "{}", "null", "[null]", #"["A",1,2.5]"#,
    ].flatMap { [$0, "[\($0),\($0)]", #"{"k":\#($0)}"#] }
}

/// Opens several containers with different keys on the same object.
struct Response: Decodable {
    struct Pagination: Decodable {
        let page: Int
        let total: Int?
    }

    struct Links: Decodable {
        let next: String?
    }

    private enum CodingKeys: String, CodingKey { case items, page }
    private enum OtherKeys: String, CodingKey { case total, items }

    let pagination: Pagination
    let links: Links
    let items: [Int]
    let count: Int
    let keys: [String]
    let hasTotal: Bool

    init(from decoder: any Decoder) throws {
        pagination = try Pagination(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        items = try container.decode([Int].self, forKey: .items)
        links = try Links(from: decoder)
        let again = try decoder.container(keyedBy: OtherKeys.self)
        hasTotal = try again.contains(.total) && !again.decodeNil(forKey: .total)
        count = try again.nestedUnkeyedContainer(forKey: .items).count ?? -1
        keys =
            try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
            + container.allKeys.map(\.rawValue).sorted()
    }

    static let subjects = [Subject(Response.self), Subject([Response].self), Subject(Member<Response>.self)]

    static let texts = [
        #"{"page":1,"total":2,"items":[1,2],"next":"n"}"#, #"{"items":[],"page":1}"#,
        #"{"next":null,"items":[1],"page":0,"x":{}}"#, #"{"page":1}"#, #"{"items":[1]}"#,
        #"{"page":"1","items":[1]}"#, #"{"page":1,"items":[null]}"#, #"{"page":1,"items":[],"next":2}"#,
        #"{"page":1,"items":[],"total":null}"#, #"{"page":1,"items":{},"total":1}"#, "[]", "null",
    ].flatMap { [$0, "[\($0),\($0)]", #"{"value":\#($0)}"#] }
}

/// A key enumeration with integer values, which appear in coding paths.
struct IntegerKeys: Decodable {
    private enum CodingKeys: Int, CodingKey {
        case first = 1
        case second
    }

    let first: Int
    let second: [String]?

    static let subjects = [Subject(IntegerKeys.self), Subject([IntegerKeys].self)]

    static let texts = [
        #"{"first":1,"second":["a"]}"#, #"{"first":1}"#, #"{"second":[]}"#, #"{"first":"1"}"#, #"{"first":null}"#,
        #"{"first":1,"second":[1]}"#, #"{"first":1,"second":1}"#, #"{"1":1}"#, "{}",
    ].flatMap { [$0, "[\($0)]"] }
}
