import FoundationEssentials
import SizeModel

extension JSONDecoder: DataDecoder {}
extension JSONEncoder: DataEncoder {}

let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let encoder = JSONEncoder()
encoder.dateEncodingStrategy = .iso8601
encoder.outputFormatting = [.sortedKeys]
try roundTrip(decoder, encoder)
