import FoundationImport
internal import RuntimeFacts

extension DefaultValues {
    /// Where a supplied value comes from.
    enum Source {
        case kinds(Kinds)
        case value(any Encodable & Sendable, type: Any.Type)
        case json(RawJSON)
        case template(DefaultsTemplate)
        case members(JSONTemplate)
    }
}

extension DefaultValues {
    /// A string is shown in reports as JSON.
    static func use(_ value: any Encodable) -> Repair {
        if let text = value as? String { return .replace(with: .string(text)) }
        return .use(value)
    }

    /// The value's JSON, if it can be encoded.
    @_optimize(size)
    static func attempt(_ value: any Encodable) -> Repair {
        let encoder = PolicyJSONEncoder()
        // Reports contain the text: the order of members must not vary. (That of the elements of a set does.)
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(value) else { return .decline }
        return .replaceIfDecodable(with: RawJSON(checked: String(decoding: json, as: UTF8.self)))
    }
}

extension DefaultValues.Source {
    /// The answer with the value for the requested type; declines if there is none.
    func answer(_ context: DecodingRuleContext) -> Repair {
        switch self {
        case .kinds(let kinds): return kinds.answer(context.requestedType)
        case .value(let value, let type):
            if type == context.requestedType { return DefaultValues.use(value) }
            return context.isScoped ? DefaultValues.attempt(value) : .decline
        case .json(let json): return .replaceIfDecodable(with: json)
        case .template(let template): return template.answer(context)
        case .members(let template): return template.answer(context)
        }
    }

    /// The arguments of the initializer, as in source code.
    var sourceText: String {
        switch self {
        case .kinds(let kinds): kinds.sourceText
        case .value(let value as String, _): RawJSON.quoted(value)
        case .value(let value, let type): EnumCases.isEnumeration(type) ? "\(type).\(value)" : "\(value)"
        case .json(let json): "json: \(json.text)"
        case .template(let template): "template: \(template.type)"
        case .members(let template): "template: \(template.json), of: \(template.typeName).self"
        }
    }

    /// The default of the situations in which ``DefaultValues`` supplies the value.
    var usualSituations: RepairSituation {
        switch self {
        case .template, .members: .missingKey
        case .kinds, .value, .json: [.null, .missingKey]
        }
    }

    /// What is supplied; `nil` for nothing.
    var words: String? {
        switch self {
        case .kinds(let kinds): kinds.words.isEmpty ? nil : kinds.words
        case .json(let json): json.text
        case .value(let value as String, _): "the string \(RawJSON.quoted(value))"
        case .value(let value, let type): "the \(type) \(value)"
        case .template(let template): "members of \(template.type) from the program's template"
        case .members(let template): "members of \(template.typeName) from \(template.json)"
        }
    }

    /// Whether there is no value to supply.
    @_optimize(size)
    var isWithoutEffect: Bool {
        switch self {
        case .kinds(let kinds): kinds.isWithoutEffect
        case .value: false
        case .json(let json): (try? json.checkedText) == nil
        case .template(let template): template.isWithoutEffect
        case .members(let template): template.isWithoutEffect
        }
    }
}

// MARK: Policy files

extension DefaultValues.Source {
    private enum CodingKeys: CodingKey { case kinds, value, json, template, of }

    /// The source in an object; `nil` if there is none.
    @_optimize(size)
    static func decode(from decoder: any Decoder) throws -> Self? {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let sources = [CodingKeys.kinds, .value, .json, .template].filter { container.contains($0) }
        if sources.count > 1 {
            throw PolicyFileProblem(
                code: .invalidForm, message: "needs only one of \"kinds\", \"value\", \"json\" and \"template\""
            )
            .at(container.codingPath)
        }
        if sources != [.template] { try container.reject(unused: [.of]) }
        guard let source = sources.first else { return nil }
        switch source {
        case .kinds: return .kinds(try container.options(.kinds))
        case .json: return .json(try container.decode(RawJSON.self, forKey: .json).withScalars)
        case .template, .of:
            let registry = decoder.userInfo[.policyRegistry] as? PolicyRegistry ?? PolicyRegistry()
            let json = try container.decode(RawJSON.self, forKey: .template)
            let name = try container.decode(String.self, forKey: .of)
            let type = try registry.type(named: name, at: container.codingPath + [CodingKeys.of])
            return .members(JSONTemplate(json, of: type ?? Never.self, unknownName: type == nil ? name : nil))
        case .value:
            let value = try container.decode(RawJSON.self, forKey: .value).value
            if let text = value.string { return .value(text, type: String.self) }
            if let flag = value.bool { return .value(flag, type: Bool.self) }
            if let number = value.number.flatMap({ Int($0.text) }) { return .value(number, type: Int.self) }
            throw PolicyFileProblem(
                code: .invalidOption,
                message: "a value is a string, an integer, true or false; for others use \"json\""
            ).at(container.codingPath + [CodingKeys.value])
        }
    }

    @_optimize(size)
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .kinds(let kinds):
            try container.encode(
                DefaultValues.Kinds.names.filter { kinds.contains($0.value) }.map(\.key), forKey: .kinds)
        case .json(let json):
            guard (try? json.checkedText) != nil else {
                throw PolicyFileProblem(code: .notWritable, message: "its JSON is not valid")
            }
            try container.encode(json, forKey: .json)
        case .value(let value as String, _): try container.encode(value, forKey: .value)
        case .value(let value as Bool, _): try container.encode(value, forKey: .value)
        case .value(let value as Int, _): try container.encode(value, forKey: .value)
        case .value(_, let type):
            throw PolicyFileProblem(
                code: .notWritable, message: "it has a value of type \(type); use its JSON, json:")
        case .members(let template):
            let registry = encoder.userInfo[.policyRegistry] as? PolicyRegistry ?? PolicyRegistry()
            guard let name = registry.name(of: template.type) else {
                throw PolicyFileProblem(
                    code: .notWritable, message: "the type \(template.typeName) is not registered")
            }
            try container.encode(template.json, forKey: .template)
            try container.encode(name, forKey: .of)
        case .template(let template):
            throw PolicyFileProblem(
                code: .notWritable, message: "its template is a value of the program, of the type \(template.type)")
        }
    }
}

extension DefaultValues.Kinds {
    fileprivate var words: String {
        let words: KeyValuePairs<String, Self> = [
            "0": .zero, "an empty string": .emptyString, "false": .false, "an empty array or set": .emptyArray,
            "an empty dictionary": .emptyDictionary,
        ]
        return words.filter { contains($0.value) }.map(\.key).joined(separator: ", ")
    }
}
