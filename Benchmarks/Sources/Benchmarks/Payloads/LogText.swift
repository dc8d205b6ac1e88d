import Foundation

/// Makes the document whose model is ``LogEntry``.
struct LogText {
    private var generator = SeededGenerator(seed: 0x106)
    private var milliseconds = 0

    /// An array of `count` lines, about 340 bytes each.
    static func document(count: Int) -> Data {
        var lines = LogText()
        var text = JSONText()
        text.array { text in
            for _ in 0..<count {
                lines.write(to: &text)
            }
        }
        return text.data
    }

    private mutating func write(to text: inout JSONText) {
        // Services in some languages escape whatever they can, most do not.
        text.escaping = generator.oneIn(4) ? .everything : .demanded
        text.object { writeMembers(to: &$0) }
    }

    private mutating func writeMembers(to text: inout JSONText) {
        let level = generator.pick(LogLevel.allCases)
        text.member("timestamp", nextTime())
        text.member("level", level.rawValue)
        text.member("service", generator.pick(Self.services))
        text.member("message", message())
        text.member("line", 1 + generator.below(2_000))
        text.member("trace_id", generator.oneIn(3) ? nil : traceID())
        if generator.oneIn(2) {
            text.key("user")
            text.object { text in
                text.member("id", 10_000 + generator.below(900_000))
                text.member("name", generator.pick(Self.names))
            }
        }
        if generator.oneIn(3) {
            text.key("request")
            text.object { writeRequest(to: &$0) }
        }
        text.key("tags")
        text.array { text in
            for _ in 0..<generator.below(4) {
                text.write(generator.pick(Self.tags))
            }
        }
        if level == .error {
            text.member("stack", generator.pick(Self.stacks))
        }
    }

    private mutating func writeRequest(to text: inout JSONText) {
        text.member("method", generator.pick(["GET", "POST", "PUT", "DELETE"]))
        let language = generator.pick(["de", "ja", "en"])
        text.member("path", "/v1/\(generator.pick(Self.tags))/\(generator.below(100_000))?lang=\(language)")
        text.member("status", generator.pick([200, 201, 204, 304, 400, 404, 500, 503]))
        text.member("milliseconds", Double(generator.below(5_000_000)) / 1_000)
    }

    private mutating func message() -> String {
        (0..<(1 + generator.below(2))).map { _ in generator.pick(Self.sentences) }.joined(separator: " ")
    }

    private mutating func traceID() -> String {
        let digits = String(generator.next() | 1 << 63, radix: 16)
        return digits + String(digits.reversed())
    }

    /// The next time, up to two seconds after the previous one; the lines span about a day.
    private mutating func nextTime() -> String {
        milliseconds += generator.below(1_700)
        let seconds = milliseconds / 1_000
        let fields = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { $0.padded(to: 2) }
        return "2024-05-17T\(fields.joined(separator: ":")).\((milliseconds % 1_000).padded(to: 3))Z"
    }
}

extension LogText {
    private static let services = ["gateway", "checkout", "search", "billing", "mailer", "thumbnails"]
    private static let names = ["Ada Lovelace", "Björn Ñúñez", "山田太郎", "Zoë O'Neill", "Мария Кюри"]
    private static let tags = ["cache", "sql", "retry", "größe", "timeout", "kunden", "v2", "画像"]
    private static let sentences = [
        "Connection to \"db-primary\" refused, retrying in 250 ms with back-off.",
        "Cache miss for key 'session:9f86d081884c7d65' after 3 look-ups; falling back to the store.",
        "Größe der Antwort überschreitet das Limit – gekürzt auf 64 KiB.",
        "Path C:\\data\\import\\2024 is not readable:\n\tpermission denied",
        "ユーザーがログインしました 🎉 セッションを開始します。",
        "Réponse du service de paiement : « accepté » en 182 ms.",
        "Deployed revision 4f2c1e0 to 12 of 12 hosts without errors.",
        "The quick brown fox jumps over the lazy dog, and nobody minds.",
    ]
    private static let stacks = [
        "fatal: index out of range\n\tat Store.fetch(_:) Store.swift:118\n\tat Handler.run() Handler.swift:42\n\tat main",
        "TypeError: \"undefined\" is not a function\r\n    at Object.<anonymous> (/srv/app/index.js:10:5)\r\n    at node:internal",
    ]
}
