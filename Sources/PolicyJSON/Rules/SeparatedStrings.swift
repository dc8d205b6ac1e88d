@_spi(Cursor) internal import JSONTape

/// Accepts a string where an array or a set of scalars is requested, as its elements with a separator between them.
///
/// | rule | requested | found | outcome |
/// |---|---|---|---|
/// | `SeparatedStrings()` | `[String]`, `ContiguousArray<String>` | `"a,b,c"`, `"a, b"`, `",a"`, `"a"`, `""` | `["a", "b", "c"]`, `["a", " b"]`, `["", "a"]`, `["a"]`, `[]` |
/// | `SeparatedStrings()` | `[Int]`, `Set<Int>` | `"1"`, `"-2"`, `"1.0"`, `""` | `[1]`, `[-2]`, `[1]`, `[]` |
/// | `SeparatedStrings()` | `[Int?]` | `"1,2"` | `[Optional(1), Optional(2)]` |
/// | `SeparatedStrings()` | `[Int]?` | `"1,2"`, `null` | `[1, 2]`, `nil` |
/// | `SeparatedStrings()` | `[Double]`, `[CGFloat]` | `"1.5,2"` | `[1.5, 2.0]` |
/// | `SeparatedStrings()` | `[Bool]` | `"true,false"` | `[true, false]` |
/// | `SeparatedStrings()` | `[Fruit]`, `Set<Fruit>` | `"pear"` | `[Fruit.pear]` |
/// | `SeparatedStrings()` | `[Level]` | `"1,2"` | `[Level.low, Level.high]` |
/// | `SeparatedStrings()` | `[Int]` | `"1,x"`, `"1,"`, `"1, 2"`, `"01"`, `" "`, `"1.5"`, `1`, `{}`, `null`, no key | declines |
/// | `SeparatedStrings()` | `[Point]`, `[[String]]`, `[[String]?]`, `[String: Int]`, `Int`, `Fruit` | `"a,b"` | declines |
/// | `SeparatedStrings(by: "; ")` | `[String]` | `"a; b,c"` | `["a", "b,c"]` |
/// | `SeparatedStrings(trimmingWhitespace: true)` | `[Int]` | `" 1, 2 "`, `" "` | `[1, 2]`, `[]` |
///
/// An empty string has no elements. What is between two separators is decoded as a number or a Boolean where the elements are
/// such, or enumerations with such raw values, and otherwise as a string; under the same policy, with its index in the path, so
/// that other rules repair it. No rule drops it; if it cannot be decoded, the rule counts as having declined. Locations are those of the
/// string. There are no quotes or escapes.
///
/// The same rule in an ``EncodingPolicy``, usually inside ``At`` or ``For``, writes arrays and sets of strings, numbers, Booleans and
/// enumerations with such raw values as a string; arrays of other elements are written as arrays, also if they are empty. Elements that
/// would not be read as they are, because they contain the separator, are an error.
public struct SeparatedStrings: DecodingRule, EncodingRule {
    let separator: String
    let trimsWhitespace: Bool

    /// Creates the rule.
    ///
    /// - Parameters:
    ///   - separator: the text between two elements; if it is empty, the rule does nothing. Default: `","`.
    ///   - trimmingWhitespace: whether spaces, tabs, line feeds and carriage returns around each element are ignored. Default: `false`.
    public init(by separator: String = ",", trimmingWhitespace: Bool = false) {
        self.separator = separator
        trimsWhitespace = trimmingWhitespace
    }

    @_optimize(size)
    var sourceText: String {
        let options = [
            separator == "," ? nil : "by: \(RawJSON.quoted(separator))",
            trimsWhitespace ? "trimmingWhitespace: true" : nil,
        ]
        return "SeparatedStrings(\(options.compactMap(\.self).joined(separator: ", ")))"
    }

    var listedSituations: RepairSituation { .mismatch }

    @_optimize(size)
    func answer(to context: DecodingRuleContext) -> Repair {
        guard !doesNothing, let type = (context.requestedType as? any ListOfElements.Type)?.elementType,
            !(ElementForm.unwrapped(type) is any ListOfElements.Type), let text = context.string
        else { return .decline }
        let form = ElementForm(type)
        let elements = elements(of: text).map { form.json(of: $0) }
        return .replaceIfDecodable(with: RawJSON(checked: "[\(elements.joined(separator: ","))]"))
    }

