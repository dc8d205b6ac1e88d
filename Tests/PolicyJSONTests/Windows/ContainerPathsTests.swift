import Testing

@testable import PolicyJSON

@Suite struct ContainerPathsTests {
    @Test func paths() {
        let texts: [DecodingPath] = ["", "a", "a", "a[0].b", "a[0].c", "a[1].b", "a", "", "b.a", "b.a[3]"]
        var paths = ContainerPaths()
        for text in texts { paths.append(text.steps) }
        #expect(paths.count == texts.count)
        #expect((0..<paths.count).map { DecodingPath(paths[$0]) } == texts)
        #expect(ContainerPaths([.key("a"), .index(0)])[0] == [.key("a"), .index(0)])
        #expect(ContainerPaths.top[0].isEmpty)
    }

    /// Many containers far below the top take memory for the steps in which they differ.
    @Test func sharedSteps() {
        let above = Array(repeating: DecodingPath.Step.key("a"), count: 500)
        var paths = ContainerPaths()
        for index in 0..<1_000 { paths.append(above + [.index(index), .key("b")]) }
        #expect(paths.steps.count == 500 + 2 * 1_000)
        #expect(paths[999] == above + [.index(999), .key("b")])
    }
}
