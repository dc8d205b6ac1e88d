import Foundation
import Testing

/// Types of Foundation and the standard library with a custom `init(from:)`.
@Suite struct FoundationTypesTests {
    @Test(arguments: try FoundationSample.all())
    func samples(_ sample: FoundationSample) {
        var tally = Tally()
        for options in [Options.default, Options(name: "snake case", dates: .iso8601, keys: .convertFromSnakeCase)] {
            for (subject, documents) in sample.cases {
                for text in documents { tally.add(subject.trial(text, options)) }
            }
        }
        tally.expectParity(minimumValues: 3)
    }
}
