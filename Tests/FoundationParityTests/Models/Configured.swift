import Foundation

/// A type that needs a configuration for decoding.
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

/// Passes the configuration to members and elements.
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

/// A model with a property wrapper that provides the configuration.
struct Annotated: Decodable {
    @CodableConfiguration(wrappedValue: nil, from: Doubling.self) var value: Scaled?
}

extension Doubling: EncodingConfigurationProviding {
    static var encodingConfiguration: Scaled.Configuration { decodingConfiguration }
}

/// A number that needs a configuration for encoding.
struct Measured: EncodableWithConfiguration {
    let value: Double

    func encode(to encoder: any Encoder, configuration: Scaled.Configuration) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value / configuration.factor)
    }
}

/// Passes the configuration to members and elements.
struct Dish: EncodableWithConfiguration {
    private enum CodingKeys: CodingKey { case theName, amount, extra, missing, list, nested }

    var amount = 3.0
    var extra: Measured? = Measured(value: -0.5)

    func encode(to encoder: any Encoder, configuration: Scaled.Configuration) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("a/b", forKey: .theName)
        try container.encode(Measured(value: amount), forKey: .amount, configuration: configuration)
        try container.encodeIfPresent(extra, forKey: .extra, configuration: configuration)
        try container.encodeIfPresent(Measured?.none, forKey: .missing, configuration: configuration)
        try container.encode([Measured(value: 1), Measured(value: 1e300)], forKey: .list, configuration: configuration)
        var nested = container.nestedUnkeyedContainer(forKey: .nested)
        try nested.encode(Measured(value: 7), configuration: configuration)
        try nested.encode(1)
    }
}

/// Encodes nothing.
struct EmptyDish: EncodableWithConfiguration {
    func encode(to encoder: any Encoder, configuration: Scaled.Configuration) throws {}
}
