import Foundation

/// Makes bodies as an app or a service gets them by the thousand: 200 bytes to 2 KB.
enum SmallText {
    /// The body whose model is ``AccessToken``.
    static func accessToken() -> Data {
        var text = JSONText()
        text.object { text in
            text.member("access_token", "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI0MiIsImV4cCI6MTcxNTk0MH0.MEUCIQDn1x7qvWm3tPz8")
            text.member("token_type", "Bearer")
            text.member("expires_in", 3_600)
            text.member("refresh_token", "8xLOxBtZp8mT0qk3vJ2cR9yWfHnE5sUa")
            text.member("scope", "orders:read orders:write profile")
        }
        return text.data
    }

    /// The body whose model is a single ``Order``.
    static func order() -> Data {
        var text = JSONText()
        var orders = OrderText()
        orders.write(to: &text)
        return text.data
    }

    /// The body whose model is ``Profile``.
    static func profile() -> Data {
        var text = JSONText()
        text.object { writeProfile(to: &$0) }
        return text.data
    }

    /// The body whose model is ``OrderPage``, with five orders.
    static func page() -> Data {
        var text = JSONText()
        text.object { text in
            text.key("data")
            text.array { text in
                var orders = OrderText()
                for _ in 0..<5 {
                    orders.write(to: &text)
                }
            }
            text.member("page", 3)
            text.member("page_count", 118)
            text.member("next", "/v1/orders?page=4&per_page=5")
        }
        return text.data
    }

    private static func writeProfile(to text: inout JSONText) {
        text.member("id", 4_711)
        text.member("name", "Zoë Müller-Lüdenscheidt")
        text.member("email", "zoe@example.org")
        text.member("is_verified", true)
        text.member("plan", ProfilePlan.team.rawValue)
        text.key("languages")
        text.array { text in
            for language in ["de", "en", "fr"] {
                text.write(language)
            }
        }
        text.member("rating", 4.75)
        text.key("avatar")
        text.object { text in
            text.member("url", "https://cdn.example.org/avatars/4711/large.webp")
            text.member("width", 512)
            text.member("height", 512)
        }
        text.key("settings")
        text.object { text in
            text.member("theme", "dark")
            text.member("time_zone", "Europe/Zurich")
            text.key("notifications")
            text.object { text in
                text.member("mail", true)
                text.member("push", false)
                text.member("digest", true)
            }
            text.member("font_scale", nil)
        }
        text.key("devices")
        text.array { text in
            for (name, isTrusted) in [("Zoë's laptop", true), ("Phone", true), ("Kiosk, 2nd floor", false)] {
                text.object { text in
                    text.member("name", name)
                    text.member("last_seen", "2024-05-17T09:41:00Z")
                    text.member("is_trusted", isTrusted)
                }
            }
        }
    }
}
