import Orders
import PolicyJSON
import PolicyJSONData
import PolicyJSONTool

let decoder = PolicyJSONDecoder(
    policy: DecodingPolicy {
        NumbersFromStrings()
        BooleansFromScalars()
        StringsFromScalars()
        At("items[*]") { LossyCollections() }
    })
let encoder = PolicyJSONEncoder()
decoder.dateDecodingStrategy = .iso8601
encoder.dateEncodingStrategy = .iso8601
await RecordFilter(Order.self, decoder: decoder, encoder: encoder).main()
