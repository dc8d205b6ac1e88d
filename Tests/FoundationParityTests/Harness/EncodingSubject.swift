import Foundation
import PolicyJSON
import Testing

/// A value to encode, with its type erased.
struct EncodingSubject: Sendable, CustomStringConvertible, CustomTestStringConvertible {
    let name: String
    private let both: @Sendable (EncodingSettings) -> (EncodingOutcome, EncodingOutcome)

    init<T: Encodable & Sendable>(_ name: String? = nil, _ value: T) {
        self.name = name ?? "\(T.self) \(value)"
        both = { settings in
            let foundation = EncodingOutcome { try settings.foundation.encode(value) }
            return (foundation, EncodingOutcome { try settings.policyJSON.encode(value) })
        }
    }

    /// A value that needs a configuration.
    init<T: EncodableWithConfiguration & Sendable>(
        _ name: String, _ value: T, configuration: T.EncodingConfiguration
    ) where T.EncodingConfiguration: Sendable {
        self.name = name
        both = { settings in
            let foundation = EncodingOutcome { try settings.foundation.encode(value, configuration: configuration) }
            let policyJSON = EncodingOutcome { try settings.policyJSON.encode(value, configuration: configuration) }
            return (foundation, policyJSON)
        }
    }

    var description: String { name }
    var testDescription: String { name }

    func trial(_ settings: EncodingSettings = .default) -> EncodingTrial {
        let (foundation, policyJSON) = both(settings)
        return EncodingTrial(subject: self, settings: settings, foundation: foundation, policyJSON: policyJSON)
    }
}

/// The result of encoding a value with one encoder.
enum EncodingOutcome: Equatable, CustomStringConvertible {
    case text(String)
    /// An `EncodingError`, with its value, path and text.
    case failure(String)
    /// The description of any other error.
    case otherError(String)

    init(_ body: () throws -> Data) {
        do {
            self = .text(String(decoding: try body(), as: UTF8.self))
        } catch EncodingError.invalidValue(let value, let context) {
            let path = context.codingPath.map { "\(PathKey($0))" }.joined(separator: "/")
            self = .failure("invalidValue(\(value)) at [\(path)]: \(context.debugDescription)")
        } catch {
            self = .otherError("\(type(of: error)): \(error)")
        }
    }

    /// The outcome with members sorted by name.
    var sorted: EncodingOutcome {
        if case .text(let text) = self { return .text(MemberOrder.sorted(text)) }
        return self
    }

    var description: String {
        switch self {
        case .text(let text), .failure(let text), .otherError(let text): text
        }
    }
}

/// A value encoded by both encoders.
struct EncodingTrial: CustomStringConvertible {
    let subject: EncodingSubject
    let settings: EncodingSettings
    let foundation: EncodingOutcome
    let policyJSON: EncodingOutcome

    /// Whether the outcomes are equal, byte for byte, except for the order of unsorted members, which varies in
    /// Foundation.
    var agrees: Bool {
        if settings.formatting.contains(.sortedKeys) { return foundation == policyJSON }
        return foundation.sorted == policyJSON.sorted
    }

    var description: String {
        """
        \(subject), \(settings):
          Foundation: \(String(foundation.description.prefix(400)))
          PolicyJSON: \(String(policyJSON.description.prefix(400)))
        """
    }
}

/// The results of many trials.
struct EncodingTally {
    private(set) var trials = 0
    private(set) var texts = 0
    private var unexplained: [EncodingTrial] = []

    mutating func add(_ trial: EncodingTrial) {
        trials += 1
        if case .text = trial.policyJSON { texts += 1 }
        if !trial.agrees, EncodingDifference.covering(trial) == nil { unexplained.append(trial) }
    }

    func expectParity(
        minimumTrials: Int = 1, minimumTexts: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        if !unexplained.isEmpty {
            let shown = unexplained.prefix(20).map(\.description).joined(separator: "\n")
            Issue.record(
                "\(unexplained.count) of \(trials) trials differ, the first:\n\(shown)", sourceLocation: sourceLocation)
        }
        #expect(trials >= minimumTrials, sourceLocation: sourceLocation)
        #expect(texts >= minimumTexts, sourceLocation: sourceLocation)
    }
}

/// Sorts the members in a JSON text and leaves everything else unchanged.
enum MemberOrder {
    static func sorted(_ text: String) -> String {
        var rest = Array(text.utf8)[...]
        return String(decoding: value(&rest), as: UTF8.self) + String(decoding: rest, as: UTF8.self)
    }

    /// Removes the first value, and the white space around it.
    private static func value(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        let space = taken(&rest) { $0 == 0x20 || $0 == 0x0A }
        switch rest.first {
        case UInt8(ascii: "{"): return space + container(&rest, isObject: true)
        case UInt8(ascii: "["): return space + container(&rest, isObject: false)
        case UInt8(ascii: "\""): return space + string(&rest)
        default:
            return space
                + taken(&rest) { ![UInt8(ascii: ","), 0x0A, UInt8(ascii: "]"), UInt8(ascii: "}")].contains($0) }
        }
    }

    private static func container(_ rest: inout ArraySlice<UInt8>, isObject: Bool) -> [UInt8] {
        let open = rest.removeFirst()
        let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        var parts: [[UInt8]] = []
        var tail: [UInt8] = []
        while true {
            let space = taken(&rest) { $0 == 0x20 || $0 == 0x0A }
            guard let first = rest.first else { break }
            if first == close {
                tail = space + [rest.removeFirst()]
                break
            }
            if first == UInt8(ascii: ",") {
                rest.removeFirst()
                continue
            }
            var part = space
            if isObject {
                part += string(&rest)
                part += taken(&rest) { $0 == 0x20 || $0 == UInt8(ascii: ":") }
            }
            part += value(&rest)
            parts.append(part)
        }
        if isObject { parts.sort { $0.lexicographicallyPrecedes($1) } }
        return [open] + parts.joined(separator: [UInt8(ascii: ",")]) + tail
    }

    private static func string(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        var result = [rest.removeFirst()]
        while let byte = rest.popFirst() {
            result.append(byte)
            if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { result.append(next) }
            if byte == UInt8(ascii: "\"") { break }
        }
        return result
    }

    private static func taken(_ rest: inout ArraySlice<UInt8>, while isPart: (UInt8) -> Bool) -> [UInt8] {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return Array(part)
    }
}
