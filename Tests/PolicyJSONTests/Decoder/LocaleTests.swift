import Foundation
import PolicyJSON
import Testing

#if canImport(Glibc)
    import Glibc

    /// Results do not depend on the locale.
    ///
    /// `.ci/run` runs the tests of numbers, dates and texts in a process whose C library has the German locale, and
    /// sets `POLICYJSON_LOCALE`; the first test verifies the locale.
    @Suite struct LocaleTests {
        private static let requested = ProcessInfo.processInfo.environment["POLICYJSON_LOCALE"]

        /// Whether the C library parses German numbers on this thread.
        private static var isGerman: Bool { unsafe strtod("1,5", nil) == 1.5 && strtod("1.5", nil) == 1 }

        @Test("the process has the requested locale", .enabled(if: requested != nil))
        func environment() {
            #expect(Self.isGerman)
            #expect(unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } == Self.requested)
        }

        private struct Everything: Codable, Equatable {
            var doubles: [Double]
            var floats: [Float]
            var decimals: [Decimal]
            var integers: [Int]
            var dates: [Date]
            var someKeyI: String
            var lenient: Double?
        }

        private static let text = """
            {"doubles":[1.5,0.1,1e2,1234567.25,5e-324,1.7976931348623157e308,0.30000000000000004449],"floats":[1.5,0.1],\
            "decimals":[1.5,1234567.000001],"integers":[1,1.0,1e3],"dates":["2024-02-29T12:34:56.5Z"],"some_key_i":"İı",\
            "lenient":"1234.5"}
            """

        private static let value = Everything(
            doubles: [
                1.5, 0.1, 100, 1_234_567.25, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.30000000000000004,
            ],
            floats: [1.5, 0.1], decimals: [Decimal(3) / 2, Decimal(1_234_567) + Decimal(1) / 1_000_000],
            integers: [1, 1, 1000], dates: [Date(timeIntervalSince1970: 1_709_210_096.5)], someKeyI: "İı",
            lenient: 1234.5)

        private func check() throws {
            let decoder = PolicyJSONDecoder(policy: .lenient)
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dateDecodingStrategy = .iso8601
            #expect(try decoder.decode(Everything.self, from: Self.text) == Self.value)
            // Numbers that are parsed from their text, not from the tape.
            let digits = String(repeating: "3", count: 400)
            #expect(try decoder.decode(Double.self, from: "0.\(digits)") == 1.0 / 3)
            #expect(try decoder.decode(Float.self, from: "0.\(digits)") == 1 / 3)
            #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: "1,5") }
            let encoded = try PolicyJSONEncoder().encode([1.5, 1e-7, 0.1])
            #expect(String(decoding: encoded, as: UTF8.self) == "[1.5,1e-07,0.1]")
        }

        @Test func inTheLocaleOfTheProcess() throws { try check() }

        private static func makeGerman() -> locale_t? {
            unsafe newlocale(1 << LC_NUMERIC | 1 << LC_CTYPE, "de_DE.UTF-8", nil)
        }

        private static let hasGerman: Bool = {
            guard let german = unsafe makeGerman() else { return false }
            unsafe freelocale(german)
            return true
        }()

        /// On a thread with a German locale.
        @Test(.enabled("The machine has no German locale.") { hasGerman }) func onAGermanThread() throws {
            let german = unsafe try #require(Self.makeGerman())
            let before = unsafe uselocale(german)
            defer {
                _ = unsafe uselocale(before)
                unsafe freelocale(german)
            }
            #expect(Self.isGerman)
            try check()
        }
    }
#endif
