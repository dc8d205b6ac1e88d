public import FoundationImport
@_spi(Cursor) public import JSONTape

// `localizedDescription` of an error that does not conform is a number and the name of a type. The texts are English.

/// An error of the libraries. The protocol is not public, so that the texts of errors are not listed twice in the
/// documentation.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    public var errorDescription: String? { description }
}

extension JSONSyntaxError: LocalizedError, DescribedError {}
extension JSONDecodingError: LocalizedError, DescribedError {}
extension RejectedElement: LocalizedError, DescribedError {}
extension ElementLosses: LocalizedError, DescribedError {}
extension RuleRefusal: LocalizedError, DescribedError {}
extension OutcomeMismatch: LocalizedError, DescribedError {}
extension OutcomeFailure: LocalizedError, DescribedError {}
extension PolicyFileError: LocalizedError, DescribedError {}
extension InvalidPattern: LocalizedError, DescribedError {}
