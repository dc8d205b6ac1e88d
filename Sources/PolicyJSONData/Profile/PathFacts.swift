public import PolicyJSON

/// What a profile records about the values at a path.
public struct PathFacts: Sendable, Hashable, Codable {
    /// Something that is worth an example.
    public struct Finding: Sendable, Hashable, Codable, CodingKeyRepresentable {
        enum Kind: Sendable, Hashable {
            case kind(JSONKind)
            case string(StringForm)
            case beyondInt32, beyondInt, beyondDouble, fraction, repeatedKey
        }

        let kind: Kind

        /// Values of this kind.
        ///
        /// - Parameter kind: the kind.
        public static func kind(_ kind: JSONKind) -> Finding { Finding(kind: .kind(kind)) }
        /// Strings of this form.
        ///
        /// - Parameter form: the form.
        public static func string(_ form: StringForm) -> Finding { Finding(kind: .string(form)) }
        /// Integers that do not fit `Int32`.
        public static let beyondInt32 = Finding(kind: .beyondInt32)
        /// Integers that do not fit `Int`.
        public static let beyondInt = Finding(kind: .beyondInt)
        /// Numbers that `Double` does not hold.
        public static let beyondDouble = Finding(kind: .beyondDouble)
        /// Numbers with a fraction or an exponent.
        public static let fraction = Finding(kind: .fraction)
        /// Objects in which a key is repeated.
        public static let repeatedKey = Finding(kind: .repeatedKey)
    }

    /// An example of a finding.
    public struct Example: Sendable, Hashable, Codable {
        /// The name of the input, as it was profiled.
        public let file: String
        /// Offset of the value in bytes, from 0.
        public let offset: Int
        /// The line, from 1.
        public let line: Int
        /// The column, from 1, in bytes.
        public let column: Int
        /// The start of the value's text; the name of a repeated key.
        public let text: String

        static func isEarlier(_ left: Self, _ right: Self) -> Bool {
            (left.file, left.offset, left.text) < (right.file, right.offset, right.text)
        }
    }

    /// The number of examples that are kept of each finding: the first ones.
    public static let exampleLimit = 2

    /// The values at the path.
    public internal(set) var values = 0
    /// The objects that have the member. Less than ``values`` where the key is repeated.
    public internal(set) var objects = 0
    var nulls = 0
    var trues = 0
    var falses = 0
    var numberCount = 0
    var stringCount = 0
    var arrayCount = 0
    var objectCount = 0
    /// The numbers at the path.
    public internal(set) var numbers = NumberFacts()
    /// The numbers of strings of each form, in the order of `StringForm.allCases`.
    var forms = [Int](repeating: 0, count: StringForm.allCases.count)
    /// The numbers in strings of the form ``StringForm/number``.
    var numbersInStrings = NumberFacts()
    /// The strings of that form that have white space around the number.
    var paddedNumbers = 0
    /// The strings of the form ``StringForm/json`` that are arrays; `nil` if an earlier version has not counted them.
    var nestedArrays: Int? = 0
    /// The strings' lengths in bytes of UTF-8, escapes decoded.
    public internal(set) var stringLengths = LengthFacts()
    /// The different strings.
    public internal(set) var strings = DistinctValues()
    /// The arrays' numbers of elements.
    public internal(set) var arrayLengths = LengthFacts()
    /// Members whose name occurs earlier in the same object.
    public internal(set) var repeatedKeys = 0
    /// The first values of each finding.
    public internal(set) var examples: [Finding: [Example]] = [:]
    /// Where the path occurs first.
    var first: Example?

    init() {}

