import Foundation
import PolicyJSON
import PolicyJSONData
import TestSupport
import Testing

/// Schemas that contain themselves.
@Suite struct SchemaDepthTests {
    private static let arrays = """
        {"type":"array","items":{"$ref":"#/$defs/v"},"$defs":{"v":{"oneOf":[{"type":"integer"},{"type":"array","items":{"$ref":"#/$defs/v"}}]}}}
        """

    private static let tuples = arrays.replacing(
        ##""items":{"$ref":"#/$defs/v"}"##, with: ##""prefixItems":[{"$ref":"#/$defs/v"}]"##)

    /// - Parameters:
    ///   - depth: the number of containers around the innermost one.
    ///   - isDecoded: whether that is not too many.
    @Test(arguments: [(256, true), (257, false), (511, false)])
    func `deep records`(_ depth: Int, _ isDecoded: Bool) throws {
        let schemas = [
            (
                ##"{"type":"object","properties":{"a":{"$ref":"#"},"v":{"type":"integer"}}}"##, #"{"a":"#,
                #"{"v":"1"}"#, "}"
            ),
            (
                ##"{"type":"object","properties":{"v":{"type":"integer"}},"additionalProperties":{"$ref":"#"}}"##,
                #"{"b":"#,
                #"{"v":"1"}"#, "}"
            ), (Self.arrays, "[", #""1""#, "]"), (Self.tuples, "[", #""1""#, "]"),
        ]
        for (schema, start, innermost, end) in schemas {
            let record: @Sendable (String) -> String = { value in
                String(repeating: start, count: depth) + value + String(repeating: end, count: depth)
            }
            let result = try withLargeStack {
                let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
                let filter = RecordFilter(schema: try JSONSchema(Data(schema.utf8)), decoder: decoder)
                return filter.clean(Array(record(innermost).utf8), index: 0, at: .start).result
            }
            switch result {
            case .success(let text): #expect(text == record(innermost.replacing("\"1\"", with: "1")) && isDecoded)
            case .failure(let rejected):
                #expect(!isDecoded)
                #expect(rejected.problem.message == "Values of a schema are decoded up to 256 levels deep.")
                #expect(rejected.problem.path.steps.count == 257)
            }
        }
    }
}
