/// One element of the document `github_events.json`: something that happened in a public repository.
struct GitHubEvent: Codable, Equatable, Sendable {
    var type: GitHubEventKind
    var createdAt: String
    var actor: GitHubActor
    var repo: GitHubRepositoryName
    var isPublic: Bool
    var payload: GitHubPayload
    var org: GitHubActor?
    var id: String

    enum CodingKeys: String, CodingKey {
        case type
        case createdAt = "created_at"
        case actor
        case repo
        case isPublic = "public"
        case payload
        case org
        case id
    }
}

/// What happened.
enum GitHubEventKind: String, Codable, Sendable {
    case push = "PushEvent"
    case create = "CreateEvent"
    case fork = "ForkEvent"
    case watch = "WatchEvent"
    case issueComment = "IssueCommentEvent"
    case issues = "IssuesEvent"
    case gollum = "GollumEvent"
}

/// Who did it, in short; also the organisation for which it was done.
struct GitHubActor: Codable, Equatable, Sendable {
    var gravatarID: String
    var login: String
    var avatarURL: String
    var url: String
    var id: Int

    enum CodingKeys: String, CodingKey {
        case gravatarID = "gravatar_id"
        case login
        case avatarURL = "avatar_url"
        case url
        case id
    }
}

/// Where it happened.
struct GitHubRepositoryName: Codable, Equatable, Sendable {
    var url: String
    var id: Int
    var name: String
}

/// The details of an event. Which members are there depends on the event's kind.
struct GitHubPayload: Codable, Equatable, Sendable {
    var commits: [GitHubCommit]?
    var distinctSize: Int?
    var ref: String?
    var pushID: Int?
    var head: String?
    var before: String?
    var size: Int?
    var description: String?
    var masterBranch: String?
    var refType: GitHubReferenceKind?
    var forkee: GitHubRepository?
    var action: GitHubAction?
    var issue: GitHubIssue?
    var comment: GitHubComment?
    var pages: [GitHubPage]?

    enum CodingKeys: String, CodingKey {
        case commits
        case distinctSize = "distinct_size"
        case ref
        case pushID = "push_id"
        case head
        case before
        case size
        case description
        case masterBranch = "master_branch"
        case refType = "ref_type"
        case forkee
        case action
        case issue
        case comment
        case pages
    }
}

/// What was created.
enum GitHubReferenceKind: String, Codable, Sendable {
    case repository
    case branch
    case tag
}

/// What was done to the subject of an event.
enum GitHubAction: String, Codable, Sendable {
    case started
    case created
    case opened
    case closed
    case reopened
}

/// One commit of a push.
struct GitHubCommit: Codable, Equatable, Sendable {
    var url: String
    var message: String
    var distinct: Bool
    var sha: String
    var author: GitHubCommitAuthor
}

/// Who wrote a commit, as git has it.
struct GitHubCommitAuthor: Codable, Equatable, Sendable {
    var email: String
    var name: String
}

/// A page of a wiki that was changed.
struct GitHubPage: Codable, Equatable, Sendable {
    var pageName: String
    var htmlURL: String
    var title: String
    var sha: String
    var summary: String?
    var action: String

    enum CodingKeys: String, CodingKey {
        case pageName = "page_name"
        case htmlURL = "html_url"
        case title
        case sha
        case summary
        case action
    }
}
