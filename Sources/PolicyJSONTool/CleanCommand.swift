import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// `policyjson clean`: records in, clean records out.
struct CleanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clean",
        abstract: "Repairs records under a policy, and writes them as lines.",
        discussion: """
            Reads the lines of NDJSON, the elements of an array (--at for one inside the document), or a single object, and \
            writes each record as one line, in order: \
            what is not as the schema requires is repaired under the policy, the rest is unchanged, to the digit.

            \(CleanOptions.discussion)

            The schema is JSON Schema (2020-12). Keywords that are not supported are rejected. Without a schema only records \
            that are not JSON are rejected. Dates are RFC 3339 strings.
            """
    )

    @OptionGroup var options: CleanOptions

    @Option(help: ArgumentHelp("The JSON Schema of a record.", valueName: "file"))
    var schema: String?

    func validate() throws { try Input.checkStandardInput(in: options.files + [options.policy, schema]) }

    func run() async throws {
        if options.policy != nil, schema == nil, !options.json {
            let style = Style(for: .error)
            try StandardStream.error.print(
                "\(style("warning:", .yellow)) without --schema no values are decoded, so the policy repairs nothing")
        }
        try await options.run(reading: schema.map { [$0] } ?? []) { policy in
            let decoder = PolicyJSONDecoder(policy: policy ?? .strict)
            decoder.dateDecodingStrategy = .iso8601
            decoder.reportLimit = 0
            return RecordFilter(schema: try schema.map { try JSONSchema(Input(argument: $0)) }, decoder: decoder)
        }
    }
}

extension JSONSchema {
    /// Reads a schema.
    init(_ input: Input) throws(InputProblem) {
        let data = try input.read()
        do throws(JSONSchemaError) {
            try self.init(data)
        } catch {
            var problem = InputProblem(label: input.label, code: "schema", message: error.message)
            problem.location = error.location
            throw problem
        }
    }
}
