import Foundation
import PolicyJSON
import Testing

@Suite struct FallbackDataFormatsTests {
    @Test(arguments: DocumentedTable.cases(of: "FallbackDataFormats")) func table(row: DocumentedCase) {
        row.check([FallbackDataFormats()])
    }

    @Test func sameTable() { expectSameTable("FallbackDataFormats") }

    struct Keys: Decodable { let own: Data, next: Data?, all: [Data], byName: [String: Data] }

    @Test func positions() {
        Row(
            Keys.self, #"{"own":"-_8","next":"AQ ==","all":["AQ==","AQ"],"byName":{"d":[7,8,9]}}"#,
            #"Keys(own: 2 bytes, next: Optional(1 bytes), all: [1 bytes, 1 bytes], byName: ["d": 3 bytes])"#,
            #"FallbackDataFormats, converted, 'own' '/own', 1:8+7, Data: "-_8" → 2 bytes, Encountered Data is not valid Base64."#,
            #"FallbackDataFormats, converted, 'next' '/next', 1:21+20, Data?: "AQ ==" → 1 bytes, Encountered Data is not valid Base64."#,
            #"FallbackDataFormats, converted, 'all[1]' '/all/1', 1:43+42, Data: "AQ" → 1 bytes, Encountered Data is not valid Base64."#,
            #"FallbackDataFormats, converted, 'byName.d' '/byName/d', 1:63+62, Data: [7,8,9] → 3 bytes, Expected to decode String but found an array instead."#
        ).check(DecodingPolicy { FallbackDataFormats() })
    }

    /// Any bytes are read in each form, and by strict decoding in the usual one, without a report.
    @Test func roundTrips() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { FallbackDataFormats() })
        for count in 0..<70 {
            let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count &* 67) })
            let base64 = data.base64EncodedString()
            let url = base64.replacing("+", with: "-").replacing("/", with: "_")
            let lines = data.base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn])
            let forms = [
                base64, url, url.replacing("=", with: ""), base64.replacing("=", with: ""), lines + "\n",
                "\(Array(data))",
            ]
            for (number, form) in forms.enumerated() {
                let text = number == 5 ? form : try String(decoding: JSONEncoder().encode(form), as: UTF8.self)
                let outcome = try decoder.decodeReporting([Data].self, from: "[\(text)]")
                #expect(outcome.value == [data], "\(text)")
                let isStrict = (try? JSONDecoder().decode([Data].self, from: Data("[\(text)]".utf8))) != nil
                #expect(outcome.report.entries.isEmpty == isStrict, "\(text)")
            }
        }
    }

    /// The decoder's own strategy comes first.
    @Test func strategies() throws {
        var decoder = PolicyJSONDecoder(policy: DecodingPolicy { FallbackDataFormats() })
        decoder.dataDecodingStrategy = .deferredToData
        #expect(try decoder.decode([Data].self, from: #"[[1,2],"AQI"]"#) == [Data([1, 2]), Data([1, 2])])
        decoder = PolicyJSONDecoder(policy: DecodingPolicy { FallbackDataFormats() })
        decoder.dataDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            return Data(text.utf8)
        }
        #expect(try decoder.decode([Data].self, from: #"["ab",[1]]"#) == [Data("ab".utf8), Data([1])])
    }
}
