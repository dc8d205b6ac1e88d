import Foundation
import Logging
import PolicyJSON
import PolicyJSONLogging
import Synchronization
import Testing

@Suite struct DecodingLogTests {
    struct Order: Codable { let id: Int, paid: Bool }

    private let document = #"[{"id": "7", "paid": true}, {"id": 8}, {"id": "9", "paid": 1}]"#
    private let log = RecordedLog()

    /// A clock that a test advances.
    final class ManualClock: Clock {
        struct Instant: InstantProtocol {
            let time: Duration
            func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
            func duration(to other: Instant) -> Duration { other.time - time }
            static func < (one: Instant, other: Instant) -> Bool { one.time < other.time }
        }

        private let time = Mutex(Duration.zero)
        var now: Instant { Instant(time: time.withLock { $0 }) }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
        func advance(by duration: Duration) { time.withLock { $0 += duration } }
    }

    @Test func repairs() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let earlier = RecordedLog()
        decoder.onReport = { report in for entry in report.entries { earlier.add(entry.rule) } }
        DecodingLog(log.logger()).observe(decoder)
        _ = try decoder.decode([Order].self, from: document)
        #expect(
            log.take() == [
                #"notice JSON repaired change=converted found="7" line=1 path=[0].id result=7 rule=NumbersFromStrings"#,
                #"notice JSON repaired change=dropped found={"id": 8} line=1 path=[1] result=dropped rule=LossyCollections"#,
                #"notice JSON repaired change=converted found="9" line=1 path=[2].id result=9 rule=NumbersFromStrings"#,
                #"notice JSON repaired change=converted found=1 line=1 path=[2].paid result=true rule=BooleansFromScalars"#,
            ])
        #expect(
            earlier.take() == ["NumbersFromStrings", "LossyCollections", "NumbersFromStrings", "BooleansFromScalars"])
        decoder.reportRedaction = .all
        _ = try decoder.decode([Order].self, from: #"[{"id": "7", "paid": true}]"#)
        #expect(
            log.take() == [
                "notice JSON repaired change=converted found=redacted line=1 path=[0].id result=redacted rule=NumbersFromStrings"
            ])
    }

    @Test func `repairs that are not listed`() throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.reportLimit = 2
        DecodingLog(log.logger()).observe(decoder)
        let lines = Data((1...4).map { "{\"id\":\"\($0)\",\"paid\":true}\n" }.joined().utf8)
        let orders = try decoder.elements(of: Order.self, in: .lines, from: InputStream(data: lines))
        while try orders.next() != nil {}
        #expect(
            log.take() == [
                #"notice JSON repaired change=converted found="1" line=1 path=[0].id result=1 rule=NumbersFromStrings"#,
                #"notice JSON repaired change=converted found="2" line=2 path=[1].id result=2 rule=NumbersFromStrings"#,
                "notice JSON repaired rule=NumbersFromStrings unlisted=1",
                "notice JSON repaired rule=NumbersFromStrings unlisted=1",
            ])
    }

    @Test func `texts are short`() throws {
        let log = DecodingLog(self.log.logger())
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        log.observe(decoder)
        let key = String(repeating: "k", count: 1_000)
        _ = try decoder.decode([String: Int].self, from: #"{"\#(key)":"1"}"#)
        do { _ = try decoder.decode([String: Int].self, from: #"{"\#(key)":[]}"#) } catch { log.record(error) }
        let short = String(repeating: "k", count: 255)
        let lines = self.log.take()
        #expect(lines.count == 2 && lines.allSatisfy { $0.utf8.count < 1_000 })
        #expect(lines.first?.contains("path=k\(short)… ") == true)
        #expect(lines.last?.hasSuffix("pointer=/\(short)…") == true)
    }

    /// Clients cannot write lines of their own.
    @Test func `texts are on one line`() throws {
        let log = DecodingLog(self.log.logger())
        let decoder = PolicyJSONDecoder(policy: .lenient)
        log.observe(decoder)
        _ = try decoder.decode([String: [Int]].self, from: #"{"a\nnotice b":["1",{"c":\#n2}]}"#)
        let strict = PolicyJSONDecoder()
        do { _ = try strict.decode([String: Int].self, from: #"{"a\nnotice b":[]}"#) } catch { log.record(error) }
        let lines = self.log.take()
        #expect(
            lines == [
                #"notice JSON repaired change=converted found="1" line=1 path="a\nnotice b"[0] result=1 rule=NumbersFromStrings"#,
                #"notice JSON repaired change=dropped found={"c": 2} line=1 path="a\nnotice b"[1] result=dropped rule=LossyCollections"#,
                #"notice JSON rejected code=type_mismatch message=Expected an integer, found an array. pointer=/a notice b"#,
            ])
    }

    @Test func rejections() throws {
        let log = DecodingLog(self.log.logger(), level: .error)
        let decoder = PolicyJSONDecoder()
        #expect(throws: (any Error).self) {
            do { _ = try decoder.decode([Order].self, from: document) } catch {
                log.record(error)
                throw error
            }
        }
        #expect(throws: (any Error).self) {
            do { _ = try decoder.decodeCollectingErrors([Order].self, from: document) } catch {
                log.record(error)
                throw error
            }
        }
        #expect(throws: (any Error).self) {
            do { _ = try decoder.decode([Order].self, from: "[") } catch {
                log.record(error)
                throw error
            }
        }
        log.record(CancellationError())
        #expect(
            self.log.take() == [
                "error JSON rejected code=type_mismatch message=Expected an integer, found a string. pointer=/0/id",
                "error JSON rejected code=type_mismatch line=1 message=Expected an integer, found a string. pointer=/0/id problems=4",
                "error JSON rejected code=syntax line=1 message=The document is not valid JSON: unexpected end of document, expected a value or ']'. pointer=",
            ])
    }

    @Test func streams() throws {
        let log = DecodingLog(self.log.logger())
        let decoder = PolicyJSONDecoder(policy: .lenient)
        log.observe(decoder)
        let orders = try decoder.elements(of: Order.self, from: InputStream(data: Data(document.utf8))).results()
        while let result = try orders.next() {
            if case .failure(let rejected) = result { log.record(rejected) }
        }
        #expect(
            self.log.take() == [
                #"notice JSON repaired change=converted found="7" line=1 path=[0].id result=7 rule=NumbersFromStrings"#,
                #"notice JSON rejected code=missing_key line=1 message=The required member "paid" is missing. pointer=/1/paid"#,
                #"notice JSON repaired change=converted found="9" line=1 path=[2].id result=9 rule=NumbersFromStrings"#,
                #"notice JSON repaired change=converted found=1 line=1 path=[2].paid result=true rule=BooleansFromScalars"#,
            ])
    }

    @Test func `at most a number of lines in an interval`() throws {
        let clock = ManualClock()
        let log = DecodingLog(self.log.logger(), atMost: 2, per: .seconds(60), clock: clock)
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        log.observe(decoder)
        let repaired = { (line: String) in
            line.split(separator: " ").filter { $0.contains("path=") || $0.contains("suppressed=") }
        }
        _ = try decoder.decode([Int].self, from: #"["0","1","2","3","4"]"#)
        #expect(self.log.take().map(repaired) == [["path=[0]"], ["path=[1]"]])
        clock.advance(by: .seconds(59))
        _ = try decoder.decode([Int].self, from: #"["0"]"#)
        #expect(self.log.take() == [])
        clock.advance(by: .seconds(1))
        _ = try decoder.decode([Int].self, from: #"["5","6","7"]"#)
        #expect(self.log.take().map(repaired) == [["path=[0]", "suppressed=4"], ["path=[1]"]])
        // Several minutes without repairs are one interval.
        clock.advance(by: .seconds(600))
        _ = try decoder.decode([Int].self, from: #"["8"]"#)
        #expect(self.log.take().map(repaired) == [["path=[0]", "suppressed=1"]])
    }

    @Test func `lines below the logger's level do not count`() throws {
        let log = DecodingLog(self.log.logger(level: .error), atMost: 1)
        let decoder = PolicyJSONDecoder(policy: .lenient)
        log.observe(decoder)
        _ = try decoder.decode([Order].self, from: document)
        #expect(self.log.take() == [])
    }
}
