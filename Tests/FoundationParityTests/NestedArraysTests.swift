import Foundation
import PolicyJSON
import Testing

/// Arrays of arrays of numbers, which have a path of their own.
@Suite struct NestedArraysTests {
    private static let texts = [
        "[]", "[[]]", "[[],[1]]", "[[1,2],[3,4]]", "[[1,2,3],[4.5,-0,1e2]]", "[[1],[2,3],[4,5,6],[7,8,9,10]]",
        "[[1,2],null]", "[[1,2],[null,1]]", "[[1,2],[3,\"4\"]]", "[[1,2],3]", "[[1,2],{}]", "[[1,2],[[3]]]",
        "[[1,2],[true]]",
        "null", "{}", "1", "[1]", "[[0.1234567890123456789012345,1]]", "[[5e-324,1.7976931348623157e308]]",
    ]

    @Test(arguments: texts)
    func doubles(text: String) {
        let data = Data(text.utf8)
        #expect(
            Outcome { try PolicyJSONDecoder().decode([[Double]].self, from: data) }
                == Outcome { try JSONDecoder().decode([[Double]].self, from: data) })
        let member = Data(#"{"points":\#(text)}"#.utf8)
        struct Shape: Decodable, Equatable { let points: [[Double]] }
        #expect(
            Outcome { try PolicyJSONDecoder().decode(Shape.self, from: member).points }
                == Outcome { try JSONDecoder().decode(Shape.self, from: member).points })
    }

    /// What a policy drops and repairs is not decoded by that path.
    @Test func repaired() throws {
        let data = Data(#"[[1,"2"],[3,null],4,[5,6]]"#.utf8)
        let decoder = PolicyJSONDecoder(policy: .lenient)
        let arrays = try decoder.decode([[Double]].self, from: data)
        #expect(arrays == [[1, 2], [3], [5, 6]])
    }
}
