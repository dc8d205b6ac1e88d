/// A repository with everything that the service says about it.
struct GitHubRepository: Codable, Equatable, Sendable {
    var description: String
    var fork: Bool
    var url: String
    var language: String
    var stargazersURL: String
    var cloneURL: String
    var tagsURL: String
    var fullName: String
    var mergesURL: String
    var forks: Int
    var isPrivate: Bool
    var gitRefsURL: String
    var archiveURL: String
    var collaboratorsURL: String
    var owner: GitHubUser
    var languagesURL: String
    var treesURL: String
    var labelsURL: String
    var htmlURL: String
    var pushedAt: String
    var createdAt: String
    var hasIssues: Bool
    var forksURL: String
    var branchesURL: String
    var commitsURL: String
    var notificationsURL: String
    var openIssues: Int
    var contentsURL: String
    var blobsURL: String
    var issuesURL: String
    var compareURL: String
    var issueEventsURL: String
    var name: String
    var updatedAt: String
    var statusesURL: String
    var forksCount: Int
    var assigneesURL: String
    var sshURL: String
    var isPublic: Bool
    var hasWiki: Bool
    var subscribersURL: String
    var mirrorURL: String?
    var watchersCount: Int
    var id: Int
    var hasDownloads: Bool
    var gitCommitsURL: String
    var downloadsURL: String
    var pullsURL: String
    var homepage: String?
    var issueCommentURL: String
    var hooksURL: String
    var subscriptionURL: String
    var milestonesURL: String
    var svnURL: String
    var eventsURL: String
    var gitTagsURL: String
    var teamsURL: String
    var commentsURL: String
    var openIssuesCount: Int
    var keysURL: String
    var gitURL: String
    var contributorsURL: String
    var size: Int
    var watchers: Int

    enum CodingKeys: String, CodingKey {
        case description
        case fork
        case url
        case language
        case stargazersURL = "stargazers_url"
        case cloneURL = "clone_url"
        case tagsURL = "tags_url"
        case fullName = "full_name"
        case mergesURL = "merges_url"
        case forks
        case isPrivate = "private"
        case gitRefsURL = "git_refs_url"
        case archiveURL = "archive_url"
        case collaboratorsURL = "collaborators_url"
        case owner
        case languagesURL = "languages_url"
        case treesURL = "trees_url"
        case labelsURL = "labels_url"
        case htmlURL = "html_url"
        case pushedAt = "pushed_at"
        case createdAt = "created_at"
        case hasIssues = "has_issues"
        case forksURL = "forks_url"
        case branchesURL = "branches_url"
        case commitsURL = "commits_url"
        case notificationsURL = "notifications_url"
        case openIssues = "open_issues"
        case contentsURL = "contents_url"
        case blobsURL = "blobs_url"
        case issuesURL = "issues_url"
        case compareURL = "compare_url"
        case issueEventsURL = "issue_events_url"
        case name
        case updatedAt = "updated_at"
        case statusesURL = "statuses_url"
        case forksCount = "forks_count"
        case assigneesURL = "assignees_url"
        case sshURL = "ssh_url"
        case isPublic = "public"
        case hasWiki = "has_wiki"
        case subscribersURL = "subscribers_url"
        case mirrorURL = "mirror_url"
        case watchersCount = "watchers_count"
        case id
        case hasDownloads = "has_downloads"
        case gitCommitsURL = "git_commits_url"
        case downloadsURL = "downloads_url"
        case pullsURL = "pulls_url"
        case homepage
        case issueCommentURL = "issue_comment_url"
        case hooksURL = "hooks_url"
        case subscriptionURL = "subscription_url"
        case milestonesURL = "milestones_url"
        case svnURL = "svn_url"
        case eventsURL = "events_url"
        case gitTagsURL = "git_tags_url"
        case teamsURL = "teams_url"
        case commentsURL = "comments_url"
        case openIssuesCount = "open_issues_count"
        case keysURL = "keys_url"
        case gitURL = "git_url"
        case contributorsURL = "contributors_url"
        case size
        case watchers
    }
}

/// A user with everything that the service says about them.
struct GitHubUser: Codable, Equatable, Sendable {
    var url: String
    var gistsURL: String
    var gravatarID: String
    var type: GitHubAccountKind
    var avatarURL: String
    var subscriptionsURL: String
    var organizationsURL: String
    var receivedEventsURL: String
    var reposURL: String
    var login: String
    var id: Int
    var starredURL: String
    var eventsURL: String
    var followersURL: String
    var followingURL: String

    enum CodingKeys: String, CodingKey {
        case url
        case gistsURL = "gists_url"
        case gravatarID = "gravatar_id"
        case type
        case avatarURL = "avatar_url"
        case subscriptionsURL = "subscriptions_url"
        case organizationsURL = "organizations_url"
        case receivedEventsURL = "received_events_url"
        case reposURL = "repos_url"
        case login
        case id
        case starredURL = "starred_url"
        case eventsURL = "events_url"
        case followersURL = "followers_url"
        case followingURL = "following_url"
    }
}

/// What an account stands for.
enum GitHubAccountKind: String, Codable, Sendable {
    case user = "User"
    case organization = "Organization"
}
