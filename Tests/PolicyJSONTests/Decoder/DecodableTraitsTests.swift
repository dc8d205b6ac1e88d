import Foundation
import RuntimeFacts
import Testing

@testable import PolicyJSON

@Suite struct DecodableTraitsTests {
    enum Raw: Int, CaseIterable { case a }
    enum Uncounted: Int { case a }
    enum Plain { case a }
    struct RawStructure: RawRepresentable { let rawValue: Int }
    struct Model {}

    static let kinds: [(Any.Type, DecodableTraits.Kind)] = [
        (Bool.self, .bool), (String.self, .string), (Double.self, .double), (Float.self, .float), (Int.self, .int),
        (Int8.self, .plain), (UInt64.self, .plain), (Int128.self, .plain), (Date.self, .date), (Data.self, .data),
        (URL.self, .url), (Decimal.self, .decimal), ([String].self, .strings), ([Double].self, .doubles),
        ([Int].self, .ints),
        ([Bool].self, .bools), ([Int8].self, .collection), ([[Int]].self, .collection), ([Box<Int>].self, .collection),
        (ContiguousArray<Int>.self, .collection), (Set<Int>.self, .collection), ([String: Int].self, .namedInts),
        ([String: String].self, .namedStrings), ([String: Double].self, .namedDoubles),
        ([String: Bool].self, .namedBools), ([String: Float].self, .collection), ([Int: Int].self, .collection),
        ([Int: [Int]].self, .collection), (Int?.self, .optional), (Int??.self, .optional), ([Int]?.self, .optional),
        (Raw.self, .rawEnum), (Uncounted.self, RuntimeFacts.areUsed ? .rawEnum : .plain), (Plain.self, .plain),
        (RawStructure.self, .plain), (Model.self, .plain),
        (Box<Int>.self, .plain),
        // Collections of elements that are not decodable are not decoded by the core.
        ([Model].self, .plain), (Model?.self, .plain), ([String: Model].self, .plain), (Any.self, .plain),
    ]

    @Test(arguments: kinds.indices)
    func kind(index: Int) {
        let (type, kind) = Self.kinds[index]
        let traits = DecodableTraits.of(type)
        #expect(traits.kind == kind, "\(type)")
        #expect((traits.intrinsic != nil) == (type is any IntrinsicDecodable.Type), "\(type)")
        // The same result on the next look-up.
        #expect(DecodableTraits.of(type).kind == kind)
        #expect(DecodableTraits.of(type).id == traits.id)
        let back = DecodableTraits.type(id: traits.id)
        #expect(back.map { $0 == type } == true, "\(type)")
    }

    @Test func idsDiffer() {
        let ids = Self.kinds.map { DecodableTraits.of($0.0).id }
        #expect(Set(ids).count == ids.count)
        #expect(!ids.contains(0))
        #expect(DecodableTraits.type(id: 0) == nil)
        #expect(DecodableTraits.type(id: .max) == nil)
    }

    @Test func manyTasksSeeTheSame() async {
        let types: [any (Decodable & SendableMetatype).Type] = [
            Box<Int8>.self, Box<Int16>.self, Box<[Int32]>.self, [Box<Int64>].self,
        ]
        let seen = await withTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<16 { group.addTask { types.map { DecodableTraits.of($0).id } } }
            return await group.reduce(into: Set<[UInt32]>()) { $0.insert($1) }
        }
        #expect(seen.count == 1)
    }
}
