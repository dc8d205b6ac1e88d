import Foundation

/// A type that needs to be told how to read itself.
struct Scaled: DecodableWithConfiguration, CustomStringConvertible {
    struct Configuration: Sendable, CustomStringConvertible {
        let factor: Double
        var description: String { "factor \(factor)" }
    }

    let value: Double
    let path: [PathKey]

    init(from decoder: any Decoder, configuration: Configuration) throws {
        value = try decoder.singleValueContainer().decode(Double.self) * configuration.factor
        path = decoder.codingPath.map { PathKey($0) }
    }

    var description: String { "\(value) at \(path)" }
}

struct Doubling: DecodingConfigurationProviding {
    static var decodingConfiguration: Scaled.Configuration { Scaled.Configuration(factor: 2) }
}

/// Passes the configuration on to members and elements.
struct Recipe: DecodableWithConfiguration {
    private enum CodingKeys: CodingKey { case name, amount, extra, list }

    let name: String
    let amount: Scaled
    let extra: Scaled?
    let list: [Scaled]

    init(from decoder: any Decoder, configuration: Scaled.Configuration) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        amount = try container.decode(Scaled.self, forKey: .amount, configuration: configuration)
        extra = try container.decodeIfPresent(Scaled.self, forKey: .extra, configuration: configuration)
        var elements = try container.nestedUnkeyedContainer(forKey: .list)
        var list: [Scaled] = []
        while !elements.isAtEnd { list.append(try elements.decode(Scaled.self, configuration: configuration)) }
        self.list = list
    }
}

extension Scaled: EncodableWithConfiguration {
    func encode(to encoder: any Encoder, configuration: Configuration) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value / configuration.factor)
    }
}

/// A model whose member brings its own configuration.
struct Annotated: Decodable {
    @CodableConfiguration(wrappedValue: nil, from: Doubling.self) var value: Scaled?
}

extension Doubling: EncodingConfigurationProviding {
    static var encodingConfiguration: Scaled.Configuration { decodingConfiguration }
}
