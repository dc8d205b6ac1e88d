import Foundation
import Testing

@Suite struct VersionTests {
    /// The tool, the first heading of the changelog, and README's line for `Package.swift` name the same version.
    @Test func `one version`() throws {
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
        func contents(_ name: String) throws -> String {
            try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
        }
        let changelog = try #require(try contents("Docs/Changelog.md").firstMatch(of: /\n## ([0-9]+\.[0-9]+\.[0-9]+)/))
        let readme = try #require(try contents("README.md").firstMatch(of: /\.package\(url: .*from: "([^"]+)"/))
        let run = try Tool().run(["--version"])
        #expect(run == Tool.Run(status: 0, output: "\(changelog.1)\n", errors: ""))
        #expect(changelog.1 == readme.1)
    }
}
