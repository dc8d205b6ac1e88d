import Testing

@testable import PolicyJSONData

@Suite struct ModelNamesTests {
    @Test(arguments: [
        ("id", "id", "Id"), ("userName", "userName", "UserName"), ("user_name", "userName", "UserName"),
        ("user-name", "userName", "UserName"), ("user name", "userName", "UserName"), ("ID", "id", "Id"),
        ("userID", "userID", "UserId"), ("HTMLText", "htmlText", "HtmlText"), ("PLEYEL_1", "pleyel1", "Pleyel1"),
        ("_id", "id", "Id"), ("@id", "id", "Id"), ("#text", "text", "Text"), ("a.b", "aB", "AB"),
        ("1st", "_1st", "Type1st"),
        ("2026-03", "_2026_03", "Type2026_03"), ("+1", "plus1", "Plus1"), ("-1", "minus1", "Minus1"),
        ("", "empty", "Type"),
        ("$", "key", "Type"), ("😀", "key", "Type"), ("größe", "größe", "Größe"),
        ("Österreich", "österreich", "Österreich"),
        ("名前", "名前", "Type名前"), ("a\u{301}b", "a\u{301}b", "A\u{301}b"), ("\u{301}b", "b", "B"),
        ("a\u{200D}b", "aB", "AB"),
        ("self", "selfValue", "Self"), ("Type", "type", "Type"), ("hashValue", "hashValueValue", "HashValue"),
        ("class", "class", "Class"), ("x²", "x", "X"), ("v2", "v2", "V2"),
    ])
    func `names of properties and types`(_ key: String, _ property: String, _ type: String) {
        #expect(ModelNames.property(key) == property)
        #expect(ModelNames.type(key) == type)
    }

    @Test(arguments: [
        ("open", "open"), ("IN_PROGRESS", "inProgress"), ("in progress", "inProgress"), ("unknown", "unknownValue"),
        ("none", "noneValue"), ("zh-cn", "zhCn"), ("a/b", "aB"), ("1a", "_1a"), ("", "empty"), ("…", "value"),
    ])
    func `names of cases`(_ value: String, _ name: String) {
        #expect(ModelNames.enumerationCase(value) == name)
    }

    @Test(arguments: [
        ("items", "item"), ("categories", "category"), ("seatCategories", "seatCategory"), ("CITIES", "CITY"),
        ("series", "series"), ("addresses", "address"), ("boxes", "box"), ("branches", "branch"),
        ("statuses", "status"),
        ("status", "status"), ("houses", "house"), ("causes", "cause"), ("responses", "response"), ("ties", "tie"),
        ("children", "child"), ("sub_people", "sub_person"), ("Indices", "Index"), ("news", "news"), ("data", "data"),
        ("bus", "bus"), ("analysis", "analysis"), ("class", "class"), ("gas", "gas"), ("", ""), ("😀", "😀"),
    ])
    func `singular`(_ key: String, _ singular: String) {
        #expect(ModelNames.singular(key) == singular)
    }

    @Test(arguments: [
        (["item"], "item"), (["billing_address", "shippingAddress"], "address"), (["from", "to"], "from"),
        (["user", "user"], "user"), (["a_b_c", "x_b_c", "c"], "c"), ([], ""),
    ])
    func `common words`(_ keys: [String], _ name: String) {
        #expect(ModelNames.common(keys) == name)
    }

    @Test func `used names get numbers`() {
        var used: Set<String> = []
        let names = ["a", "a", "a", "_1", "_1", "a2"].map { ModelNames.unique($0, in: &used) }
        #expect(names == ["a", "a2", "a3", "_1", "_1_2", "a2_2"])
    }

    @Test(arguments: [
        ("a", #""a""#), ("\"\\\n\r\t", #""\"\\\n\r\t""#), ("\\(x)", #""\\(x)""#),
        ("\u{0}\u{202E}\u{A0}", #""\u{0}\u{202E}\u{A0}""#),
        ("\u{301}a", #""\u{301}a""#), ("größe 😀", #""größe 😀""#),
    ])
    func `literals`(_ text: String, _ literal: String) {
        #expect(ModelNames.literal(text) == literal)
    }

    @Test(arguments: [
        ("Order", true), ("order_2", true), ("名前", true), ("", false), ("1a", false), ("a b", false), ("class", false),
        ("String", false), ("RawJSON", false), ("Box", false), ("_", false), ("a.b", false),
    ])
    func `names of the records' type`(_ name: String, _ isName: Bool) {
        #expect(SwiftModels.isName(name) == isName)
    }
}
