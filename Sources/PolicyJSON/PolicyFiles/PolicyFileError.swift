@_spi(Cursor) public import JSONTape

/// An error in a policy file, or in a policy that cannot be written to one.
public struct PolicyFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of errors. More may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// The file is not JSON.
        public static let notJSON = Code(description: "notJSON")
        /// The file has a version that this library does not read.
        public static let unknownVersion = Code(description: "unknownVersion")
        /// The file does not have the form of a policy file: a member is missing or unknown, or a value has the wrong
        /// kind.
        public static let invalidForm = Code(description: "invalidForm")
        /// No rule is registered under the name.
        public static let unknownRule = Code(description: "unknownRule")
        /// No type is registered under the name.
        public static let unknownType = Code(description: "unknownType")
        /// An option has an invalid value, or a path pattern is invalid.
        public static let invalidOption = Code(description: "invalidOption")
        /// A rule cannot be written, because it is not registered or has parts that exist only in a program.
        public static let notWritable = Code(description: "notWritable")
        /// The file cannot be read.
        public static let unreadable = Code(description: "unreadable")
    }

    /// The kind of error.
    public let code: Code
    /// What is wrong, in words.
    public let message: String
    /// The path in the file, or of the rule in the policy to write: `rules[2].rule`.
    public let path: DecodingPath
    /// The location in the file; `nil` for errors of writing.
    public let location: JSONLocation?

    /// Location, path and message: `3:14: rules[2].rule: there is no rule "NumericString"`.
    public var description: String {
        let path = "\(path)"
        return [location.map(\.description), path.isEmpty ? nil : path, message].compactMap(\.self).joined(
            separator: ": ")
    }
}

/// An error in a part of a file, inside a `DecodingError` that has the path.
struct PolicyFileProblem: Error {
    let code: PolicyFileError.Code
    let message: String

    /// The problem as an error of decoding, at a member.
    func at(_ path: [any CodingKey]) -> DecodingError { .corrupted(message, at: path, underlying: self) }
}

extension PolicyFileError {
    @_optimize(size)
    init(_ error: JSONDecodingError) {
        let context = (error.underlyingError as? DecodingError)?.context
        path = DecodingPath(context?.codingPath ?? [])
        location = error.location
        switch context?.underlyingError {
        case let problem as PolicyFileProblem:
            code = problem.code
            message = problem.message
        case let error as JSONSyntaxError:
            code = .notJSON
            message = "not JSON: \(error.message)"
        case let refusal as RuleRefusal where refusal.rule == "UnknownKeys":
            code = .invalidForm
            let name = context?.codingPath.last?.stringValue ?? ""
            message = "unknown member \(RawJSON.quoted(name))"
        default:
            code = .invalidForm
            if case .keyNotFound(let key, _)? = error.underlyingError as? DecodingError {
                message = "there is no member \(RawJSON.quoted(key.stringValue))"
            } else {
                message = Self.message(of: error)
            }
        }
    }

    /// What is wrong with a value: in words of JSON where Foundation's texts name types of Swift, otherwise in those of the
    /// error.
    @_optimize(size)
    private static func message(of error: JSONDecodingError) -> String {
        let text = (error.underlyingError as? DecodingError)?.context?.debugDescription ?? "\(error.underlyingError)"
        // Foundation's error about a string in place of a `Decimal` has no text.
        let namesTypes =
            text.isEmpty || text.hasPrefix("Expected to decode ") || text.hasPrefix("Parsed JSON number <")
            || text.hasSuffix("found null value instead")
        let problem = DecodingProblem.problems(in: error).first
        guard namesTypes, let problem, problem.expected != nil else { return text }
        return problem.message.prefix(1).lowercased() + problem.message.dropFirst().dropLast()
    }
}
