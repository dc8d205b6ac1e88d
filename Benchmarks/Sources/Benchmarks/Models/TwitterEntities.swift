/// What was recognised in the text of a status.
struct TwitterEntities: Codable, Equatable, Sendable {
    var hashtags: [TwitterHashtag]
    var symbols: [TwitterHashtag]
    var urls: [TwitterLink]
    var userMentions: [TwitterMention]
    var media: [TwitterMedia]?

    enum CodingKeys: String, CodingKey {
        case hashtags
        case symbols
        case urls
        case userMentions = "user_mentions"
        case media
    }
}

/// A hashtag, or a symbol such as `$TWTR`.
struct TwitterHashtag: Codable, Equatable, Sendable {
    var text: String
    var indices: [Int]
}

/// A shortened link and where it leads.
struct TwitterLink: Codable, Equatable, Sendable {
    var url: String
    var expandedURL: String
    var displayURL: String
    var indices: [Int]

    enum CodingKeys: String, CodingKey {
        case url
        case expandedURL = "expanded_url"
        case displayURL = "display_url"
        case indices
    }
}

/// A user whom the text names.
struct TwitterMention: Codable, Equatable, Sendable {
    var screenName: String
    var name: String
    var id: Int
    var idString: String
    var indices: [Int]

    enum CodingKeys: String, CodingKey {
        case screenName = "screen_name"
        case name
        case id
        case idString = "id_str"
        case indices
    }
}

/// A picture or film shown below the text.
struct TwitterMedia: Codable, Equatable, Sendable {
    var id: Int
    var idString: String
    var indices: [Int]
    var mediaURL: String
    var mediaURLHTTPS: String
    var url: String
    var displayURL: String
    var expandedURL: String
    var type: TwitterMediaKind
    var sizes: TwitterMediaSizes
    var sourceStatusID: Int?
    var sourceStatusIDString: String?

    enum CodingKeys: String, CodingKey {
        case id
        case idString = "id_str"
        case indices
        case mediaURL = "media_url"
        case mediaURLHTTPS = "media_url_https"
        case url
        case displayURL = "display_url"
        case expandedURL = "expanded_url"
        case type
        case sizes
        case sourceStatusID = "source_status_id"
        case sourceStatusIDString = "source_status_id_str"
    }
}

/// What a medium is.
enum TwitterMediaKind: String, Codable, Sendable {
    case photo
    case video
    case animatedGIF = "animated_gif"
}

/// The sizes in which a medium is offered.
struct TwitterMediaSizes: Codable, Equatable, Sendable {
    var medium: TwitterMediaSize
    var small: TwitterMediaSize
    var thumb: TwitterMediaSize
    var large: TwitterMediaSize
}

/// One size, in pixels.
struct TwitterMediaSize: Codable, Equatable, Sendable {
    var width: Int
    var height: Int
    var resize: TwitterResize

    enum CodingKeys: String, CodingKey {
        case width = "w"
        case height = "h"
        case resize
    }
}

/// How a medium was brought to its size.
enum TwitterResize: String, Codable, Sendable {
    case fit
    case crop
}

/// A position on Earth; null in every status of the document.
struct TwitterPoint: Codable, Equatable, Sendable {
    var type: String
    var coordinates: [Double]
}

/// A named place; null in every status of the document.
struct TwitterPlace: Codable, Equatable, Sendable {
    var id: String
    var name: String
    var fullName: String
    var countryCode: String
    var placeType: String

    enum CodingKeys: String, CodingKey {
        case id
        case name
        case fullName = "full_name"
        case countryCode = "country_code"
        case placeType = "place_type"
    }
}
