@_spi(Tape) public import JSONTape

/// What is wrong with a policy file, or with a policy that is to become one.
public struct PolicyFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sorts of errors. More may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        public let description: String

        /// The file is not JSON.
        public static let notJSON = Code(description: "notJSON")
        /// The file is of a version that this library does not read.
        public static let unknownVersion = Code(description: "unknownVersion")
        /// Not the form of a policy file: a missing member, one that is unknown, a value of another kind.
        public static let invalidForm = Code(description: "invalidForm")
        /// No rule is registered under the name.
        public static let unknownRule = Code(description: "unknownRule")
        /// No type is registered under the name.
        public static let unknownType = Code(description: "unknownType")
        /// A value that an option cannot have, or a path pattern that is none.
        public static let invalidOption = Code(description: "invalidOption")
        /// A rule that cannot be written: one that is not registered, or that has parts that only a program can have.
        public static let notWritable = Code(description: "notWritable")
        /// A file that cannot be read.
        public static let unreadable = Code(description: "unreadable")
    }

    /// The sort of error.
    public let code: Code
    /// What is wrong, in words.
    public let message: String
    /// The path in the file, or that of the rule in the policy to be written: `rules[2].rule`.
    public let path: DecodingPath
    /// Where in the file; `nil` for errors of writing.
    public let location: SourceLocation?

    /// Place, path and what is wrong: `3:14: rules[2].rule: there is no rule "NumericString"`.
    public var description: String {
        let path = "\(path)"
        return [location.map(\.description), path.isEmpty ? nil : path, message].compactMap(\.self).joined(
            separator: ": ")
    }
}

/// What is wrong with a part of a file, inside the `DecodingError` that knows where.
struct PolicyFileProblem: Error {
    let code: PolicyFileError.Code
    let message: String

    /// The problem as an error of decoding, at a member.
    func at(_ path: [any CodingKey]) -> DecodingError { .corrupted(message, at: path, underlying: self) }
}

extension PolicyFileError {
    init(_ error: ReportedDecodingError) {
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
            message = "unknown member \(JSONReplacement.quoted(name))"
        default:
            code = .invalidForm
            if case .keyNotFound(let key, _)? = error.underlyingError as? DecodingError {
                message = "there is no member \(JSONReplacement.quoted(key.stringValue))"
            } else {
                message = context?.debugDescription ?? "\(error.underlyingError)"
            }
        }
    }
}
