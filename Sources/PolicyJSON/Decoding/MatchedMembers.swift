internal import Synchronization

/// The members of one document that rules have found under other names than the model's, with the model's key: paths show
/// that, as they do under a key strategy.
final class MatchedMembers: Sendable {
    private struct State {
        var names: [UInt32: UInt32] = [:]
        var interned: [String] = []
        var numbers: [String: UInt32] = [:]
        /// Members of large objects by the names that a rule compares.
        var compared: [Question: [String: UInt32]] = [:]
    }

    /// A rule that compares the members of an object for a model.
    private struct Question: Hashable {
        let object: UInt32
        let rule: Int
        let model: UInt32
    }

    /// Of larger objects the names to compare are kept, so that each absent key costs the same.
    private static let large = 16

    private let state = Mutex(State())

    /// Notes the key that the member with this value was found for.
    func note(_ value: UInt32, _ key: String) {
        state.withLock { state in
            var number = state.numbers[key]
            if number == nil {
                number = UInt32(truncatingIfNeeded: state.interned.count)
                state.numbers[key] = number
                state.interned.append(key)
            }
            state.names[value] = number
        }
    }

    /// The model's key of the member with this value; `nil` where it is the name in the document.
    func key(of value: UInt32) -> String? {
        state.withLock { state in state.names[value].map { state.interned[Int($0)] } }
    }

    /// The first member of an object whose name, as a rule compares it, is this one.
    ///
    /// - Parameters:
    ///   - rule: the rule's number in the policy.
    ///   - model: the type that asks (``TypeTraits/id``).
    ///   - forEachMember: calls its argument with the name to compare of each member in turn, and its value, until that
    ///     returns `false`.
    func member(
        _ name: String, of object: UInt32, rule: Int, model: UInt32, count: Int,
        forEachMember: ((String, UInt32) -> Bool) -> Void
    ) -> UInt32? {
        if count <= Self.large {
            var found: UInt32?
            forEachMember { candidate, value in
                if candidate == name { found = value }
                return found == nil
            }
            return found
        }
        let question = Question(object: object, rule: rule, model: model)
        if let found = state.withLock({ $0.compared[question]?[name] ?? ($0.compared[question] == nil ? nil : 0) }) {
            return found == 0 ? nil : found
        }
        var members: [String: UInt32] = [:]
        // The rule's code runs here: not under the lock.
        forEachMember { name, value in
            if members[name] == nil { members[name] = value }
            return true
        }
        let found = members[name]
        let known = members
        state.withLock { $0.compared[question] = known }
        return found
    }

    /// There is another document on the tape.
    func forget() {
        state.withLock { state in
            if !state.names.isEmpty { state.names = [:] }
            if !state.compared.isEmpty { state.compared = [:] }
        }
    }
}
