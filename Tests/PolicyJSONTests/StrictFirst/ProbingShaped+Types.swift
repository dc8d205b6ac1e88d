import Foundation
import PolicyJSON

extension Int: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .number }
}

extension Bool: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .bool }
}

extension String: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .text }
}

extension Date: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .literal(["0.5", "1709164800", #""20240229""#, #""19991231""#]) }
}

extension Optional: ProbingShaped where Wrapped: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .optional(Wrapped.shape(depth)) }
}

extension Array: ProbingShaped where Element: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .list(Element.shape(depth)) }
}

extension ContiguousArray: ProbingShaped where Element: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .list(Element.shape(depth)) }
}

extension Set: ProbingShaped where Element: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .list(Element.shape(depth)) }
}

extension Dictionary: ProbingShaped where Key == String, Value: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .dictionary(Value.shape(depth)) }
}

extension Outcome: ProbingShaped where Success: ProbingShaped, Failure: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .oneOf([Success.shape(depth), Failure.shape(depth)]) }
}

extension Probing.AnyJSON: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .anything }
}

extension Probing.Either: ProbingShaped where Left: ProbingShaped, Right: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .oneOf([Left.shape(depth), Right.shape(depth)]) }
}

extension Probing.NumbersPage: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape {
        .members([("items", .oneOf([.list(.number), .list(.text)]), false)])
    }
}

extension Probing.TextsPage: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .members([("items", .list(.text), false)]) }
}

extension Probing.Account: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .members([("id", .oneOf([.number, .text]), false)]) }
}

extension Probing.Genre: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .literal([#""poem""#, #""essay""#, #""novel""#, #""POEM""#]) }
}

extension Probing.KeptGenre: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape {
        .members([("genre", .oneOf([Probing.Genre.shape(0), .text]), true)])
    }
}

extension Probing.Mixed: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .list(.oneOf([.number, .text])) }
}

extension Probing.Attachment: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .members([("file", .optional(.text), false)]) }
}

extension Probing.Named: ProbingShaped {
    static func shape(_ depth: Int) -> ProbingShape { .members([("name", .text, false)]) }
}
