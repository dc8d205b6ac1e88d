/// The document `twitter.json`: the answer to a search.
struct Twitter: Codable, Equatable, Sendable {
    var statuses: [TwitterStatus]
    var searchMetadata: TwitterSearchMetadata

    enum CodingKeys: String, CodingKey {
        case statuses
        case searchMetadata = "search_metadata"
    }
}

/// A status that the search found.
struct TwitterStatus: Codable, Equatable, Sendable {
    var metadata: TwitterMetadata
    var createdAt: String
    var id: Int
    var idString: String
    var text: String
    var source: String
    var truncated: Bool
    var inReplyToStatusID: Int?
    var inReplyToStatusIDString: String?
    var inReplyToUserID: Int?
    var inReplyToUserIDString: String?
    var inReplyToScreenName: String?
    var user: TwitterUser
    var geo: TwitterPoint?
    var coordinates: TwitterPoint?
    var place: TwitterPlace?
    var contributors: [Int]?
    var retweetedStatus: TwitterRetweetedStatus?
    var retweetCount: Int
    var favoriteCount: Int
    var entities: TwitterEntities
    var favorited: Bool
    var retweeted: Bool
    var possiblySensitive: Bool?
    var lang: String

    enum CodingKeys: String, CodingKey {
        case metadata
        case createdAt = "created_at"
        case id
        case idString = "id_str"
        case text
        case source
        case truncated
        case inReplyToStatusID = "in_reply_to_status_id"
        case inReplyToStatusIDString = "in_reply_to_status_id_str"
        case inReplyToUserID = "in_reply_to_user_id"
        case inReplyToUserIDString = "in_reply_to_user_id_str"
        case inReplyToScreenName = "in_reply_to_screen_name"
        case user
        case geo
        case coordinates
        case place
        case contributors
        case retweetedStatus = "retweeted_status"
        case retweetCount = "retweet_count"
        case favoriteCount = "favorite_count"
        case entities
        case favorited
        case retweeted
        case possiblySensitive = "possibly_sensitive"
        case lang
    }
}

/// The status that another one repeats. A type of its own, because a struct cannot contain itself.
struct TwitterRetweetedStatus: Codable, Equatable, Sendable {
    var metadata: TwitterMetadata
    var createdAt: String
    var id: Int
    var idString: String
    var text: String
    var source: String
    var truncated: Bool
    var inReplyToStatusID: Int?
    var inReplyToStatusIDString: String?
    var inReplyToUserID: Int?
    var inReplyToUserIDString: String?
    var inReplyToScreenName: String?
    var user: TwitterUser
    var geo: TwitterPoint?
    var coordinates: TwitterPoint?
    var place: TwitterPlace?
    var contributors: [Int]?
    var retweetCount: Int
    var favoriteCount: Int
    var entities: TwitterEntities
    var favorited: Bool
    var retweeted: Bool
    var possiblySensitive: Bool?
    var lang: String

    enum CodingKeys: String, CodingKey {
        case metadata
        case createdAt = "created_at"
        case id
        case idString = "id_str"
        case text
        case source
        case truncated
        case inReplyToStatusID = "in_reply_to_status_id"
        case inReplyToStatusIDString = "in_reply_to_status_id_str"
        case inReplyToUserID = "in_reply_to_user_id"
        case inReplyToUserIDString = "in_reply_to_user_id_str"
        case inReplyToScreenName = "in_reply_to_screen_name"
        case user
        case geo
        case coordinates
        case place
        case contributors
        case retweetCount = "retweet_count"
        case favoriteCount = "favorite_count"
        case entities
        case favorited
        case retweeted
        case possiblySensitive = "possibly_sensitive"
        case lang
    }
}

/// What the search says about one of its results.
struct TwitterMetadata: Codable, Equatable, Sendable {
    var resultType: TwitterResultType
    var isoLanguageCode: String

    enum CodingKeys: String, CodingKey {
        case resultType = "result_type"
        case isoLanguageCode = "iso_language_code"
    }
}

/// Why a status is among the results.
enum TwitterResultType: String, Codable, Sendable {
    case mixed
    case recent
    case popular
}

/// What the search says about itself.
struct TwitterSearchMetadata: Codable, Equatable, Sendable {
    var completedIn: Double
    var maxID: Int
    var maxIDString: String
    var nextResults: String
    var query: String
    var refreshURL: String
    var count: Int
    var sinceID: Int
    var sinceIDString: String

    enum CodingKeys: String, CodingKey {
        case completedIn = "completed_in"
        case maxID = "max_id"
        case maxIDString = "max_id_str"
        case nextResults = "next_results"
        case query
        case refreshURL = "refresh_url"
        case count
        case sinceID = "since_id"
        case sinceIDString = "since_id_str"
    }
}
