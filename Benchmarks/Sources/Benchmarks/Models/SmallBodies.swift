/// The answer of an authorization server (RFC 6749, section 5.1).
struct AccessToken: Codable, Equatable, Sendable {
    var accessToken: String
    var tokenType: String
    var expiresIn: Int
    var refreshToken: String?
    var scope: String?

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case scope
    }
}

/// What an app asks for after signing in.
struct Profile: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var email: String
    var isVerified: Bool
    var plan: ProfilePlan
    var languages: [String]
    var rating: Double
    var avatar: ProfileImage?
    var settings: ProfileSettings
    var devices: [ProfileDevice]

    enum CodingKeys: String, CodingKey {
        case id
        case name
        case email
        case isVerified = "is_verified"
        case plan
        case languages
        case rating
        case avatar
        case settings
        case devices
    }
}

/// What a customer pays for.
enum ProfilePlan: String, Codable, Sendable {
    case free
    case team
    case enterprise
}

/// A picture and its size in pixels.
struct ProfileImage: Codable, Equatable, Sendable {
    var url: String
    var width: Int
    var height: Int
}

/// What a user has chosen.
struct ProfileSettings: Codable, Equatable, Sendable {
    var theme: String
    var timeZone: String
    var notifications: [String: Bool]
    var fontScale: Double?

    enum CodingKeys: String, CodingKey {
        case theme
        case timeZone = "time_zone"
        case notifications
        case fontScale = "font_scale"
    }
}

/// Where a user is signed in.
struct ProfileDevice: Codable, Equatable, Sendable {
    var name: String
    var lastSeen: String
    var isTrusted: Bool

    enum CodingKeys: String, CodingKey {
        case name
        case lastSeen = "last_seen"
        case isTrusted = "is_trusted"
    }
}

/// One page of a list, as a service hands it out.
struct OrderPage: Codable, Equatable, Sendable {
    var data: [Order]
    var page: Int
    var pageCount: Int
    var next: String?

    enum CodingKeys: String, CodingKey {
        case data
        case page
        case pageCount = "page_count"
        case next
    }
}
