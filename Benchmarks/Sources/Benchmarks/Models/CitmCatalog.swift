/// The document `citm_catalog.json`: the programme of a concert hall.
struct CitmCatalog: Codable, Equatable, Sendable {
    var areaNames: [String: String]
    var audienceSubCategoryNames: [String: String]
    var blockNames: [String: String]
    var events: [String: CitmEvent]
    var performances: [CitmPerformance]
    var seatCategoryNames: [String: String]
    var subTopicNames: [String: String]
    var subjectNames: [String: String]
    var topicNames: [String: String]
    var topicSubTopics: [String: [Int]]
    var venueNames: [String: String]
}

/// What is played.
struct CitmEvent: Codable, Equatable, Sendable {
    var description: String?
    var id: Int
    var logo: String?
    var name: String
    var subTopicIds: [Int]
    var subjectCode: String?
    var subtitle: String?
    var topicIds: [Int]
}

/// When an event is played, and what a seat costs.
struct CitmPerformance: Codable, Equatable, Sendable {
    var eventID: Int
    var id: Int
    var logo: String?
    var name: String?
    var prices: [CitmPrice]
    var seatCategories: [CitmSeatCategory]
    var seatMapImage: String?
    var start: Int
    var venueCode: CitmVenue

    enum CodingKeys: String, CodingKey {
        case eventID = "eventId"
        case id
        case logo
        case name
        case prices
        case seatCategories
        case seatMapImage
        case start
        case venueCode
    }
}

/// The hall in which a performance takes place.
enum CitmVenue: String, Codable, Sendable {
    case pleyel = "PLEYEL_PLEYEL"
}

/// The price of a seat, in thousandths.
struct CitmPrice: Codable, Equatable, Sendable {
    var amount: Int
    var audienceSubCategoryID: Int
    var seatCategoryID: Int

    enum CodingKeys: String, CodingKey {
        case amount
        case audienceSubCategoryID = "audienceSubCategoryId"
        case seatCategoryID = "seatCategoryId"
    }
}

/// The areas of the hall that have the same price.
struct CitmSeatCategory: Codable, Equatable, Sendable {
    var areas: [CitmArea]
    var seatCategoryID: Int

    enum CodingKeys: String, CodingKey {
        case areas
        case seatCategoryID = "seatCategoryId"
    }
}

/// A part of the hall.
struct CitmArea: Codable, Equatable, Sendable {
    var areaID: Int
    var blockIds: [Int]

    enum CodingKeys: String, CodingKey {
        case areaID = "areaId"
        case blockIds
    }
}
