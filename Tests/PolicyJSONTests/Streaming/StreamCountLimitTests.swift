import PolicyJSON
import TestSupport
import Testing

/// Limits of the number of elements and members, in the container of a stream's elements and around it.
@Suite struct StreamCountLimitTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let limits: JSONLimits
        let path: PathPattern
        let text: String
        /// Values and rejections, and the error.
        let results: [String]

        init(_ limits: JSONLimits, _ path: PathPattern, _ text: String, _ results: [String]) {
            (self.limits, self.path, self.text, self.results) = (limits, path, text, results)
        }

        var testDescription: String { "\(limits.elements) \(limits.members) \(text)" }
    }

    private static let tooMany = "elementLimit: array of more elements than the element limit"
    private static let tooManyMembers = "memberLimit: object of more members than the member limit"

    static let rows = [
        Row(JSONLimits(elements: 2), "", "[1,2,3,4,5,6,7]", ["1", "2", "1:6 (5) \(tooMany)"]),
        Row(JSONLimits(elements: 2), "", "[1,2,[3],4]", ["1", "2", "1:6 (5) \(tooMany)"]),
        Row(JSONLimits(elements: 2), "", "[1,2]", ["1", "2"]),
        Row(JSONLimits(elements: 3), "", "[1,x,3,4,5]", ["1", "[1] <x>", "3", "1:8 (7) \(tooMany)"]),
        Row(JSONLimits(elements: 3), "", "[x,y,z]", ["[0] <x>", "[1] <y>", "[2] <z>"]),
        Row(JSONLimits(elements: 3), "", "[x,y,z,4]", ["[0] <x>", "[1] <y>", "[2] <z>", "1:8 (7) \(tooMany)"]),
        // What exceeds the limit is not rejected.
        Row(
            JSONLimits(elements: 2), "", "[x,y,z,4]", ["[0] <x>", "[1] <y>", "1:6 (5) unexpectedByte: unexpected 'z'"]),
        // An element has its own counts.
        Row(JSONLimits(elements: 2), "", "[[1,2,3],[1,2]]", ["[0] <[1,2,3]>", "[1,2]"]),
        Row(JSONLimits(elements: 2), "", "[x,[1,2,3],[1,2]]", ["[0] <x>", "[1] <[1,2,3]>", "1:12 (11) \(tooMany)"]),
        Row(JSONLimits(elements: 2), "", "[x,[1,2]]", ["[0] <x>", "[1,2]"]),
        // Containers around that of the elements.
        Row(
            JSONLimits(members: 2), "*", #"{"a":[x,1],"b":[y],"c":[3]}"#,
            ["a[0] <x>", "1", "b[0] <y>", "1:20 (19) \(tooManyMembers)"]),
        Row(
            JSONLimits(members: 2), "a", #"{"z":0,"a":[x,1],"b":[y]}"#,
            ["a[0] <x>", "1", "1:18 (17) \(tooManyMembers)"]),
        Row(
            JSONLimits(elements: 2), "[*]", "[[x,1],[y,2],[3]]",
            ["[0][0] <x>", "1", "[1][0] <y>", "2", "1:14 (13) \(tooMany)"]),
        Row(
            JSONLimits(members: 2), "", #"[{"a":1,"b":2,"c":3},x,{"a":1}]"#,
            [
                #"[0] <{"a":1,"b":2,"c":3}>"#, "[1] <x>", #"{"a":1}"#,
            ]),
    ]

    private static func describe(_ result: Result<RawJSON, RejectedElement>) -> String {
        switch result {
        case .success(let value): value.text
        case .failure(let rejected): "\(rejected.path) <\(String(decoding: rejected.bytes, as: UTF8.self))>"
        }
    }

    @Test(arguments: rows)
    func `results end at the limit`(_ row: Row) async throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits = row.limits
        let bytes = Array(row.text.utf8)
        for size in 1...bytes.count {
            for tasks in [1, 2] {
                let results = decoder.elements(of: RawJSON.self, at: row.path, from: Chunks(bytes, length: size).async)
                    .concurrently(tasks: tasks).results()
                var found: [String] = []
                do {
                    for try await result in results { found.append(Self.describe(result)) }
                } catch {
                    found.append(Delivery.describe(error))
                }
                #expect(found == row.results, "chunks of \(size), \(tasks) tasks")
            }
        }
    }

    /// A resumed stream counts the elements before the resume point.
    @Test(
        arguments: [
            ("", "[1,2,3,4]", ["1", "2", "3", "1:8 (7) \(tooMany)"]),
            ("", "[1,x,3,4]", ["1", "[1] <x>", "3", "1:8 (7) \(tooMany)"]),
            ("a", #"{"a":[1,2,3,[4]]}"#, ["1", "2", "3", "1:13 (12) \(tooMany)"]),
            ("[*]", "[[1],[2,3],[4],[5]]", ["1", "2", "3", "4", "1:16 (15) \(tooMany)"]),
        ] as [(PathPattern, String, [String])])
    func resuming(_ path: PathPattern, _ text: String, _ expected: [String]) throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits = JSONLimits(elements: 3)
        var found: [String] = []
        var point: JSONResumePoint?
        do {
            while true {
                let reader = try decoder.elements(
                    of: RawJSON.self, at: path, from: Chunks(Array(text.utf8)), resumingAt: point
                ).results()
                guard let result = try reader.next() else { break }
                found.append(Self.describe(result))
                point = reader.resumePoint
            }
        } catch {
            found.append(Delivery.describe(error))
        }
        #expect(found == expected)
    }

    /// Between the elements before the resume point and the next one there may be a chunk with a comma only.
    @Test(arguments: [1, 2, 100])
    func `resuming with a lower limit`(_ size: Int) throws {
        let decoder = PolicyJSONDecoder()
        let bytes = Array("[1,2,3 , [4],5]".utf8)
        let reader = try decoder.elements(of: RawJSON.self, from: Chunks(bytes))
        for _ in 1...3 { _ = try reader.next() }
        for limit in [1, 2, 3] {
            decoder.limits = JSONLimits(elements: limit)
            let chunks = Chunks(bytes, length: size)
            let rest = try decoder.elements(of: RawJSON.self, from: chunks, resumingAt: reader.resumePoint)
            let delivery = Delivery(rest)
            #expect(delivery.elements == [])
            #expect(delivery.failure == "1:10 (9) \(Self.tooMany)", "limit \(limit)")
        }
    }

    @Test func members() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits = JSONLimits(members: 2)
        for isResumed in [false, true] {
            let chunks = Chunks(Array(#"{"a":1,"b":"x","c":3}"#.utf8))
            var reader = try decoder.members(of: Int.self, from: chunks).results()
            #expect(try reader.next()?.get().value == 1)
            if isResumed {
                reader = try decoder.members(of: Int.self, from: chunks, resumingAt: reader.resumePoint).results()
            }
            #expect(throws: RejectedElement.self) { try reader.next()?.get() }
            let error = #expect(throws: JSONDecodingError.self) { try reader.next() }
            #expect(error.map { Delivery.describe($0) } == "1:16 (15) \(Self.tooManyMembers)")
        }
    }
}
