import Foundation
import Testing

/// Every kind of JSON against every kind of type.
@Suite struct KindMatrixTests {
    static let scalars: [Subject] = [
        Subject(Bool.self), Subject(String.self), Subject(Int.self), Subject(UInt8.self), Subject(Int128.self),
        Subject(UInt128.self), Subject(Double.self), Subject(Float.self), Subject(Decimal.self), Subject(Date.self),
        Subject(Data.self), Subject(URL.self), Subject(UUID.self), Subject(Letter.self), Subject(Figure.self),
        Subject(Ratio.self), Subject(Choice.self), Subject(Name.self), Subject(Tag.self), Subject(Empty.self),
    ]

    static let optionals: [Subject] = [
        Subject(Int?.self), Subject(Int??.self), Subject(Int???.self), Subject(String?.self), Subject(Bool?.self),
        Subject(Double?.self), Subject(Date?.self), Subject(Data?.self), Subject(URL?.self), Subject(Decimal?.self),
        Subject(Letter?.self), Subject(Choice?.self), Subject([Int]?.self), Subject([String: Int]?.self),
        Subject([Int?]?.self), Subject([Int??].self), Subject([String: Int?].self), Subject([String: Int??].self),
        Subject(Member<Int>?.self), Subject(OptionalMember<Letter>.self), Subject(OptionalMember<[Int]>.self),
        Subject(DoubleOptionalMember<Int>.self), Subject(DoubleOptionalMember<Choice>.self), Subject(Page<Int>?.self),
    ]

    static let collections: [Subject] = [
        Subject([Int].self), Subject([UInt8].self), Subject([Double].self), Subject([Float].self),
        Subject([String].self),
        Subject([Bool].self), Subject([Letter].self), Subject([Choice].self), Subject([Date].self),
        Subject([Data].self),
        Subject([URL].self), Subject([Decimal].self), Subject([[Int]].self), Subject([[String: Int]].self),
        Subject([Member<Int>].self), Subject([Empty].self), Subject(ContiguousArray<Int>.self),
        Subject(Set<Int>.self), Subject(Set<String>.self), Subject(Set<[Int]>.self),
        Subject(Set<Letter>.self), Subject(Range<Int>.self), Subject(ClosedRange<Int>.self),
        Subject(PartialRangeFrom<Int>.self), Subject(SIMD2<Double>.self), Subject(SIMD4<Int32>.self),
        Subject(Duration.self),
    ]

    static let dictionaries: [Subject] = [
        Subject([String: Int].self), Subject([String: String].self), Subject([String: [Int]].self),
        Subject([String: [String: Int]].self), Subject([String: Member<Int>].self), Subject([String: Letter].self),
        Subject([Int: Int].self), Subject([Int: String].self), Subject([Int: [Int: Int]].self),
        Subject([Letter: Int].self),
        Subject([LetterKey: Int].self), Subject([LetterKey: [Int]].self), Subject([FigureKey: Int].self),
        Subject([FigureKey: String].self), Subject([Tag: Int].self), Subject([Tag: Member<Int>].self),
        Subject([Name: Int].self), Subject([Double: Int].self), Subject([Bool: Int].self), Subject([UInt8: Int].self),
        Subject([Int64: Int].self), Subject([String?: Int].self), Subject([[Int]: Int].self), Subject([UUID: Int].self),
        Subject([URL: Int].self), Subject([Date: Int].self), Subject([Figure: Int].self),
    ]

    static let models: [Subject] = [
        Subject(Member<Int>.self), Subject(Member<String>.self), Subject(Member<[Int]>.self),
        Subject(Member<Member<Int>>.self), Subject(Member<[String: Int]>.self), Subject(OptionalMember<Int>.self),
        Subject(Wrappers.self), Subject(WrappedWrapper.self), Subject(DefaultedWrapper.self),
        Subject(Pair<Int, Int>.self), Subject(Pair<Int?, String?>.self), Subject(Page<Int>.self),
        Subject(Page<Page<Int>>.self), Subject(Node.self), Subject(Tree.self), Subject(Nested.self),
        Subject(Composed.self), Subject(Member<Choice>.self), Subject(Snake.self), Subject(Single<Int>.self),
        Subject(Single<[Int]>.self), Subject(Single<[String: Int]>.self), Subject(Single<Int?>.self),
        Subject(Everything.self),
    ]

    static let subjects = scalars + optionals + collections + dictionaries + models

    @Test func thereAreEnoughCombinations() {
        #expect(Self.subjects.count * Set(ValueTexts.all).count > 15_000)
    }

    @Test(arguments: subjects)
    func kinds(as subject: Subject) {
        var tally = Tally()
        for text in ValueTexts.all { tally.add(subject.trial(text)) }
        tally.expectParity()
    }
}
