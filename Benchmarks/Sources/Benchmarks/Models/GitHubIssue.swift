/// An issue with everything that the service says about it.
struct GitHubIssue: Codable, Equatable, Sendable {
    var user: GitHubUser
    var url: String
    var labels: [GitHubLabel]
    var htmlURL: String
    var labelsURL: String
    var pullRequest: GitHubPullRequestLinks
    var createdAt: String
    var closedAt: String?
    var milestone: GitHubMilestone?
    var title: String
    var body: String
    var updatedAt: String
    var number: Int
    var state: GitHubIssueState
    var assignee: GitHubUser?
    var id: Int
    var eventsURL: String
    var commentsURL: String
    var comments: Int

    enum CodingKeys: String, CodingKey {
        case user
        case url
        case labels
        case htmlURL = "html_url"
        case labelsURL = "labels_url"
        case pullRequest = "pull_request"
        case createdAt = "created_at"
        case closedAt = "closed_at"
        case milestone
        case title
        case body
        case updatedAt = "updated_at"
        case number
        case state
        case assignee
        case id
        case eventsURL = "events_url"
        case commentsURL = "comments_url"
        case comments
    }
}

/// The state of an issue.
enum GitHubIssueState: String, Codable, Sendable {
    case open
    case closed
}

/// A label; no issue of the document has one.
struct GitHubLabel: Codable, Equatable, Sendable {
    var url: String
    var name: String
    var color: String
}

/// Where the changes are, if the issue is a pull request.
struct GitHubPullRequestLinks: Codable, Equatable, Sendable {
    var htmlURL: String?
    var patchURL: String?
    var diffURL: String?

    enum CodingKeys: String, CodingKey {
        case htmlURL = "html_url"
        case patchURL = "patch_url"
        case diffURL = "diff_url"
    }
}

/// A milestone; null in every issue of the document.
struct GitHubMilestone: Codable, Equatable, Sendable {
    var url: String
    var number: Int
    var title: String
    var state: GitHubIssueState
}

/// A comment on an issue.
struct GitHubComment: Codable, Equatable, Sendable {
    var user: GitHubUser
    var url: String
    var issueURL: String
    var createdAt: String
    var body: String
    var updatedAt: String
    var id: Int

    enum CodingKeys: String, CodingKey {
        case user
        case url
        case issueURL = "issue_url"
        case createdAt = "created_at"
        case body
        case updatedAt = "updated_at"
        case id
    }
}
