import Foundation
import PolicyJSON
import Testing

private struct Rejection: Error, CustomStringConvertible {
    let description: String

    init(_ reason: String) { description = reason }
}

@Suite struct ValidateTests {
    static let points = Validate { (point: inout Point) in
        if point.x < 0 { throw Rejection("The point is left of the origin.") }
        point.x = min(point.x, 100)
    }
    static let below = Validate("The point is below the origin.") { (point: Point) in point.y >= 0 }

    @Test(arguments: DocumentedTable.cases(of: "Validate")) func table(row: DocumentedCase) {
        row.check([Self.points], isOneChange: row.type == "Point")
    }

    @Test func sameTable() { expectSameTable("Validate") }

    static let rows: [(policy: DecodingPolicy, row: Row)] = [
        (
            DecodingPolicy {
                points
                LossyCollections()
            },
            Row(
                [Point].self, #"[{"x":-1,"y":2},{"x":300,"y":2}]"#, "[Point(x: 100, y: 2)]",
                #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Point: {"x":-1,"y":2} → dropped, The point is left of the origin."#,
                #"Validate, normalized, '[1]' '/1', 1:17+16, Point: {"x":300,"y":2} → Point(x: 100, y: 2), "#)
        ),
        (
            DecodingPolicy {
                points
                Fallbacks(Point(x: 0, y: 0))
            },
            Row(
                Box<Point>.self, #"{"value":{"x":-1,"y":2}}"#, "Box<Point>(value: Point(x: 0, y: 0))",
                #"Fallbacks, failure replaced, 'value' '/value', 1:10+9, Point: {"x":-1,"y":2} → Point(x: 0, y: 0), The point is left of the origin."#
            )
        ),
        (
            DecodingPolicy {
                points
                Fallbacks()
            },
            Row(
                OptionalBox<Point>.self, #"{"value":{"x":-1,"y":2}}"#, "OptionalBox<Point>(value: nil)",
                #"Fallbacks, failure replaced, 'value' '/value', 1:10+9, Point?: {"x":-1,"y":2} → nil, The point is left of the origin."#
            )
        ),
        // Each rule is consulted, with the result of the one before, also about a value with repairs.
        (
            DecodingPolicy {
                points
                below
                NumbersFromStrings()
            },
            Row(
                Point.self, #"{"x":"300","y":-1}"#,
                "dataCorrupted at the top: The point is below the origin. [rejected by Validate]",
                #"NumbersFromStrings, converted, 'x' '/x', 1:6+5, Int: "300" → 300, Expected to decode Int but found a string instead."#,
                #"Validate, normalized, '' '', 1:1+0, Point: {"x":"300","y":-1} → Point(x: 100, y: -1), "#)
        ),
        (
            DecodingPolicy {
                NumbersFromStrings()
                points
                Validate { (point: inout Point) in point.y = point.x }
            },
            Row(
                Point.self, #"{"x":"300","y":-1}"#, "Point(x: 100, y: 100)",
                #"NumbersFromStrings, converted, 'x' '/x', 1:6+5, Int: "300" → 300, Expected to decode Int but found a string instead."#,
                #"Validate, normalized, '' '', 1:1+0, Point: {"x":"300","y":-1} → Point(x: 100, y: -1), "#,
                #"Validate, normalized, '' '', 1:1+0, Point: {"x":"300","y":-1} → Point(x: 100, y: 100), "#)
        ),
        (
            DecodingPolicy {
                Validate { (fruit: Fruit) in if fruit == .pear { throw Rejection("No pears.") } }
                UnknownCases(.first)
                LossyCollections()
            },
            Row(
                [Fruit].self, #"["pear","apple"]"#, "[Fruit.apple]",
                #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Fruit: "pear" → dropped, No pears."#)
        ),
        (
            DecodingPolicy {
                For(Box<Point>.self) { points }
                For(Point.self) { Without(Validate.self) }
            },
            Row(Point.self, #"{"x":-1,"y":0}"#, "Point(x: -1, y: 0)")
        ),
        // A rejected model rejects the models around it.
        (
            DecodingPolicy {
                points
                LossyCollections()
            },
            Row(
                [Box<Point>].self, #"[{"value":{"x":-1,"y":2}}]"#, "[]",
                #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Box<Point>: {"value":{"x":-1,"y":2}} → dropped, value: The point is left of the origin."#
            )
        ),
    ]

    @Test(arguments: rows.indices) func reports(index: Int) { Self.rows[index].row.check(Self.rows[index].policy) }

    @Test func variants() throws {
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                Variants(of: Figure.self, .internally(by: "type"))
                Validate("No notes.") { (figure: Figure) in if case .note = figure { false } else { true } }
                Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self])
                Validate("Anonymous.") { (vehicle: Vehicle) in !vehicle.name.isEmpty }
                LossyCollections()
            })
        let figures = try decoder.decode([Figure].self, from: #"[{"type":"note","_0":"a"},{"type":"none"}]"#)
        #expect(figures == [Figure.none])
        let vehicles = try decoder.decode([Vehicle].self, from: #"[{"type":"car","name":"","wheels":0},{"name":"a"}]"#)
        #expect("\(vehicles)" == "[vehicle a]")
    }

    @Test func allProblems() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Self.points })
        do throws(JSONDecodingError) {
            _ = try decoder.decodeCollectingErrors(
                [Point].self, from: Data(#"[{"x":-1,"y":2},{"x":"a","y":2},{"x":1,"y":2},{"x":-3,"y":2}]"#.utf8))
            Issue.record("decoded")
        } catch {
            #expect(error.problems.map(\.path.description) == ["[0]", "[1].x", "[3]"])
        }
    }

    @Test func rejectionsAreHandled() throws {
        Row(
            [Entry].self, #"[{"id":1},{"id":2,"note":null}]"#, "[Entry(id: 2, note: nil)]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Entry: {"id":1} → dropped, note: The key "note" is missing; it is required, and may be null."#
        ).check(
            DecodingPolicy {
                RequiredKeys()
                LossyCollections()
            })
        Row(
            OptionalBox<URL>.self, #"{"value":"/a"}"#, "OptionalBox<URL>(value: nil)",
            #"Fallbacks, failure replaced, 'value' '/value', 1:10+9, URL?: "/a" → nil, The URL is not absolute."#
        ).check(
            DecodingPolicy {
                AbsoluteURLs()
                Fallbacks()
            })
        Row(
            [URL].self, #"["/a","https://a.example"]"#, "[https://a.example]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, URL: "/a" → dropped, The URL is not absolute."#
        ).check(
            DecodingPolicy {
                AbsoluteURLs()
                LossyCollections()
            })
    }

    @Test func policyFile() {
        let json = #"{"version":1,"rules":[{"rule":"Validate"}]}"#
        #expect {
            try PolicyFile(Data(json.utf8))
        } throws: {
            ($0 as? PolicyFileError)?.description
                == "1:31: rules[0].rule: Validate has a closure, which a file cannot contain; register the rule under another name"
        }
    }
}
