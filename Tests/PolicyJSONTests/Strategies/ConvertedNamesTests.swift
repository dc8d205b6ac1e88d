import Testing

@testable import PolicyJSON

/// What is kept for later documents has bounds, whatever names these have.
@Suite struct ConvertedNamesTests {
    @Test(arguments: [(1, true), (128, true), (129, false), (1_000_000, false)])
    func longNames(length: Int, isKept: Bool) {
        var names = ConvertedNames()
        let name = String(repeating: "n", count: length)
        names.insert("converted", for: name)
        #expect(names[name] == (isKept ? "converted" : nil))
    }

    @Test func manyNames() {
        var names = ConvertedNames()
        for index in 0..<10_001 { names.insert("\(index)", for: "name\(index)") }
        #expect(names["name9999"] == "9999")
        #expect(names["name10000"] == nil)
    }
}