    var representedTypes: RepresentedTypes { .collections }

    @_optimize(size)
    func representation(for context: EncodingRuleContext) -> Representation {
        guard !doesNothing, let texts = (context.value as? any ListOfElements)?.texts else { return .decline }
        let text = texts.joined(separator: separator)
        return elements(of: text) == texts
            ? .json(.string(text))
            : .fail("The elements cannot be read from a string with the separator \(RawJSON.quoted(separator)).")
    }

    /// The texts between the separators.
    @inline(never)
    @_optimize(size)
    private func elements(of text: String) -> [String] {
        let (bytes, mark) = (Array(text.utf8), Array(separator.utf8))
        var texts: [String] = []
        var (start, index) = (0, 0)
        func addText(to end: Int) {
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            texts.append(trimsWhitespace ? text.trimmingJSONWhitespace : text)
        }
        while index + mark.count <= bytes.count {
            if bytes[index] == mark[0], bytes[index..<index + mark.count].elementsEqual(mark) {
                addText(to: index)
                index += mark.count
                start = index
            } else {
                index += 1
            }
        }
        addText(to: bytes.count)
        return texts == [""] ? [] : texts
    }
}

extension SeparatedStrings {
    /// How the elements of a type are written in JSON.
    fileprivate enum ElementForm {
        case string, number, bool

        init(_ type: Any.Type) {
            let type = Self.writtenType(of: type)
            self = type == Bool.self ? .bool : NumbersAsStrings.writes(type) ? .number : .string
        }

        /// The type in all optionals.
        static func unwrapped(_ type: Any.Type) -> Any.Type {
            (type as? any OptionalValue.Type).map { unwrapped($0.wrappedType) } ?? type
        }

        /// The type of what is written for elements of a type: of their raw values, if they have such.
        static func writtenType(of type: Any.Type) -> Any.Type {
            let wrapped = unwrapped(type)
            func rawType<Element: RawRepresentable>(_ type: Element.Type) -> Any.Type { Element.RawValue.self }
            return (wrapped as? any RawRepresentable.Type).map { rawType($0) } ?? wrapped
        }

        func json(of text: String) -> String {
            switch self {
            case .number where JSONNumber(text) != nil: text
            case .bool where text == "true" || text == "false": text
            default: RawJSON.quoted(text)
            }
        }
    }
}

extension ListOfElements {
    /// The texts of the elements, if they are scalars.
    @_optimize(size)
    fileprivate var texts: [String]? {
        var texts: [String] = []
        for element in self {
            let value: Any = (element as? any RawRepresentable)?.rawValue ?? element
            guard let text = value as? String ?? (value as? Bool)?.description ?? NumbersAsStrings.text(of: value)
            else {
                return nil
            }
            texts.append(text)
        }
        if !texts.isEmpty { return texts }
        // Arrays of one type are written in one form.
        let type = SeparatedStrings.ElementForm.writtenType(of: Self.elementType)
        return type == String.self || SeparatedStrings.ElementForm(type) != .string ? [] : nil
    }
}

// MARK: Policy files

extension SeparatedStrings {
    private enum CodingKeys: CodingKey { case by, trimmingWhitespace }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            by: try container.decodeIfPresent(String.self, forKey: .by) ?? ",",
            trimmingWhitespace: try container.flag(.trimmingWhitespace))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if separator != "," { try container.encode(separator, forKey: .by) }
        try container.encode(flag: trimsWhitespace, .trimmingWhitespace)
    }

    var explanation: String {
        if doesNothing { return "Does nothing." }
        return "Accepts a string as an array of the values that \(RawJSON.quoted(separator)) separates"
            + (trimsWhitespace ? ", without white space around them." : ".")
    }
}

// MARK: Lint

extension SeparatedStrings: LibraryRule, BidirectionalRule, RuleForRepresentedTypes {
    var listedEncodingSituations: EncodingSituation { .value }

    var doesNothing: Bool { separator.isEmpty }
}
