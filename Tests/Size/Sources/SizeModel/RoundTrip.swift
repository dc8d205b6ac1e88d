public import FoundationEssentials

public protocol DataDecoder {
    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}

public protocol DataEncoder {
    func encode<T: Encodable>(_ value: T) throws -> Data
}

/// Decodes the file that the first argument names and prints it, encoded again. A file whose name starts with "orders" is an
/// array of orders; another is any JSON.
public func roundTrip(_ decoder: some DataDecoder, _ encoder: some DataEncoder) throws {
    let file = URL(fileURLWithPath: CommandLine.arguments[1])
    let data = try Data(contentsOf: file)
    let result =
        if file.lastPathComponent.hasPrefix("orders") {
            try encoder.encode(decoder.decode([Order].self, from: data))
        } else {
            try encoder.encode(decoder.decode(AnyJSON.self, from: data))
        }
    print(String(decoding: result, as: UTF8.self))
}
