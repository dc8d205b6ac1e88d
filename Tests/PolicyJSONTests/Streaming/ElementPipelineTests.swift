import TestSupport
import Testing

@testable import PolicyJSON

@Suite struct ElementPipelineTests {
    /// A task that is cancelled while the consumer receives its batch stops in the middle of the batch. Items that have
    /// not been decoded have not passed.
    @Test func `a batch that has been decoded partially`() async throws {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let log = EventLog()
        decoder.onReport = { report in
            for entry in report.entries { log.add("\(entry.path)") }
            log.add("report of \(report.count)")
        }
        let elements = decoder.elements(of: Int.self, from: Chunks([]).async)
        let parser = elements.request.makeParser()
        let bytes = Array(#"["0", {}, "2", {}, "4", "5"]"#.utf8)
        unsafe bytes.withUnsafeBufferPointer { unsafe parser.append($0) }
        let window = try #require(parser.takeWindow())
        #expect(window.items.count == 6)
        let core = elements.request.makeCore(for: window, listing: 100)
        let batch = ElementPipeline<Int>.Batch(window, core)
        var tally = ChangeTally(core)
        for (index, item) in window.items.prefix(4).enumerated() {
            if unsafe try elements.request.decode(item, core, into: batch.free) { batch.add(passing: index + 1) }
            tally.update()
            batch.decoded = index + 1
            batch.changes.append(tally.count)
        }
        let queue = BatchQueue<ElementPipeline<Int>.Item>(limit: 2)
        let sent = UncheckedTransfer(value: [batch])
        queue.put(.batches(sent), at: try #require(await queue.reserve()))
        do {
            let pipeline = ElementPipeline(elements.request, elements.monitor, queue)
            for number in [0, 2] {
                #expect(try await pipeline.next(isolation: nil))
                #expect(pipeline.takeElement() == number)
            }
            await #expect(throws: CancellationError.self) { try await pipeline.next(isolation: nil) }
        }
        #expect(log.events == ["[0]", "[1]", "[2]", "[3]", "report of 4"])
        #expect(elements.resumePoint.elements == 4)
        #expect(elements.progress.elements == 2)
    }

    /// Closing cancels the task whose turn it is, in whatever order tasks get to say so, and tasks that say so afterwards.
    @Test func `the task that reads`() async {
        let queue = BatchQueue<Int>(limit: 2)
        let tasks = (0..<4).map { _ in Task { _ = try? await Task.sleep(for: .seconds(60)) } }
        queue.read(tasks[0], turn: 1)
        queue.read(tasks[2], turn: 3)
        queue.read(tasks[1], turn: 2)
        queue.close()
        queue.read(tasks[3], turn: 4)
        #expect(tasks.map(\.isCancelled) == [false, false, true, true])
        for task in tasks { task.cancel() }
        #expect(await queue.reserve() == nil)
        #expect(await queue.take() == nil)
    }

    /// Elements are not released by the thread that cancels their consumer.
    @Test func `items in a closed queue`() async {
        final class Element: Sendable {}
        let queue = BatchQueue<Element>(limit: 2)
        for number in 0..<2 { #expect(await queue.reserve() == number) }
        weak var element: Element?
        do {
            let made = Element()
            element = made
            queue.put(made, at: 1)
        }
        queue.close()
        #expect(element != nil)
        #expect(await queue.take() == nil)
        queue.releaseItems()
        #expect(element == nil)
    }

    /// Items are taken in the order of their slots.
    @Test func `items put in another order`() async {
        let queue = BatchQueue<Int>(limit: 3)
        for number in 0..<3 { #expect(await queue.reserve() == number) }
        async let fourth = queue.reserve()
        for number in [2, 0, 1] { queue.put(number, at: number) }
        for number in 0..<3 {
            #expect(await queue.take() == number)
            queue.releaseSlot()
        }
        #expect(await fourth == 3)
    }
}
