import Testing

@testable import PolicyJSONTool

@Suite struct ProgressBarTests {
    @Test func `nothing is drawn in the first second`() {
        var bar = ProgressBar(label: "a.json", total: 100)
        #expect(bar.update(done: 50, seconds: 0.99) == nil)
        #expect(bar.erase() == nil)
    }

    @Test func `the bar is drawn at most ten times a second, and erased`() {
        var bar = ProgressBar(label: "a.json", total: 200_000_000)
        #expect(
            bar.update(done: 50_000_000, seconds: 1) == "\ra.json [######                  ]  25% 50 MB/s\u{1B}[K")
        #expect(bar.update(done: 51_000_000, seconds: 1.05) == nil)
        #expect(
            bar.update(done: 200_000_000, seconds: 2) == "\ra.json [########################] 100% 100 MB/s\u{1B}[K")
        #expect(bar.erase() == "\r\u{1B}[K")
        #expect(bar.erase() == nil)
    }

    @Test func `a long name is shortened to its end`() {
        var bar = ProgressBar(label: "a/very/long/way/to/a/file/named/orders.json", total: 10)
        #expect(
            bar.update(done: 1, seconds: 1)
                == "\r…/file/named/orders.json [##                      ]  10% 0.0 MB/s\u{1B}[K")
    }

    @Test func `more than the total counts as the total`() {
        var bar = ProgressBar(label: "a", total: 0)
        #expect(bar.update(done: 3, seconds: 1) == "\ra [########################] 100% 0.0 MB/s\u{1B}[K")
    }
}
