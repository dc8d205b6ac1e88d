import Foundation
import PolicyJSON
import Testing

/// Docs/ComingFrom.md: each row is executed, and each policy is compiled.
@Suite struct ComingFromTests {
    struct Song: Codable { var title: String, plays: Int }
    struct Draft: Codable { var title: String, plays: Int? }

    struct Post: Encodable { var tags: [String] }

    struct WrittenLink: Encodable { let imageURL: String }

    private static let rules: [any DecodingRule] = [
        DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]),
        Fallbacks([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]),
        Fallbacks(template: Page()),
        StringifiedJSON(),
        NumbersFromStrings(),
        StringsFromScalars(),
        BooleansFromScalars(.anyNumber),
        UnknownCases(.first),
        BooleansFromScalars([.words, .zeroAndOneStrings, .anyNumber]),
        KeyMatching(["title": ["name", "meta.title"]]),
        Envelope("data.song"),
        KeyMatching(.snakeCase),
        KeyMatching(.pascalCase),
        UnknownCases(.useNil),
        FallbackDateFormats([.secondsSince1970, .iso8601]),
        FallbackDateFormats([.formatted("yyyy-MM-dd")]),
        AbsoluteURLs(scheme: "https"),
        LossyCollections(),
        Fallbacks(),
        Fallbacks(.false),
        Fallbacks(true),
        Fallbacks(.emptyArray),
        Fallbacks(.emptyDictionary),
        Fallbacks(.zero),
        Fallbacks(.emptyString),
        Fallbacks(Fruit.pear),
        BooleansFromScalars([.zeroAndOne, .words]), BooleansFromScalars([.zeroAndOne, .words, .zeroAndOneStrings]),
        FallbackDateFormats([.iso8601]), FallbackDateFormats([.formatted("EEE, d MMM yyyy HH:mm:ss Z")]),
        FallbackDateFormats([.secondsSince1970]),
        UnknownCases(.caseNamed("pear")),
        DefaultValues(.emptyString),
        DefaultValues(.zero),
        DefaultValues(Fruit.pear),
        BooleansFromScalars(.words),
        BooleansFromScalars(.zeroAndOne),
        FallbackDateFormats([.millisecondsSince1970]),
        FallbackDateFormats([.formatted("dd.MM.yyyy")]),
        KeyMatching(["title": "meta.title"]),
        KeyMatching(["plays": "meta.plays", "title": "meta.title"]),
        KeyMatching(aliases: ["title": ["name", "label"]]),
        KeyMatching(.kebabCase),
        KeyMatching(.screamingSnakeCase),
        Fallbacks("some"),
        Envelope("data.info"),
        CaseMatching(aliases: ["apple": ["malus"]]),
        KeyMatching(aliases: ["plays": ["count"]]),
        KeyMatching(["plays": "stats.plays"]),
        IntegersFromBooleans(),
        KeyMatching(.caseInsensitive),
        UnknownKeys(.fail),
        DuplicateKeys(.fail), DuplicateKeys(.last),
        RequiredKeys(),
        SingleValuesAsArrays(), SingleValuesAsObjects(under: "id"), NumbersFromStrings(nonJSONForms: true),
        CaseMatching(positions: true),
        SingleElementArrays(),
        EmptyStrings(.asNil),
        Rounding(.towardZero),
        CaseMatching(caseInsensitive: true),
        Envelope("song"),
        DefaultValues([.emptyString, .emptyArray], for: .null),
        DictionaryKeys(),
        NumbersFromStrings(trimmingWhitespace: true),
        KeyMatching(["title": "meta.titles[0]"]),
        DefaultValues(template: Page()),
        Durations([.iso8601, .clock, .seconds]),
        UnknownCases(.first, for: [.null, .unknownCase]),
        DefaultValues(template: Page(), for: [.null, .missingKey]),
        KeyMatching(aliases: ["title": ["name"]]),
        DefaultValues(.zero, for: .null),
        EmptyStrings(.asNil, includingOptionalStrings: true),
        Durations(.seconds),
        Variants(of: Figure.self, .internally(by: "type")),
        UnknownKeys(.keep),
        EmptyStrings(.asNull, includingBlank: true), DefaultValues([.zero, .false]),
        EmptyStrings(.asNull), DefaultValues([.emptyArray, .emptyDictionary], for: .null),
        EmptyContainers(.asNil), EmptyContainers(.asEmpty),
        BooleansFromScalars([.words, .zeroAndOneStrings, .decimalZeroAndOne]),
        FallbackDateFormats([.secondsOrMillisecondsSince1970]),
        FallbackDateFormats([.formatted("yyyy-MM-dd HH:mm:ss")]),
        Durations(.milliseconds),
        FallbackDataFormats(),
        UnknownCases(.caseNamed("none")),
        Variants(of: Figure.self, .externally), Variants(of: Figure.self, .adjacently(by: "t", in: "c")),
        Variants(of: Figure.self, .untagged), Variants(of: Figure.self, .asPairs),
        LossyCollections(nullsOnly: true),
        SeparatedStrings(),
        DefaultValues(.zero, for: .missingKey),
        CaseMatching(caseInsensitive: true, namesInSource: true),
        KeyMatching([.caseInsensitive, .separatorInsensitive]),
        Durations(.clock), Durations(.iso8601),
        Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self]),
        Variants(of: Vehicle.self, .internally(by: "type"), types: ["car": Car.self], otherwise: Vehicle.self),
        Variants(of: Vehicle.self, .internally(by: "$type"), types: ["car": Car.self], otherwise: Vehicle.self),
        Validate("The point is left of the origin.") { (point: Point) in point.x >= 0 },
    ]

    private static let encodingRules: [any EncodingRule] = [
        KeyMatching(["title": ["meta.title", "name"]]),
        NilValues(.null),
        For(Int.self) { NilValues(.json(0)) },
        DatesAs(.secondsSince1970),
        KeyMatching(["title": "meta.title"]),
        KeyMatching(.kebabCase),
        KeyMatching(.pascalCase),
        KeyMatching(["plays": "stats.plays"]),
        NumbersAsStrings(),
        KeyMatching(["title": "name"]),
        NilValues(.omit),
        Variants(of: Figure.self, .internally(by: "type")),
        Variants(of: Figure.self, .untagged), Variants(of: Figure.self, .asPairs),
        UnknownKeys(.keep),
        SeparatedStrings(),
        EnumsAsNames(),
        OmittedValues(.emptyString), OmittedValues([.zero, .false]), OmittedValues([.zero, .emptyString]),
        OmittedValues([.zero, .emptyString, .false]),
        OmittedValues([.emptyString, .emptyArray, .emptyDictionary]),
        OmittedValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary]),
    ]

    private static let types: [String: any (Decodable & SendableMetatype).Type] = [
        "Song": Song.self, "Link": Link.self, "Entry": Entry.self, "Point": Point.self, "Point?": Point?.self,
        "Page": Page.self, "Fruit": Fruit.self, "Fruit?": Fruit?.self, "Int": Int.self, "Int?": Int?.self,
        "Double": Double.self, "String": String.self, "String?": String?.self, "Bool": Bool.self, "Date": Date.self,
        "URL": URL.self,
        "Duration": Duration.self, "Data": Data.self,
        "[Int]": [Int].self, "[String]": [String].self, "[Fruit]": [Fruit].self,
        "Set<Int>": Set<Int>.self, "[String: Int]": [String: Int].self, "[Fruit: Int]": [Fruit: Int].self,
        "Figure": Figure.self, "Figure?": Figure?.self, "Memo": Memo.self, "Level": Level.self, "Vehicle": Vehicle.self,
    ]

    private static let values: [String: any Encodable & Sendable] = [
        "song": Song(title: "t", plays: 1), "draft": Draft(title: "t", plays: nil), "link": WrittenLink(imageURL: "u"),
        "date": [Date(timeIntervalSince1970: 60)], "figure": Figure.spot(Point(x: 1, y: 2)),
        "blank": Song(title: "", plays: 0), "post": Post(tags: ["a", "b"]), "levels": [Level.high],
        "memo": Memo(id: 1, note: nil, extra: ["x": (try? RawJSON(parsing: "2")) ?? .null]),
    ]

    /// The policies, by their names in the page.
    static let policies: [String: DecodingPolicy] = [
        "cleanJSON": DecodingPolicy {
            NumbersFromStrings()
            StringsFromScalars()
            BooleansFromScalars(.anyNumber)
            StringifiedJSON()
            UnknownCases(.first, for: [.null, .missingKey, .unknownCase])
            Fallbacks([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
        },
        "smartCodable": DecodingPolicy {
            NumbersFromStrings()
            StringsFromScalars()
            BooleansFromScalars([.words, .zeroAndOneStrings, .anyNumber])
            StringifiedJSON()
            UnknownCases(.useNil)
            LossyCollections()
            Fallbacks([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
        },
        "betterCodable": DecodingPolicy {
            NumbersFromStrings()
            StringsFromScalars()
            BooleansFromScalars([.zeroAndOne, .words, .zeroAndOneStrings])
            LossyCollections()
            FallbackDateFormats([.iso8601, .formatted("yyyy-MM-dd")])
            Fallbacks([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
            At("**[*]") { Without(Fallbacks.self) }
        },
        "resilient": DecodingPolicy {
            UnknownCases(.useNil)
            LossyCollections()
            Fallbacks([.emptyArray, .emptyDictionary])
        },
        "codableWrappers": DecodingPolicy {
            BooleansFromScalars([.zeroAndOne, .words])
            LossyCollections()
            FallbackDateFormats([.iso8601, .millisecondsSince1970])
            DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
            At("**[*]") { Without(DefaultValues.self) }
        },
        "metaCodable": DecodingPolicy {
            KeyMatching(.snakeCase)
            NumbersFromStrings()
            StringsFromScalars()
            BooleansFromScalars([.words, .zeroAndOneStrings, .decimalZeroAndOne])
            IntegersFromBooleans()
            LossyCollections()
            Fallbacks([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
            At("**[*]") { Without(Fallbacks.self) }
        },
        "reerCodable": DecodingPolicy {
            KeyMatching(.snakeCase)
            NumbersFromStrings()
            StringsFromScalars()
            BooleansFromScalars([.words, .zeroAndOneStrings, .anyNumber])
            IntegersFromBooleans()
            UnknownCases(.useNil)
            LossyCollections()
        },
        "exCodable": DecodingPolicy {
            NumbersFromStrings()
            StringsFromScalars()
            BooleansFromScalars([.words, .zeroAndOneStrings, .anyNumber])
            IntegersFromBooleans()
            Rounding(.towardZero)
            Fallbacks([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
        },
        "jackson": DecodingPolicy {
            CaseMatching(positions: true)
            EmptyStrings(.asNull, includingBlank: true)
            NumbersFromStrings(trimmingWhitespace: true, nonJSONForms: true)
            StringsFromScalars()
            BooleansFromScalars([.words, .anyNumber])
            Rounding(.towardZero)
            DefaultValues([.zero, .false])
            UnknownKeys(.fail)
        },
        "pydantic": DecodingPolicy {
            NumbersFromStrings(trimmingWhitespace: true, nonJSONForms: true)
            BooleansFromScalars([.words, .zeroAndOneStrings, .decimalZeroAndOne])
            IntegersFromBooleans()
            FallbackDateFormats([
                .iso8601, .secondsOrMillisecondsSince1970, .formatted("yyyy-MM-dd"), .formatted("yyyy-MM-dd HH:mm:ss"),
                .formatted("yyyy-MM-dd'T'HH:mm:ss"),
            ])
            Durations([.iso8601, .clock, .seconds])
            DictionaryKeys()
        },
        "kotlinx": DecodingPolicy {
            NumbersFromStrings()
            CaseMatching(caseInsensitive: true)
            UnknownCases(.first, for: [.null, .unknownCase])
            DictionaryKeys()
            UnknownKeys(.fail)
        },
        "serdeWith": DecodingPolicy {
            NumbersFromStrings(nonJSONForms: true)
            BooleansFromScalars(.zeroAndOne)
            LossyCollections()
            SingleValuesAsArrays()
            StringifiedJSON()
            Fallbacks()
        },
        "gson": DecodingPolicy {
            NumbersFromStrings()
            StringsFromScalars()
            BooleansFromScalars(.words)
            UnknownCases(.useNil)
            DefaultValues([.zero, .false])
            DictionaryKeys()
            DuplicateKeys(.last)
        },
        "moshi": DecodingPolicy {
            NumbersFromStrings()
            StringsFromScalars()
            DictionaryKeys()
            DuplicateKeys(.fail)
        },
        "systemTextJSON": DecodingPolicy {
            KeyMatching(.caseInsensitive)
            NumbersFromStrings()
            CaseMatching(caseInsensitive: true, namesInSource: true)
            DefaultValues([.zero, .false], for: .missingKey)
            DictionaryKeys()
            DuplicateKeys(.last)
        },
        "encodingJSON": DecodingPolicy {
            KeyMatching(.caseInsensitive)
            DefaultValues([.zero, .emptyString, .false, .emptyArray, .emptyDictionary])
            DictionaryKeys()
            DuplicateKeys(.last)
        },
    ]

    private static let page: [String] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = (try? String(contentsOf: root.appending(path: "Docs/ComingFrom.md"), encoding: .utf8)) ?? ""
        return text.components(separatedBy: "\n")
    }()

    /// The cells of the rows of the tables with this number of columns.
    private static func rows(columns: Int) -> [[String]] {
        page.filter { $0.hasPrefix("| ") && $0.contains("`") }.map { line in
            line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
        }.filter { $0.count == columns }
    }

    private static func quoted(_ cell: String) -> [String] {
        cell.components(separatedBy: "`").enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    }

    @Test func everyRowIsExecuted() {
        let tables = Self.page.filter { $0.hasPrefix("| ") && !$0.hasPrefix("|---") }.count
        let headings = Self.page.filter { $0.hasPrefix("|---") }.count
        #expect(Self.page.filter { $0.hasPrefix("## ") }.count == 16)
        #expect(Self.rows(columns: 5).count + Self.rows(columns: 4).count == tables - headings)
    }

    @Test(arguments: rows(columns: 5)) func decoding(row: [String]) {
        let rules = Self.quoted(row[1]).compactMap { text in Self.rules.first { $0.description == text } }
        #expect(rules.count == Self.quoted(row[1]).count, "no such rule: \(row[1])")
        guard let type = Self.types[Self.quoted(row[2])[0]] else {
            Issue.record("no such type: \(row[2])")
            return
        }
        let json = Self.quoted(row[3])[0]
        let (text, changes) = PolicyJSONDecoder(policy: DecodingPolicy(rules)).outcome(of: type, from: json)
        if row[4].hasPrefix("fails: ") {
            #expect(text.contains(": " + row[4].dropFirst(7)))
        } else {
            #expect(text == Self.quoted(row[4])[0])
            let (strict, _) = PolicyJSONDecoder().outcome(of: type, from: json)
            // Strict decoding ignores tags.
            if !row[1].contains("otherwise:") { #expect(changes.isEmpty == (strict == text)) }
        }
    }

    @Test(arguments: rows(columns: 4)) func encoding(row: [String]) throws {
        let rules = Self.quoted(row[1]).compactMap { text in Self.encodingRules.first { $0.description == text } }
        #expect(rules.count == Self.quoted(row[1]).count, "no such rule: \(row[1])")
        func encode(_ value: some Encodable) throws -> String {
            String(decoding: try PolicyJSONEncoder(policy: EncodingPolicy(rules)).encode(value), as: UTF8.self)
        }
        #expect(try Self.values[Self.quoted(row[2])[0]].map { try encode($0) } == Self.quoted(row[3])[0])
    }

    /// The policies of the page are those that are compiled here.
    @Test func policies() {
        var found: [String: String] = [:]
        var name: String?
        for line in Self.page {
            if line.hasPrefix("let "), line.hasSuffix(" = DecodingPolicy {") {
                name = line.components(separatedBy: " ")[1]
            } else if line == "}" {
                name = nil
            } else if let name {
                found[name] = (found[name].map { $0 + "\n" } ?? "") + line.dropFirst(4)
            }
        }
        #expect(found == Self.policies.mapValues(\.description))
    }
}
