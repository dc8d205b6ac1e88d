import Foundation
import PolicyJSON
import Testing

@Suite struct DatePatternTests {
    @Test func `the letters are on the page`() {
        let table = PropertyTable(in: "PolicyJSON/Strategies/DatePattern.swift", heading: "letters")
        #expect(table.rows.count == 12)
        #expect(table.isOnPage("Policies.md"))
    }

    @Test(arguments: [
        ("yyyy-MM", "there is no day"), ("MM-dd", "there is no year"), ("yyyy dd", "there is no month"),
        ("yy-MM-dd", "'yy' is not known; quote letters that stand for themselves"),
        ("yyyy-MM-ddTHH", "'T' is not known; quote letters that stand for themselves"),
        ("yyyy-MM-dd hh", "'h' and 'a' need each other"), ("yyyy-MM-dd HH a", "'h' and 'a' need each other"),
        ("yyyy-MM-dd M", "the month occurs twice"), ("yyyy-MM-dd HH hh a", "the hour occurs twice"),
        ("yyyy-MM-dd Z XXX", "the time zone occurs twice"), ("yyyy-MM-dd 'x", "a quote is not closed"),
        ("", "there is no year"),
    ])
    func invalid(pattern: String, reason: String) {
        let error = #expect(throws: InvalidPattern.self) { try DatePattern(pattern) }
        #expect(error?.description == #"invalid date pattern "\#(pattern)": \#(reason)"#)
    }

    @Test(
        arguments: [
            ("yyyyMMdd'T'HHmmssZ", "20240501T120000+0200", "2024-05-01T10:00:00Z"),
            ("yyyyMMdd'T'HHmmssZ", "20240501T120000Z", nil), ("yyyyMMddXX", "20240501Z", "2024-05-01T00:00:00Z"),
            ("yyyyMMddXX", "20240501-0130", "2024-05-01T01:30:00Z"),
            ("yyyyMMddXXX", "20240501-01:30", "2024-05-01T01:30:00Z"),
            ("yyyyMMddXXX", "20240501-0130", nil), ("yyyyMMddXXX", "20240501+19:00", nil),
            ("yyyyMMddXXX", "20240501+01:60", nil), ("yyyyMMddXXX", "20240501", nil), ("yyyyMMddXXX", "20240501+", nil),
            ("EEEE d MMMM yyyy", "Wednesday 1 May 2024", "2024-05-01T00:00:00Z"),
            ("EEEE d MMMM yyyy", "wednesday 1 MAY 2024", "2024-05-01T00:00:00Z"),
            ("EEEE d MMMM yyyy", "Thursday 1 May 2024", nil), ("EEEE d MMMM yyyy", "Wednesday 1 Mai 2024", nil),
            ("d MMM yyyy", "31 Sep 2024", nil), ("d MMM yyyy", "30 Sep 2024", "2024-09-30T00:00:00Z"),
            ("yyyy-MM-dd h:mm a", "2024-05-01 12:30 AM", "2024-05-01T00:30:00Z"),
            ("yyyy-MM-dd h:mm a", "2024-05-01 1:30 PM", "2024-05-01T13:30:00Z"),
            ("yyyy-MM-dd h:mm a", "2024-05-01 13:30 PM", nil), ("yyyy-MM-dd h:mm a", "2024-05-01 0:30 PM", nil),
            ("yyyy-MM-dd ss.SSS", "2024-05-01 01.500", "2024-05-01T00:00:01.500Z"),
            ("yyyy-MM-dd ss.SSS", "2024-05-01 01.50", nil), ("yyyy-MM-dd ss.SSS", "2024-05-01 01.5000", nil),
            ("yyyy-MM-dd ss.S", "2024-05-01 01.5000", "2024-05-01T00:00:01.500Z"),
            ("yyyy-MM-dd ss.S", "2024-05-01 01.", nil),
            ("yyyy-MM-dd ss", "2024-05-01 60", nil),
            ("yyyy-MM-dd '''o''clock'''", "2024-05-01 'o'clock'", "2024-05-01T00:00:00Z"),
            ("yyyy年MM月dd日", "2024年05月01日", "2024-05-01T00:00:00Z"), ("yyyy-MM-dd", "2100-02-29", nil),
            ("yyyy-MM-dd", "1969-12-31", "1969-12-31T00:00:00Z"), ("yyyy-MM-dd", "2024-00-01", nil),
            ("yyyy-MM-dd", "2024-01-00", nil),
        ] as [(DatePattern, String, String?)])
    func read(pattern: DatePattern, text: String, expected: String?) {
        let found = pattern.date(from: text).map {
            $0.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: expected?.contains(".") == true))
        }
        #expect(found == expected)
    }

    /// Daylight saving time in Berlin: an hour that does not exist, and one that occurs twice.
    @Test(
        arguments: [
            ("2024-03-31 01:59", "2024-03-31T00:59:00Z"), ("2024-03-31 02:30", nil),
            ("2024-03-31 03:00", "2024-03-31T01:00:00Z"),
            ("2024-10-27 02:30", "2024-10-27T00:30:00Z"), ("2024-10-27 03:00", "2024-10-27T02:00:00Z"),
            ("2024-07-01 00:00", "2024-06-30T22:00:00Z"),
        ] as [(String, String?)])
    func timeZones(text: String, expected: String?) throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let pattern = try DatePattern("yyyy-MM-dd HH:mm", timeZone: berlin)
        #expect(pattern.date(from: text).map { $0.formatted(.iso8601) } == expected)
        #expect(
            FallbackDateFormats([.formatted(pattern)]).description
                == #"FallbackDateFormats([.formatted("yyyy-MM-dd HH:mm", timeZone: Europe/Berlin)])"#)
    }

    /// Compares dates across centuries with Foundation.
    @Test func againstFoundation() throws {
        let pattern: DatePattern = "EEEE yyyy-MM-dd HH:mm:ss.SSS"
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = pattern.description
        for step in 0..<2_000 {
            let date = Date(timeIntervalSinceReferenceDate: Double(step) * 30_000_000.125 - 40_000_000_000)
            let text = formatter.string(from: date)
            let found = try #require(pattern.date(from: text), "\(text)")
            #expect(abs(found.timeIntervalSince(date)) < 0.001, "\(text)")
        }
    }
}
