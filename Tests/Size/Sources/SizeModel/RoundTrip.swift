public import FoundationEssentials

/// The program, but for its coders.
public protocol RoundTrip {
    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
    func encode<T: Encodable>(_ value: T) throws -> Data
}

extension RoundTrip {
    /// Decodes the file that the first argument names and prints it, encoded again. A file whose name starts with "orders"
    /// is an array of orders; another is any JSON.
    public func run() throws {
        let file = URL(fileURLWithPath: CommandLine.arguments[1])
        let data = try Data(contentsOf: file)
        let result =
            if file.lastPathComponent.hasPrefix("orders") {
                try encode(decode([Order].self, from: data))
            } else {
                try encode(decode(AnyJSON.self, from: data))
            }
        print(String(decoding: result, as: UTF8.self))
    }
}
