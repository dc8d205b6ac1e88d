import Foundation
import Testing

/// Optional elements of every type in the protocol, up to the end of an array and beyond it.
@Suite struct UnkeyedEndsTests {
    private struct Optionals: Decodable {
        private(set) var log = ""

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            func note(_ value: Any?) { log += "\(value.map { "\($0)" } ?? "nil") \(container.currentIndex) " }
            note(try container.decodeIfPresent(Bool.self))
            note(try container.decodeIfPresent(String.self))
            note(try container.decodeIfPresent(Double.self))
            note(try container.decodeIfPresent(Float.self))
            note(try container.decodeIfPresent(Int.self))
            note(try container.decodeIfPresent(Int8.self))
            note(try container.decodeIfPresent(Int16.self))
            note(try container.decodeIfPresent(Int32.self))
            note(try container.decodeIfPresent(Int64.self))
            note(try container.decodeIfPresent(UInt.self))
            note(try container.decodeIfPresent(UInt8.self))
            note(try container.decodeIfPresent(UInt16.self))
            note(try container.decodeIfPresent(UInt32.self))
            note(try container.decodeIfPresent(UInt64.self))
            note(try container.decodeIfPresent(Int128.self))
            note(try container.decodeIfPresent(UInt128.self))
            note(try container.decodeIfPresent([Int].self))
            // The path has the index.
            do { _ = try container.decode(Int.self) } catch { log += "\(error)" }
        }
    }

    @Test(arguments: 0...18)
    func optionals(_ count: Int) {
        _ = expectSame("[\(Array(repeating: "null", count: count).joined(separator: ","))]", Subject(Optionals.self))
    }
}
