import FoundationEssentials
import PolicyJSON
import SizeModel

extension PolicyJSONDecoder: DataDecoder {}
extension PolicyJSONEncoder: DataEncoder {}

let decoder = PolicyJSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let encoder = PolicyJSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = [.sortedKeys]
try roundTrip(decoder, encoder)
