import Foundation
import PolicyJSON
import Testing

/// Errors are made from the last one only on the thread of the call.
@Suite struct ErrorsOnThreadsTests {
    /// The paths of attempts that fail at two members, one after the other.
    private struct FailingPaths: @unchecked Sendable {
        let decoder: any Decoder

        /// Each path once.
        func all(attempts: Int) -> Set<[String]> {
            var paths: Set<[String]> = []
            for attempt in 0..<attempts {
                do {
                    let container = try decoder.container(keyedBy: Key.self)
                    _ = try container.decode(Int.self, forKey: attempt.isMultiple(of: 2) ? .a : .b)
                } catch let DecodingError.typeMismatch(_, context) {
                    paths.insert(context.codingPath.map(\.stringValue))
                } catch {
                    paths.insert(["\(error)"])
                }
            }
            return paths
        }

        enum Key: CodingKey { case a, b }

        static func expected(_ index: Int) -> Set<[String]> { [["Index \(index)", "a"], ["Index \(index)", "b"]] }
    }

    @Test("another thread fails during the call and after it, also during the next call")
    func onAnotherThread() throws {
        final class Result: @unchecked Sendable {
            var during: Set<[String]> = []
            var after: Set<[String]> = []
            let (hasStarted, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let done = DispatchSemaphore(value: 0)
        }
        struct Shared: Decodable {
            let result = Result()
            let mine: Set<[String]>

            init(from decoder: any Decoder) throws {
                let (paths, result) = (FailingPaths(decoder: decoder), result)
                Thread {
                    result.hasStarted.signal()
                    result.during = paths.all(attempts: 200)
                    result.done.signal()
                    result.hasEnded.wait()
                    result.after = paths.all(attempts: 200)
                    result.done.signal()
                }.start()
                result.hasStarted.wait()
                mine = paths.all(attempts: 200)
                result.done.wait()
            }
        }
        let decoder = PolicyJSONDecoder()
        let text = Data(#"[{"a":"x","b":"y"},{"a":"x","b":"y"},{"a":"x","b":"y"}]"#.utf8)
        for _ in 0..<5 {
            let models = try decoder.decode([Shared].self, from: text)
            for model in models { model.result.hasEnded.signal() }
            let next = try decoder.decode([Shared].self, from: text)
            for (index, model) in (models + next).enumerated() {
                if index >= models.count { model.result.hasEnded.signal() }
                model.result.done.wait()
                let expected = FailingPaths.expected(index % models.count)
                #expect(model.mine == expected)
                #expect(model.result.during == expected)
                #expect(model.result.after == expected)
            }
        }
    }
}
