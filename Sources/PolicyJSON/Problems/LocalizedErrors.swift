public import Foundation
@_spi(Tape) public import JSONTape

// `localizedDescription` of an error that does not conform is a number and the name of a type. The texts are English.

extension JSONSyntaxError: LocalizedError {
    public var errorDescription: String? { description }
}

extension JSONDecodingError: LocalizedError {
    public var errorDescription: String? { description }
}

extension ElementLosses: LocalizedError {
    public var errorDescription: String? { description }
}

extension RuleRefusal: LocalizedError {
    public var errorDescription: String? { description }
}

extension OutcomeMismatch: LocalizedError {
    public var errorDescription: String? { description }
}

extension OutcomeFailure: LocalizedError {
    public var errorDescription: String? { "\(failure)" }
}

extension PolicyFileError: LocalizedError {
    public var errorDescription: String? { description }
}

extension PathPattern.InvalidPattern: LocalizedError {
    public var errorDescription: String? { description }
}

extension DatePattern.InvalidPattern: LocalizedError {
    public var errorDescription: String? { description }
}