    /// Decodes the facts of a saved profile.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = try container.count(forKey: .values)
        objects = try container.count(forKey: .objects)
        nulls = try container.count(forKey: .nulls)
        trues = try container.count(forKey: .trues)
        falses = try container.count(forKey: .falses)
        numberCount = try container.count(forKey: .numberCount)
        stringCount = try container.count(forKey: .stringCount)
        arrayCount = try container.count(forKey: .arrayCount)
        objectCount = try container.count(forKey: .objectCount)
        numbers = try container.decode(NumberFacts.self, forKey: .numbers)
        forms = try container.decode([Int].self, forKey: .forms)
        guard forms.count == StringForm.allCases.count, forms.allSatisfy((0...ProfileCounts.limit).contains) else {
            throw DecodingError.dataCorruptedError(
                forKey: .forms, in: container, debugDescription: "Not the counts of the forms of strings.")
        }
        numbersInStrings =
            try container.decodeIfPresent(NumberFacts.self, forKey: .numbersInStrings) ?? NumberFacts()
        paddedNumbers = container.contains(.paddedNumbers) ? try container.count(forKey: .paddedNumbers) : 0
        if container.contains(.nestedArrays) {
            nestedArrays = try container.count(forKey: .nestedArrays)
        } else if count(of: StringForm.json) > 0 {
            nestedArrays = nil
        }
        stringLengths = try container.decode(LengthFacts.self, forKey: .stringLengths)
        strings = try container.decode(DistinctValues.self, forKey: .strings)
        arrayLengths = try container.decode(LengthFacts.self, forKey: .arrayLengths)
        repeatedKeys = try container.count(forKey: .repeatedKeys)
        examples = try container.decode([Finding: [Example]].self, forKey: .examples)
        first = try container.decodeIfPresent(Example.self, forKey: .first)
    }

    /// The number of values of a kind.
    ///
    /// - Parameter kind: the kind.
    public func count(of kind: JSONKind) -> Int {
        switch kind {
        case .null: nulls
        case .bool: trues + falses
        case .number: numberCount
        case .string: stringCount
        case .array: arrayCount
        case .object: objectCount
        }
    }

    /// The number of strings of a form.
    ///
    /// - Parameter form: the form.
    public func count(of form: StringForm) -> Int { forms[form.index] }

    /// The number of Booleans with a value.
    ///
    /// - Parameter value: the value.
    public func count(of value: Bool) -> Int { value ? trues : falses }

    /// The strings that may be the cases of an enumeration, the most frequent first; `nil` if there are too many of
    /// them for the number of strings, or if they are long or of another form.
    public var enumeration: [(value: String, count: Int)]? {
        guard let values = strings.values, strings.hasWholeValues, !values.isEmpty, values.count <= 32,
            values.count * 4 <= stringCount || values.count <= 4 && stringCount >= 8 && values.count * 2 <= stringCount,
            stringLengths.maximum <= 40, count(of: StringForm.text) * 2 > stringCount
        else { return nil }
        return values
    }

    mutating func add(_ example: Example, for finding: Finding) {
        Self.add(example, to: &examples[finding, default: []])
    }

    private static func add(_ example: Example, to list: inout [Example]) {
        if list.contains(example) { return }
        let index = list.firstIndex { Example.isEarlier(example, $0) } ?? list.count
        if index >= exampleLimit { return }
        list.insert(example, at: index)
        if list.count > exampleLimit { list.removeLast() }
    }

    mutating func merge(_ other: Self) {
        values.add(count: other.values)
        objects.add(count: other.objects)
        nulls.add(count: other.nulls)
        trues.add(count: other.trues)
        falses.add(count: other.falses)
        numberCount.add(count: other.numberCount)
        stringCount.add(count: other.stringCount)
        arrayCount.add(count: other.arrayCount)
        objectCount.add(count: other.objectCount)
        numbers.merge(other.numbers)
        for index in forms.indices { forms[index].add(count: other.forms[index]) }
        numbersInStrings.merge(other.numbersInStrings)
        paddedNumbers.add(count: other.paddedNumbers)
        if let count = other.nestedArrays { nestedArrays?.add(count: count) } else { nestedArrays = nil }
        stringLengths.merge(other.stringLengths)
        strings.merge(other.strings)
        arrayLengths.merge(other.arrayLengths)
        repeatedKeys.add(count: other.repeatedKeys)
        for (finding, list) in other.examples {
            for example in list { add(example, for: finding) }
        }
        if let example = other.first, first.map({ Example.isEarlier(example, $0) }) ?? true { first = example }
    }
}

/// The lengths of strings or arrays.
public struct LengthFacts: Sendable, Hashable, Codable {
    /// The smallest length; 0 if there is none.
    public var minimum: Int { count == 0 ? 0 : least }
    /// The largest length.
    public private(set) var maximum = 0
    /// The sum of all lengths.
    public private(set) var total = 0
    /// The number of lengths.
    public private(set) var count = 0
    private var least = Int.max

    init() {}

    /// Decodes the lengths of a saved profile.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        maximum = try container.count(forKey: .maximum)
        total = try container.count(forKey: .total)
        count = try container.count(forKey: .count)
        least = try container.decode(Int.self, forKey: .least)
    }

    /// The mean length; 0 if there is none.
    public var mean: Double { count == 0 ? 0 : Double(total) / Double(count) }

    @inline(__always)
    mutating func add(_ length: Int) {
        count += 1
        total &+= length
        if length < least { least = length }
        if length > maximum { maximum = length }
    }

    mutating func merge(_ other: Self) {
        count.add(count: other.count)
        total.add(count: other.total)
        least = min(least, other.least)
        maximum = max(maximum, other.maximum)
    }
}

extension StringForm {
    /// The position in `allCases`.
    var index: Int {
        switch self {
        case .empty: 0
        case .blank: 1
        case .number: 2
        case .boolean: 3
        case .dateTime: 4
        case .localDateTime: 5
        case .date: 6
        case .slashDate: 7
        case .dotDate: 8
        case .mailDate: 9
        case .uuid: 10
        case .url: 11
        case .json: 12
        case .text: 13
        }
    }
}

extension PathFacts.Finding {
    private static let named: [(String, Self)] =
        JSONKind.allCases.map { ("\($0.rawValue)", .kind($0)) }
        + StringForm.allCases.map { ("string.\($0.rawValue)", .string($0)) } + [
            ("beyondInt32", .beyondInt32), ("beyondInt", .beyondInt), ("beyondDouble", .beyondDouble),
            ("fraction", .fraction), ("repeatedKey", .repeatedKey),
        ]
    private static let byName = Dictionary(uniqueKeysWithValues: named)
    private static let names = Dictionary(uniqueKeysWithValues: named.map { ($1, $0) })

    /// The name in saved profiles.
    public var name: String { Self.names[self] ?? "" }

    public var codingKey: any CodingKey { DecodingPath.Step.key(name).codingKey }

    /// Creates a finding from its name in saved profiles.
    ///
    /// - Parameter codingKey: the name.
    public init?(codingKey: some CodingKey) {
        guard let finding = Self.byName[codingKey.stringValue] else { return nil }
        self = finding
    }

    /// Decodes the name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let finding = Self.byName[name] else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "There is no finding \(name).")
        }
        self = finding
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
