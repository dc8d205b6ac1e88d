import Foundation
import PolicyJSON

/// The encoder must write the bytes that Foundation writes, or throw its error; both decoders must read the text as the
/// same value; and decoding and encoding it again must not change it.
///
/// The last byte of an input is options; the one before it determines whether the rest is a document, bytes from which values are
/// generated, or such bytes for ``FormsCheck``.
enum RoundTripCheck {
    static func complaint(about input: [UInt8]) -> String? {
        guard input.count >= 2 else { return nil }
        let options = input[input.count - 1]
        var rest = input.dropLast(2)
        if input[input.count - 2] & 3 == 2 { return FormsCheck.complaint(about: rest + [options]) }
        if input[input.count - 2] & 1 != 0 {
            return complaint(about: WrittenValue(taking: &rest), options)
        }
        let document = Data(rest)
        // Trying several types takes quadratic time in the depth, because of the paths of errors.
        if rest.count(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }) > 24 { return nil }
        guard let value = try? PolicyJSONDecoder().decode(WrittenValue.self, from: document) else { return nil }
        return complaint(about: value, options) ?? fragmentComplaint(about: document, options)
    }

    private static func complaint(about value: WrittenValue, _ options: UInt8) -> String? {
        let ours = Result { try policyJSON(options).encode(value) }
        let theirs = Result { try foundation(options).encode(value) }
        switch (ours, theirs) {
        case (.success(let our), .success(let their)):
            if our != their { return "PolicyJSON: \(text(our))\nFoundation: \(text(their))" }
            return complaint(aboutText: our, options)
        case (.failure(let our), .failure(let their)):
            return describe(our) == describe(their)
                ? nil : "PolicyJSON: \(describe(our))\nFoundation: \(describe(their))"
        case (.failure(let our), .success(let their)):
            return "PolicyJSON: \(describe(our))\nFoundation: \(text(their))"
        case (.success(let our), .failure(let their)):
            return "PolicyJSON: \(text(our))\nFoundation: \(describe(their))"
        }
    }

    private static func complaint(aboutText written: Data, _ options: UInt8) -> String? {
        do {
            let tree = try PolicyJSONDecoder().decode(AnyTree.self, from: written)
            let their = try JSONDecoder().decode(AnyTree.self, from: written)
            if tree != their, !tree.isSame(exceptIntegersOf: their) {
                return "read as \(tree)\nby Foundation as \(their)"
            }
            // Snake case is not its own snake case: a capital without a small letter, such as `ϓ`, is preceded by one
            // more underscore each time, as in Foundation.
            let options = options & ~4
            // The first pass may change a fraction that exceeds the precision of `Double`, the second a `Double` that
            // is integral. Further passes must not change anything.
            let first = try again(again(written, options), options)
            let second = try again(first, options)
            if second != first { return "first \(text(first))\nthen \(text(second))" }
            let last = try PolicyJSONDecoder().decode(AnyTree.self, from: first)
            // Compares as `Double`, through which the values were encoded.
            return last.isSame(as: tree, numbers: { $0.double == $1.double })
                ? nil : "written as \(tree)\nread and written as \(last)"
        } catch {
            return "\(text(written)): \(error)"
        }
    }

    private static func again(_ written: Data, _ options: UInt8) throws -> Data {
        try policyJSON(options).encode(try PolicyJSONDecoder().decode(WrittenValue.self, from: written))
    }

    /// A fragment must be written verbatim.
    private static func fragmentComplaint(about document: Data, _ options: UInt8) -> String? {
        do {
            let fragment = try PolicyJSONDecoder().decode(RawJSON.self, from: document)
            let written = try PolicyJSONEncoder().encode([fragment])
            let back = try PolicyJSONDecoder().decode([RawJSON].self, from: written)
            if back != [fragment] { return "\(fragment.text)\nwritten as \(text(written))" }
            let tree = try PolicyJSONDecoder().decode(AnyTree.self, from: document)
            let other = try PolicyJSONDecoder().decode([AnyTree].self, from: written)
            return other == [tree] ? nil : "\(tree)\nas a fragment \(other)"
        } catch {
            return "as a fragment: \(error)"
        }
    }

    private static func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    private static func describe(_ error: any Error) -> String {
        guard case EncodingError.invalidValue(let value, let context) = error else { return "\(error)" }
        return "\(type(of: value)) at \(context.codingPath.map(\.stringValue)): \(context.debugDescription)"
    }

    private static func formatting(_ options: UInt8) -> JSONEncoder.OutputFormatting {
        // Foundation's order of members varies between runs unless they are sorted.
        var formatting: JSONEncoder.OutputFormatting = .sortedKeys
        if options & 1 != 0 { formatting.insert(.prettyPrinted) }
        if options & 2 != 0 { formatting.insert(.withoutEscapingSlashes) }
        return formatting
    }

    private static func foundation(_ options: UInt8) -> JSONEncoder { applied(options, to: JSONEncoder()) }
    private static func policyJSON(_ options: UInt8) -> PolicyJSONEncoder { applied(options, to: PolicyJSONEncoder()) }

    private static func applied<Target: EncoderWithSettings>(_ options: UInt8, to encoder: Target) -> Target {
        encoder.outputFormatting = formatting(options)
        if options & 4 != 0 { encoder.keyEncodingStrategy = .convertToSnakeCase }
        if options & 8 != 0 { encoder.nonConformingFloatEncodingStrategy = infinities }
        encoder.dateEncodingStrategy = dates(options)
        if options & 64 != 0 { encoder.dataEncodingStrategy = .deferredToData }
        return encoder
    }

    private static let infinities = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")

    private static func dates(_ options: UInt8) -> JSONEncoder.DateEncodingStrategy {
        switch options >> 4 & 3 {
        case 0: .deferredToDate
        case 1: .secondsSince1970
        case 2: .millisecondsSince1970
        default: .iso8601
        }
    }
}

/// The settings of both encoders that options select.
private protocol EncoderWithSettings: AnyObject {
    var outputFormatting: JSONEncoder.OutputFormatting { get set }
    var dateEncodingStrategy: JSONEncoder.DateEncodingStrategy { get set }
    var dataEncodingStrategy: JSONEncoder.DataEncodingStrategy { get set }
    var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy { get set }
    var keyEncodingStrategy: JSONEncoder.KeyEncodingStrategy { get set }
}

extension JSONEncoder: EncoderWithSettings {}
extension PolicyJSONEncoder: EncoderWithSettings {}
