import Foundation
import PolicyJSON
import Testing

/// Random uses of decoders and containers, the same for both decoders.
@Suite struct WalkTests {
    static let documents = [
        "{}", "[]", "1", #""a""#, "null", "true", "[null]", "[null,null,1]", #"[1,"a",null,true,[1,2],{"a":1},3]"#,
        #"[[1,2,[3,[4]]],[],[[]],[{"a":[1]}]]"#, #"["a","b",1,"https://example.com","AQID"]"#,
        #"{"a":1,"b":"a","value":null,"é":[1,"b",null]}"#,
        #"{"a":{"a":{"b":[{"value":1},{"value":"x"}]}},"b":[[1],["a"]],"value":{"value":7}}"#,
        #"{"super":{"a":1,"super":{"a":2}},"1":{"1":[1,2]},"":true,"a":null}"#,
        #"{"a":1,"a":"x","b":[],"b":{},"e\u0301":1,"é":2}"#,
        #"[{"a":1},{"a":"b","value":[1]},{"super":[1,2,3]},{"1":null,"b":{"é":{}}}]"#,
        #"{"value":[{"plain":{}},{"one":{"_0":1}},"a",null],"a":[true,false],"b":"2024-02-29T12:34:56Z"}"#,
    ]

    static let strategies = [
        Options(name: "default"),
        Options(name: "snake case, seconds", dates: .secondsSince1970, keys: .convertFromSnakeCase),
        Options(
            name: "deferred data, custom keys", data: .deferredToData,
            keys: .custom { path in AnyKey(path.last?.stringValue == "b" ? "value" : path.last?.stringValue ?? "") }),
    ]

    /// The number of occurrences of each pair of differing lines.
    private struct Differences {
        var lines: [[String]: Int] = [:]
        var walks = 0

        mutating func add(_ theirs: [String], _ ours: [String]) {
            walks += 1
            // After the walks have diverged, their logs cannot be compared.
            let isSameWalk = theirs.count == ours.count
            for (their, our) in zip(theirs, ours) where their != our {
                lines[[their, our], default: 0] += 1
                if !isSameWalk { break }
            }
        }
    }

    @Test(arguments: documents, strategies)
    func walks(_ document: String, _ options: Options) throws {
        let key = try #require(Walk.seed)
        var differences = Differences()
        for seed in UInt64(0)..<40 {
            var options = options
            options.userInfo = [key: seed]
            let data = Data(document.utf8)
            let theirs = try options.foundation.decode(Walk.self, from: data).log
            let ours = try options.policyJSON.decode(Walk.self, from: data).log
            differences.add(theirs, ours)
        }
        for (pair, count) in differences.lines {
            Issue.record("\(count) × in \(document)\n  Foundation: \(pair[0])\n  PolicyJSON: \(pair[1])")
        }
    }
}
