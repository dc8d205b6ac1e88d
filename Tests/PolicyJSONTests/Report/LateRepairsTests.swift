import Foundation
import PolicyJSON
import Testing

/// Repairs by decoders that models have kept, after the call.
@Suite struct LateRepairsTests {
    private struct Kept: Decodable {
        let decoder: any Decoder

        init(from decoder: any Decoder) throws { self.decoder = decoder }

        func numbers(_ count: Int) -> [String] {
            (0..<count).map { _ in
                do {
                    return "\(try Int(from: decoder))"
                } catch DecodingError.dataCorrupted(let context) {
                    return "\(context.codingPath.map(\.stringValue)) \(context.debugDescription)"
                } catch {
                    return "\(error)"
                }
            }
        }
    }

    private static let exceeded = #"["Index 1"] More than 2 repairs."#

    private let decoder: PolicyJSONDecoder = {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { NumbersFromStrings() })
        decoder.repairLimit = 2
        return decoder
    }()

    @Test func `they count, and are not reported`() throws {
        let outcome = try decoder.decodeReporting([Kept].self, from: Data(#"["1","2"]"#.utf8))
        #expect(outcome.value[1].numbers(3) == ["2", "2", Self.exceeded])
        #expect(outcome.report.isEmpty)
        // Another call is not affected.
        #expect(try decoder.decode([Int].self, from: Data(#"["1","2"]"#.utf8)) == [1, 2])
    }

    @Test(arguments: [JSONStreamFormat.array, .lines])
    func `elements of a stream`(_ format: JSONStreamFormat) throws {
        let text = format == .array ? #"["1","2",3]"# : "\"1\"\n\"2\"\n3"
        let elements = try decoder.elements(of: Kept.self, in: format, from: InputStream(data: Data(text.utf8)))
        var found: [Kept] = []
        while let element = try elements.next() { found.append(element) }
        #expect(found[1].numbers(3) == ["2", "2", Self.exceeded])
        #expect(elements.report.isEmpty)
    }
}
