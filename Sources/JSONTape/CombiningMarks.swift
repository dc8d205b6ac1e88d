internal import RuntimeFacts

extension String {
    /// This text; or, if it has a long run of combining marks, an equal one in which they are in canonical order (Unicode, D108).
    ///
    /// To hash and to compare texts, the standard library sorts each run by insertion, which takes quadratic time unless it is in
    /// order: seconds for a key of 100 KB.
    package func withOrderedMarks() -> String {
        // U+0300, the first mark, is CC 80 in UTF-8.
        if utf8.count <= Self.unorderedMarks || !utf8.contains(where: { $0 >= 0xCC }) { return self }
        var ordered = UnicodeScalarView()
        var marks = Marks()
        for scalar in unicodeScalars {
            let combiningClass = scalar.properties.canonicalCombiningClass.rawValue
            if combiningClass != 0 {
                marks.append(scalar, combiningClass)
            } else {
                marks.move(to: &ordered)
                ordered.append(scalar)
            }
        }
        marks.move(to: &ordered)
        return String(ordered)
    }

    /// A run of at most so many marks stays as it is, as does a text of at most so many bytes: sorting it takes no noticeable time.
    package static var unorderedMarks: Int { 128 }
}

/// A value that is equal; a string is ``Swift/String/withOrderedMarks()``.
@inline(__always)
package func withOrderedMarks<T>(_ value: T) -> T {
    if T.self != String.self { return value }
    let text: String = unsafelyCast(value)
    return unsafelyCast(text.withOrderedMarks())
}

/// Combining marks that follow each other.
private struct Marks {
    private var run: [(scalar: Unicode.Scalar, combiningClass: UInt8)] = []

    mutating func append(_ scalar: Unicode.Scalar, _ combiningClass: UInt8) { run.append((scalar, combiningClass)) }

    mutating func move(to text: inout String.UnicodeScalarView) {
        if run.count > String.unorderedMarks {
            appendInOrder(to: &text)
        } else {
            for mark in run { text.append(mark.scalar) }
        }
        run.removeAll(keepingCapacity: true)
    }

    /// Goes through the run once for each class in it, of which Unicode has some fifty. Marks of one class stay in their order.
    private func appendInOrder(to text: inout String.UnicodeScalarView) {
        var (passed, next): (UInt8, UInt8) = (0, 0)
        repeat {
            next = .max
            for mark in run where passed < mark.combiningClass && mark.combiningClass < next {
                next = mark.combiningClass
            }
            for mark in run where mark.combiningClass == next { text.append(mark.scalar) }
            passed = next
        } while next != .max
    }
}
