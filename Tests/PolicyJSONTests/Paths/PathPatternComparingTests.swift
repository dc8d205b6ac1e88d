import TestSupport
import Testing

@testable import PolicyJSON

@Suite struct PathPatternComparingTests {
    @Test(arguments: [
        ("a", "a", true, true), ("a", "b", false, false), ("*", "a", true, true), ("a", "*", true, false),
        ("[*]", "[3]", true, true), ("[3]", "[*]", true, false), ("[*]", "*", false, false), ("", "", true, true),
        ("", "a", false, false), ("**", "", true, true), ("**", "a[0].b", true, true), ("**.id", "id", true, true),
        ("**.id", "a.**.id", true, true), ("a.**.id", "**.id", true, false), ("**.a", "**.b", false, false),
        ("a.**", "**.b", true, false), ("items[*].price", "items[0].price", true, true),
        ("**.**", "**", true, true), ("*.*", "**", true, false), ("[9223372036854775807]", "[*]", true, false),
    ])
    func table(first: String, second: String, intersects: Bool, includes: Bool) throws {
        let comparison = try PathPattern(first).compared(with: PathPattern(second))
        #expect(comparison.intersects == intersects)
        #expect(comparison.includes == includes)
    }

    /// The comparison agrees with all paths of up to four steps.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func agreesWithPaths(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func pattern() throws -> PathPattern {
            var text = ""
            for _ in 0..<random.below(4) {
                let step = random.pick(["a", "b", "*", "**", "[0]", "[*]"])
                text += (text.isEmpty || step.hasPrefix("[") ? "" : ".") + step
            }
            return try PathPattern(text)
        }
        let first = try pattern()
        let second = try pattern()
        let steps: [JSONKey] = [JSONKey("a"), JSONKey("b"), JSONKey("c"), JSONKey(index: 0), JSONKey(index: 1)]
        var paths: [[JSONKey]] = [[]]
        var level = paths
        for _ in 0..<4 {
            level = level.flatMap { path in steps.map { path + [$0] } }
            paths += level
        }
        var intersects = false
        var includes = true
        for path in paths where second.matches(path) {
            if first.matches(path) { intersects = true } else { includes = false }
        }
        let comparison = first.compared(with: second)
        #expect(comparison.intersects == intersects, "\(first) and \(second)")
        #expect(comparison.includes == includes, "\(first) and \(second)")
    }

    /// Patterns that would take too long to compare do not include each other.
    @Test func bounds() throws {
        let text = "**" + (0..<40).map { ".**.\($0 % 3 == 0 ? "a" : "*")" }.joined()
        let other = try PathPattern(text + ".b.**")
        let pattern = try PathPattern(text)
        #expect(!pattern.compared(with: other).includes)
        #expect(!other.compared(with: pattern).includes)
    }
}
