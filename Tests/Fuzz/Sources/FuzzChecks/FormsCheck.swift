import Foundation
import PolicyJSON

/// What an encoder writes with rules or key strategies, its counterpart decodes as the same values; and all ways of writing write the
/// same bytes.
///
/// The last byte of an input is options; the values are generated from the others.
enum FormsCheck {
    static func complaint(about input: [UInt8]) -> String? {
        guard let options = input.last else { return nil }
        var bytes = input.dropLast()
        let forms = (0..<3).map { _ in Form(taking: &bytes) }
        return variantsComplaint(forms, options) ?? strategiesComplaint(forms, options)
            ?? writersComplaint(forms, options)
    }

    // MARK: Variants

    private static func tagging(_ options: UInt8) -> Variants.Tagging {
        switch options & 3 {
        case 0: .untagged
        case 1: .internally(by: options & 4 == 0 ? "type" : "some_tag")
        case 2: options & 4 == 0 ? .adjacently(by: "type", in: "someContents") : .asPairs
        default: .externally
        }
    }

    private static func keys(_ options: UInt8) -> KeyMatching {
        switch options >> 3 & 7 {
        case 0: KeyMatching(.snakeCase)
        case 1: KeyMatching(.kebabCase)
        case 2: KeyMatching(.screamingSnakeCase)
        case 3: KeyMatching([.pascalCase, .caseInsensitive])
        case 4: KeyMatching(["someLabel": "meta.label", "type": "meta.type", "someName": ["n[0]", "names.some"]])
        case 5: KeyMatching(.pascalCase, aliases: ["type": ["kind"]])
        default: KeyMatching()
        }
    }

    private static func variantsComplaint(_ forms: [Form], _ options: UInt8) -> String? {
        let rule = Variants(of: Form.self, tagging(options), cases: ["0": "none", "a note": "note"])
        let matching = keys(options)
        let encoder = PolicyJSONEncoder(
            policy: EncodingPolicy {
                rule
                matching
            })
        encoder.outputFormatting = .sortedKeys
        let decoder = PolicyJSONDecoder(
            policy: DecodingPolicy {
                rule
                matching
                if options & 64 != 0 { UnknownKeys(.report) }
                if options & 128 != 0 { DuplicateKeys(.last) }
            })
        // Whether the tag and the property `type` are one member.
        let isOne = options & 7 == 1 && ![2, 3, 4, 5].contains(options >> 3 & 7)
        guard let text = try? encoder.encode(forms) else {
            return isOne ? nil : "not encoded: \(forms)"
        }
        do {
            let back = try decoder.decode([Form].self, from: text)
            // Without a tag, another case may have the same form; and a property with the name of the tag is the tag.
            let again = try encoder.encode(back)
            if again != text, options & 3 != 1 { return "\(string(text))\nread and written as \(string(again))" }
            let areTold = options & 3 > 0 && (options & 7 != 1 || !forms.contains { $0.hasType })
            return back == forms || !areTold ? nil : "\(forms)\nwritten as \(string(text))\nread as \(back)"
        } catch {
            return "\(string(text)): \(error)"
        }
    }

    // MARK: Key strategies

    private static func strategiesComplaint(_ forms: [Form], _ options: UInt8) -> String? {
        let encoder = PolicyJSONEncoder()
        let foundation = JSONEncoder()
        let decoder = PolicyJSONDecoder()
        let reader = JSONDecoder()
        (encoder.outputFormatting, foundation.outputFormatting) = (.sortedKeys, .sortedKeys)
        if options & 1 == 0 {
            encoder.keyEncodingStrategy = .convertToSnakeCase
            foundation.keyEncodingStrategy = .convertToSnakeCase
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            reader.keyDecodingStrategy = .convertFromSnakeCase
        } else {
            // The paths of nested containers are a difference from Foundation: only the last key counts.
            let write: @Sendable ([any CodingKey]) -> any CodingKey = {
                AnyKey(stringValue: "/" + ($0.last?.stringValue ?? ""))
            }
            let read: @Sendable ([any CodingKey]) -> any CodingKey = {
                AnyKey(stringValue: String(($0.last?.stringValue ?? "").dropFirst()))
            }
            encoder.keyEncodingStrategy = .custom(write)
            foundation.keyEncodingStrategy = .custom(write)
            decoder.keyDecodingStrategy = .custom(read)
            reader.keyDecodingStrategy = .custom(read)
        }
        do {
            let (text, their) = (try encoder.encode(forms), try foundation.encode(forms))
            if text != their { return "PolicyJSON: \(string(text))\nFoundation: \(string(their))" }
            let (back, theirs) = (
                try decoder.decode([Form].self, from: text), try reader.decode([Form].self, from: text)
            )
            return back == forms && theirs == forms
                ? nil : "\(string(text))\nread as \(back)\nby Foundation as \(theirs)"
        } catch {
            return "with key strategies: \(error)"
        }
    }

