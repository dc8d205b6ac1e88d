import Foundation

@testable import PolicyJSON

/// How an array is parsed: as a whole, in windows of some bytes, or by a second thread. Applies to arrays of all sizes.
struct ParsingMode: Sendable, CustomStringConvertible {
    let description: String
    let windows: WindowSizes
    let parsesAhead: Bool

    static let whole = ParsingMode(
        description: "whole", windows: WindowSizes(smallestDocument: .max), parsesAhead: false)

    static func windows(of step: Int, ahead: Int? = nil) -> ParsingMode {
        var windows = WindowSizes(smallestDocument: 0, step: step)
        if let ahead { windows.ahead = ahead }
        return ParsingMode(
            description: "windows of \(step)\(ahead.map { ", \($0) ahead" } ?? "")", windows: windows,
            parsesAhead: ahead != nil)
    }

    /// Large arrays in objects are removed from the tape, however small they are, and decoded in windows.
    static func emptied(by step: Int, least: Int = 1, ahead: Int? = nil, remembersTypes: Bool = false) -> ParsingMode {
        var windows = WindowSizes(
            smallestDocument: 0, smallestEnvelope: 0, leastTokens: least, remembersTypes: remembersTypes, step: step)
        if let ahead { windows.ahead = ahead }
        return ParsingMode(
            description: "arrays of \(least) emptied by \(step)\(ahead.map { ", \($0) ahead" } ?? "")",
            windows: windows,
            parsesAhead: ahead != nil)
    }

    /// The modes for objects that must have the same outcomes as ``whole``.
    static let emptying = [
        emptied(by: 1), emptied(by: 5), emptied(by: 16), emptied(by: 16, least: 12), emptied(by: 7, ahead: 3),
    ]

    /// The modes that must have the same outcomes as ``whole``.
    static let windowed = [
        windows(of: 1), windows(of: 3), windows(of: 16), windows(of: 1 << 16), windows(of: 1, ahead: 1),
        windows(of: 7, ahead: 3),
    ]

    func decoder(_ policy: DecodingPolicy = .strict, limits: JSONLimits = .default) -> PolicyJSONDecoder {
        let decoder = PolicyJSONDecoder(policy: policy)
        decoder.limits = limits
        decoder.windows = windows
        decoder.parsesAhead = parsesAhead
        return decoder
    }

    /// The result of decoding as text: the printed value or the whole error.
    func outcome(
        of type: any Decodable.Type, from json: [UInt8], _ policy: DecodingPolicy = .strict,
        limits: JSONLimits = .default
    ) -> String {
        func open<T: Decodable>(_ type: T.Type) -> String {
            do {
                return printed(try decoder(policy, limits: limits).decode(type, from: json))
            } catch {
                return text(of: error)
            }
        }
        return open(type)
    }
}
