import Foundation
import PolicyJSON
import Testing

/// Rules that are turned off in a scope.
@Suite struct WithoutTests {
    static let mismatch = "Expected to decode Int but found a string instead."

    @Test(arguments: [
        // By type, at a path.
        (
            DecodingPolicy {
                NumbersFromStrings()
                At("photos[*].id") { Without(NumbersFromStrings.self) }
            }, "typeMismatch(Int) at photos[0].id: \(mismatch)"
        ),
        // By name.
        (
            DecodingPolicy {
                NumbersFromStrings()
                For(Photo.self) { Without(named: "NumbersFromStrings") }
            }, "typeMismatch(Int) at photos[0].id: \(mismatch)"
        ),
        // Not turned off elsewhere.
        (
            DecodingPolicy {
                NumbersFromStrings()
                At("photos[1].id") { Without(NumbersFromStrings.self) }
                For(Album.self) { Without(NumbersFromStrings.self) }
            }, "1"
        ),
        // Inner rules are consulted before.
        (
            DecodingPolicy {
                At("photos[*].id") { NumbersFromStrings() }
                For(Photo.self) { Without(NumbersFromStrings.self) }
            }, "1"
        ),
        // Turns off the rules that follow in its own scope.
        (
            DecodingPolicy {
                Without(NumbersFromStrings.self)
                NumbersFromStrings()
            }, "typeMismatch(Int) at photos[0].id: \(mismatch)"
        ),
        (
            DecodingPolicy {
                NumbersFromStrings()
                Without(NumbersFromStrings.self)
            }, "1"
        ),
        // A nested scope is an inner scope.
        (
            DecodingPolicy {
                At("photos[*].id") {
                    NumbersFromStrings()
                    At("photos[0].*") { Without(NumbersFromStrings.self) }
                }
            }, "typeMismatch(Int) at photos[0].id: \(mismatch)"
        ),
        // Other rules are not turned off.
        (
            DecodingPolicy {
                NumbersFromStrings()
                At("**") { Without(BooleansFromScalars.self) }
            }, "1"
        ),
    ])
    func turnedOff(policy: DecodingPolicy, expected: String) {
        let outcome = PolicyJSONDecoder(policy: policy).outcome(of: Album.self, from: #"{"photos":[{"id":"1"}]}"#)
        #expect(outcome.text == (expected == "1" ? "Album(photos: [\(Self.photo)], title: nil)" : expected))
    }
    static let photo = "Photo(id: 1, imageURL: nil, address2: nil, userName: nil)"

    @Test func descriptions() {
        #expect("\(Without(LossyCollections.self))" == "Without(LossyCollections.self)")
        #expect("\(Without<any DecodingRule>(named: "Mine"))" == #"Without(named: "Mine")"#)
        #expect(Without(LossyCollections.self).ruleName == "LossyCollections")
    }

    @Test func onlyWithoutIsStrict() throws {
        let decoder = PolicyJSONDecoder(policy: DecodingPolicy { Without(BooleansFromScalars.self) })
        #expect(try decoder.decodeReporting([Int].self, from: "[1]").report.isEmpty)
        #expect(throws: JSONDecodingError.self) { try decoder.decodeReporting([Int].self, from: "[true]") }
    }
}