    // MARK: Writers

    private static func writersComplaint(_ forms: [Form], _ options: UInt8) -> String? {
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = options & 4 == 0 ? [] : .prettyPrinted
        let format: JSONStreamFormat = [.array, .lines, .concatenated, .sequence][Int(options & 3)]
        do {
            let data = try encoder.encode(forms)
            if try encoder.encodeBytes(forms) != [UInt8](data) { return "other bytes: \(string(data))" }
            if try written({ try encoder.encode(forms, to: $0) }) != data { return "another file: \(string(data))" }
            let all = try encoder.encode(contentsOf: forms, as: format)
            let file = try written {
                try encoder.encode(contentsOf: forms, as: format, to: $0, chunkSize: 1 + Int(options >> 3))
            }
            if file != all { return "\(format): \(string(all))\nto a file: \(string(file))" }
            let reader = try PolicyJSONDecoder().elements(of: Form.self, in: format, from: InputStream(data: all))
            var back: [Form] = []
            while let form = try reader.next() { back.append(form) }
            return back == forms ? nil : "\(format): \(string(all))\nread as \(back)"
        } catch {
            return "written: \(error)"
        }
    }

    /// What is written to a file.
    private static func written(_ write: (FileHandle) throws -> Void) throws -> Data {
        let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data().write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try FileHandle(forUpdating: url)
        try write(file)
        try file.close()
        return try Data(contentsOf: url)
    }

    private static func string(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
}

/// An enumeration whose cases have contents of all forms, generated from arbitrary bytes.
indirect enum Form: Codable, Equatable {
    case none
    case note(String)
    case spot(Spot)
    case disc(radius: Int, someLabel: String?)
    case typed(type: String?, someName: String)
    case group([Form])
    case pair(Int, Bool)
    case maybe(Spot?)

    struct Spot: Codable, Equatable {
        var firstPart: Int
        var secondPart: String?
        var type: String?
        var next: Form?
    }

    init(taking bytes: inout ArraySlice<UInt8>, depth: Int = 0) {
        func text() -> String {
            let count = Int(bytes.popFirst() ?? 0) % 12
            defer { bytes = bytes.dropFirst(count) }
            return String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        func number() -> Int { Int(Int8(truncatingIfNeeded: bytes.popFirst() ?? 0)) }
        func option<T>(_ value: () -> T) -> T? { (bytes.popFirst() ?? 0) & 1 == 0 ? nil : value() }
        func spot() -> Spot {
            let next = depth < 4 ? option { Form(taking: &bytes, depth: depth + 1) } : nil
            // Without a tag that is null, and read as nil.
            return Spot(
                firstPart: number(), secondPart: option(text), type: option(text),
                next: next == .maybe(nil) ? Form.none : next)
        }
        switch (bytes.popFirst() ?? 0) & 7 {
        case 0: self = .none
        case 1: self = .note(text())
        case 2: self = .spot(spot())
        case 3: self = .disc(radius: number(), someLabel: option(text))
        case 4: self = .typed(type: option(text), someName: text())
        case 5 where depth < 4:
            self = .group((0..<number() & 3).map { _ in Form(taking: &bytes, depth: depth + 1) })
        case 6: self = .pair(number(), number() & 1 == 0)
        default: self = .maybe(option(spot))
        }
    }

    /// Whether there is a property `type` in it.
    var hasType: Bool {
        switch self {
        case .typed, .spot: true
        case .maybe(let spot): spot != nil
        case .group(let forms): forms.contains { $0.hasType }
        case .none, .note, .disc, .pair: false
        }
    }
}
