import RuntimeFacts
import Testing

@Suite(.enabled(if: RuntimeFacts.areUsed)) struct EnumCasesTests {
    enum Plain { case a, b, c }
    enum Single { case only }
    enum Empty {}
    enum Raw: Int, CaseIterable {
        case minus = -1
        case ten = 10
        case zero = 0
    }
    enum Text: String {
        case one = "1"
        case `default`, `self`
    }
    enum Described: CustomStringConvertible {
        case x, y
        var description: String { "not the name" }
    }
    enum Payload {
        case a(Int)
        case b
    }
    enum SmallPayload {
        case a(Bool)
        case b, c
    }
    enum VoidPayload {
        case a(Void)
        case b
    }
    enum NeverPayload {
        case a(Never)
        case b, c
    }
    enum GenericPlain<T> { case a, b }
    enum GenericPayload<T> {
        case a(T)
        case b
    }
    indirect enum Indirect {
        case leaf
        case node(Indirect)
    }
    struct Structure {}
    final class Reference {}

    static let tables: [(any Any.Type, [String]?)] = [
        (Plain.self, ["a", "b", "c"]), (Single.self, ["only"]), (Raw.self, ["minus", "ten", "zero"]),
        (Text.self, ["one", "default", "self"]), (Described.self, ["x", "y"]), (GenericPlain<Int>.self, ["a", "b"]),
        (GenericPlain<String>.self, ["a", "b"]), (Empty.self, nil), (Payload.self, nil), (SmallPayload.self, nil),
        (VoidPayload.self, nil), (NeverPayload.self, nil), (GenericPayload<Int>.self, nil), (Indirect.self, nil),
        (Plain?.self, nil), (Structure.self, nil),
        (Reference.self, nil), (Int.self, nil), (String.self, nil), ([Plain].self, nil), ((Plain, Plain).self, nil),
        (Any.self, nil),
        (Bool.self, nil), (Never.self, nil), ((() -> Void).self, nil),
    ]

    @Test(arguments: tables.indices)
    func names(index: Int) {
        let (type, names) = Self.tables[index]
        #expect(EnumCases.all(of: type)?.map(\.name) == names, "\(type)")
    }

    @Test func values() throws {
        #expect(try #require(EnumCases.all(of: Plain.self)).map { $0.value as? Plain } == [.a, .b, .c])
        #expect(try #require(EnumCases.all(of: Single.self)).map { $0.value as? Single } == [.only])
        #expect(try #require(EnumCases.all(of: Raw.self)).map { $0.value as? Raw } == Raw.allCases)
        #expect(
            try #require(EnumCases.all(of: Text.self)).map { ($0.value as? Text)?.rawValue } == [
                "1", "default", "self",
            ])
        #expect(
            try #require(EnumCases.all(of: GenericPlain<Int>.self)).map { $0.value as? GenericPlain<Int> } == [.a, .b])
    }

    @Test func bigEnumeration() throws {
        let cases = try #require(EnumCases.all(of: Big.self))
        #expect(cases.count == 300)
        #expect(cases.map { $0.value as? Big } == Big.allCases)
        #expect(cases.map(\.name) == Big.allCases.map { String(describing: $0) })
        #expect(cases[255].name == "c255")
        #expect(cases[256].name == "c256")
    }

    @Test("the layout of metadata is known")
    func layout() { #expect(EnumCases.isLayoutKnown) }

    @Test("the cases of C enumerations are unknown")
    func enumerationsOfC() {
        for type in cEnumerations {
            #expect(EnumCases.isEnumeration(type), "\(type)")
            #expect(EnumCases.all(of: type) == nil, "\(type)")
        }
    }

    @Test("256 cases")
    func fullByte() throws {
        let cases = try #require(EnumCases.all(of: FullByte.self))
        #expect(cases.count == 256)
        #expect(cases.map { $0.value as? FullByte } == FullByte.allCases)
        #expect(cases.map(\.name) == FullByte.allCases.map { String(describing: $0) })
    }

    @Test func isEnumeration() {
        let types: [any Any.Type] = [
            Plain.self, Single.self, Empty.self, Payload.self, GenericPlain<Int>.self, Indirect.self,
        ]
        for type in types { #expect(EnumCases.isEnumeration(type), "\(type)") }
        let others: [any Any.Type] = [Plain?.self, Int.self, Structure.self, Reference.self, [Plain].self, Any.self]
        for type in others { #expect(!EnumCases.isEnumeration(type), "\(type)") }
    }
}
