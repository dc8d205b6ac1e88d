import Foundation
import Testing

@Suite struct NumberMatrixTests {
    static let types: [Contexts] = [
        Contexts(Int.self), Contexts(Int8.self), Contexts(Int16.self), Contexts(Int32.self),
        Contexts(Int64.self), Contexts(Int128.self), Contexts(UInt.self), Contexts(UInt8.self),
        Contexts(UInt16.self), Contexts(UInt32.self), Contexts(UInt64.self),
        Contexts(UInt128.self), Contexts(Double.self), Contexts(Float.self),
        Contexts(Decimal.self), Contexts(Bool.self), Contexts(String.self),
    ]

    @Test(arguments: types)
    func numbers(in contexts: Contexts) {
        var tally = Tally()
        for (index, context) in contexts.all.enumerated() {
            let contextPath = context.subject.trial(context.wrap("true")).foundation.failure?.path ?? []
            // All numbers in the first contexts, some in every context.
            for text in index < 4 ? NumberTexts.all : NumberTexts.some {
                let trial = context.subject.trial(context.wrap(text))
                tally.add(trial)
                if trial.unfitNumber == nil { continue }
                let path = contextPath.map(\.description).joined(separator: "/")
                let error = "Parsed JSON number <\(text)> does not fit in \(contexts.testDescription)."
                let expected = "dataCorrupted() at [\(path)]: \(error)"
                if "\(trial.policyJSON)" != expected { Issue.record("\(trial)") }
            }
        }
        // Other types accept none of these texts except null.
        let takesNumbers = !["Bool", "String"].contains(contexts.testDescription)
        tally.expectParity(minimumValues: takesNumbers ? 100 : 0)
    }
}
