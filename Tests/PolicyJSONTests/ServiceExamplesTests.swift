import Foundation
import PolicyJSON
import Testing

/// Deviations in the JSON of services, repaired without wrappers, macros or a custom `init(from:)` in the models.
@Suite struct ServiceExamplesTests {
    // Not CaseIterable, and not in the order of its raw values.
    enum PaymentType: Int, Decodable, CaseIterable {
        case unknown = -1
        case card = 1
        case cash = 0
    }
    struct Payment: Decodable { let type: PaymentType }
    struct OptionalPayment: Decodable { let type: PaymentType? }

    static let payments = DecodingPolicy {
        UnknownCases(.caseNamed("unknown"), for: [.null, .missingKey, .unknownCase])
        NumbersFromStrings()
    }

    @Test(arguments: [
        Row(Payment.self, #"{"type":0}"#, "Payment(type: PaymentType.cash)"),
        Row(
            Payment.self, #"{"type":"0"}"#, "Payment(type: PaymentType.cash)",
            #"NumbersFromStrings, converted, 'type' '/type', 1:9+8, Int: "0" → 0, Expected to decode Int but found a string instead."#
        ),
        Row(
            Payment.self, #"{"type":null}"#, "Payment(type: PaymentType.unknown)",
            "UnknownCases, null replaced, 'type' '/type', 1:9+8, PaymentType: null → unknown, Cannot get value of type Int -- found null value instead"
        ),
        Row(
            Payment.self, #"{}"#, "Payment(type: PaymentType.unknown)",
            #"UnknownCases, key supplied, 'type' '/type', 1:1+0, PaymentType: nothing → unknown, No value associated with key CodingKeys(stringValue: "type", intValue: nil) ("type")."#
        ),
        Row(
            Payment.self, "{\n  \"type\": 2\n}", "Payment(type: PaymentType.unknown)",
            "UnknownCases, case replaced, 'type' '/type', 2:11+12, PaymentType: 2 → unknown, Cannot initialize PaymentType from invalid Int value 2"
        ),
        Row(
            Payment.self, #"{"type":"2"}"#, "Payment(type: PaymentType.unknown)",
            #"UnknownCases, case replaced, 'type' '/type', 1:9+8, PaymentType: "2" → unknown, Cannot initialize PaymentType from invalid Int value 2"#
        ),
        Row(OptionalPayment.self, #"{"type":0}"#, "OptionalPayment(type: Optional(PaymentType.cash))"),
        Row(
            OptionalPayment.self, #"{"type":"0"}"#, "OptionalPayment(type: Optional(PaymentType.cash))",
            #"NumbersFromStrings, converted, 'type' '/type', 1:9+8, Int: "0" → 0, Expected to decode Int but found a string instead."#
        ),
        Row(OptionalPayment.self, #"{"type":null}"#, "OptionalPayment(type: nil)"),
        Row(OptionalPayment.self, #"{}"#, "OptionalPayment(type: nil)"),
        Row(
            OptionalPayment.self, #"{"type":2}"#, "OptionalPayment(type: Optional(PaymentType.unknown))",
            "UnknownCases, case replaced, 'type' '/type', 1:9+8, PaymentType?: 2 → unknown, Cannot initialize PaymentType from invalid Int value 2"
        ),
    ])
    func enumFromNumbers(row: Row) {
        row.check(Self.payments)
        row.checkStrict()
    }

    struct Item: Decodable {
        enum Size: String, Decodable { case small, large }
        let size: Size
    }
    struct Response<Content: Decodable>: Decodable { let data: Content }

    @Test(arguments: [
        Row(
            [Item].self, #"[{"size":"small"},{"size":"huge"},{"size":"large"}]"#,
            "[Item(size: Item.Size.small), Item(size: Item.Size.large)]",
            #"LossyCollections, dropped, '[1]' '/1', 1:19+18, Item: {"size":"huge"} → dropped, size: Cannot initialize Size from invalid String value huge"#
        ),
        Row(
            Response<[Item]>.self, #"{"data":[{"size":"huge"},{"size":"large"}]}"#,
            "Response<Array<Item>>(data: [Item(size: Item.Size.large)])",
            #"LossyCollections, dropped, 'data[0]' '/data/0', 1:10+9, Item: {"size":"huge"} → dropped, size: Cannot initialize Size from invalid String value huge"#
        ),
        Row(
            Response<[Item.Size]>.self, #"{"data":["small","huge","large"]}"#,
            "Response<Array<Size>>(data: [Item.Size.small, Item.Size.large])",
            #"LossyCollections, dropped, 'data[1]' '/data/1', 1:18+17, Size: "huge" → dropped, Cannot initialize Size from invalid String value huge"#
        ),
        Row(
            Response<[Item.Size?]>.self, #"{"data":["small","huge",null]}"#,
            "Response<Array<Optional<Size>>>(data: [Optional(Item.Size.small), nil, nil])",
            #"LossyCollections, element nil, 'data[1]' '/data/1', 1:18+17, Optional<Size>: "huge" → nil, Cannot initialize Size from invalid String value huge"#
        ),
        Row(
            [Item].self, #"[{"size":"small"},{"size":"large"}]"#,
            "[Item(size: Item.Size.small), Item(size: Item.Size.large)]"),
    ])
    func arrayWithAnUnknownCase(row: Row) {
        row.check(DecodingPolicy { LossyCollections() })
        row.checkStrict()
    }

    struct Profile: Decodable { let nickname: String?? }

    @Test(arguments: [
        Row(Profile.self, "{}", "Profile(nickname: nil)"),
        Row(
            Profile.self, #"{"nickname":null}"#, "Profile(nickname: Optional(nil))",
            "NestedOptionals, null nested, 'nickname' '/nickname', 1:13+12, Optional<String>?: null → .some(nil), Cannot get value of type Optional<String> -- found null value instead"
        ),
        Row(Profile.self, #"{"nickname":"Jo"}"#, #"Profile(nickname: Optional(Optional("Jo")))"#),
    ])
    func missingOrNull(row: Row) {
        row.check(DecodingPolicy { NestedOptionals() })
        row.checkStrict()
    }

    @propertyWrapper struct Trimmed: Decodable {
        let wrappedValue: String?
        init(wrappedValue: String?) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            wrappedValue = try String?(from: decoder)?.trimmingCharacters(in: .whitespaces)
        }
    }
    struct Attachment: Decodable, CustomStringConvertible {
        @Trimmed var file: String?
        var description: String { "Attachment(\(String(describing: file)))" }
    }

    @Test(arguments: [
        Row(Attachment.self, #"{"file":" a "}"#, #"Attachment(Optional("a"))"#),
        Row(Attachment.self, #"{"file":null}"#, "Attachment(nil)"),
        Row(
            Attachment.self, "{}", "Attachment(nil)",
            #"OptionalPropertyWrappers, key supplied, 'file' '/file', 1:1+0, Trimmed: nothing → null, No value associated with key CodingKeys(stringValue: "file", intValue: nil) ("file")."#
        ),
    ])
    func wrapperWithoutKey(row: Row) {
        row.check(DecodingPolicy { OptionalPropertyWrappers() })
        row.checkStrict()
    }

    struct Switches: Decodable { let on: Bool, off: Bool? }

    @Test(arguments: [
        Row(
            Switches.self, #"{"on":1,"off":0}"#, "Switches(on: true, off: Optional(false))",
            "BooleansFromScalars, converted, 'on' '/on', 1:7+6, Bool: 1 → true, Expected to decode Bool but found number instead.",
            "BooleansFromScalars, converted, 'off' '/off', 1:15+14, Bool?: 0 → false, Expected to decode Bool but found number instead."
        ),
        Row(
            Switches.self, #"{"on":0,"off":null}"#, "Switches(on: false, off: nil)",
            "BooleansFromScalars, converted, 'on' '/on', 1:7+6, Bool: 0 → false, Expected to decode Bool but found number instead."
        ),
        Row(Switches.self, #"{"on":true}"#, "Switches(on: true, off: nil)"),
        Row(
            Switches.self, #"{"on":true,"off":2}"#,
            "typeMismatch(Bool) at off: Expected to decode Bool but found number instead."),
    ])
    func boolFromNumbers(row: Row) {
        row.check(DecodingPolicy { BooleansFromScalars() })
        row.checkStrict()
    }

    enum Reply<Success: Decodable, Failure: Decodable>: Decodable {
        case success(Success)
        case failure(Failure)

        enum CodingKeys: CodingKey { case ok }

        init(from decoder: any Decoder) throws {
            let isSuccess = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .ok)
            self = isSuccess ? .success(try Success(from: decoder)) : .failure(try Failure(from: decoder))
        }
    }
    struct Account: Decodable { let id: Int }
    struct Problem: Decodable { let code: Int, message: String }

    @Test(arguments: [
        Row(Reply<Account, Problem>.self, #"{"ok":true,"id":7}"#, "success(Account(id: 7))"),
        Row(
            Reply<Account, Problem>.self, #"{"ok":1,"id":"7"}"#, "success(Account(id: 7))",
            "BooleansFromScalars, converted, 'ok' '/ok', 1:7+6, Bool: 1 → true, Expected to decode Bool but found number instead.",
            #"NumbersFromStrings, converted, 'id' '/id', 1:14+13, Int: "7" → 7, Expected to decode Int but found a string instead."#
        ),
        Row(
            Reply<Account, Problem>.self, #"{"ok":0,"code":"4","message":12}"#,
            #"failure(Problem(code: 4, message: "12"))"#,
            "BooleansFromScalars, converted, 'ok' '/ok', 1:7+6, Bool: 0 → false, Expected to decode Bool but found number instead.",
            #"NumbersFromStrings, converted, 'code' '/code', 1:16+15, Int: "4" → 4, Expected to decode Int but found a string instead."#,
            #"StringsFromScalars, converted, 'message' '/message', 1:30+29, String: 12 → "12", Expected to decode String but found number instead."#
        ),
        Row(
            Reply<Account, Problem>.self, #"{"ok":false,"code":4}"#,
            #"keyNotFound(message) at the top: No value associated with key CodingKeys(stringValue: "message", intValue: nil) ("message")."#
        ),
        Row(
            [Reply<Account, Problem>].self, #"[{"ok":false,"code":"4"},{"ok":true,"id":1}]"#,
            "[Reply<Account, Problem>.success(Account(id: 1))]",
            #"LossyCollections, dropped, '[0]' '/0', 1:2+1, Reply<Account, Problem>: {"ok":false,"code":"4"} → dropped, No value associated with key CodingKeys(stringValue: "message", intValue: nil) ("message")."#
        ),
    ])
    func successOrFailure(row: Row) {
        row.check(.lenient)
        row.checkStrict()
    }

    struct Pagination: Decodable { let currentPage: Int, perPage: Int }
    struct Page<Entry: Decodable>: Decodable {
        let entries: [Entry]
        let pagination: Pagination

        enum CodingKeys: CodingKey { case listedEntries }

        init(from decoder: any Decoder) throws {
            entries = try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .listedEntries)
            pagination = try Pagination(from: decoder)
        }
    }

    @Test(arguments: [
        Row(
            Page<Int>.self, #"{"listed_entries":[1,2],"current_page":1,"per_page":50}"#,
            "Page<Int>(entries: [1, 2], pagination: Pagination(currentPage: 1, perPage: 50))"),
        Row(
            Page<Int>.self, #"{"listed_entries":[1,"x","3"],"current_page":"1","per_page":50}"#,
            "Page<Int>(entries: [1, 3], pagination: Pagination(currentPage: 1, perPage: 50))",
            #"LossyCollections, dropped, 'listedEntries[1]' '/listed_entries/1', 1:22+21, Int: "x" → dropped, Expected to decode Int but found a string instead."#,
            #"NumbersFromStrings, converted, 'listedEntries[2]' '/listed_entries/2', 1:26+25, Int: "3" → 3, Expected to decode Int but found a string instead."#,
            #"NumbersFromStrings, converted, 'currentPage' '/current_page', 1:46+45, Int: "1" → 1, Expected to decode Int but found a string instead."#
        ),
        Row(
            Page<Int>.self, #"{"listed_entries":[],"current_page":1,"per_page":null}"#,
            "valueNotFound(Int) at perPage: Cannot get value of type Int -- found null value instead"),
    ])
    func paginationNextToOwnKeys(row: Row) {
        let decoder = PolicyJSONDecoder(policy: .lenient)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        row.check(decoder)
        row.checkStrict(.convertFromSnakeCase)
    }
}
