/// A response that is either the requested value or a failure, as determined by the JSON. The caller handles no
/// optionals.
///
/// ```swift
/// struct Song: Codable { let title: String }
/// struct APIError: Codable, Error { let code: Int }
///
/// switch try decoder.decode(Outcome<Song, APIError>.self, from: data) {
/// case .success(let song): play(song)
/// case .failure(let error): show(error)
/// }
/// let song = try decoder.decode(Outcome<Song, APIError>.self, from: data).get()
/// ```
///
/// The JSON is matched as follows:
///
/// - If one or both types are ``Discriminated``, by their discriminators: JSON that the success's discriminator matches
///   is a success, JSON that the failure's matches is a failure; if only one of them has a discriminator, everything
///   else is the other.
/// - Otherwise by what can be decoded, that is by which keys exist: exactly one of the two must decode. Under a policy,
///   which repairs values, both may decode; then the one that needed no repair is used. Both are tried each time: types
///   that contain the same outcome again should be ``Discriminated``, or decoding nested JSON takes time that doubles
///   with each level.
///
/// In the table `Song` needs `title` and `Fault` needs `code`; `Denied` is identified by `"status": "denied"`, `Sheet`
/// by `"status"` being `"ok"` or 1, and `Broken` by having `error`.
///
/// | property | in the JSON | `.strict` | `.lenient` | written |
/// |---|---|---|---|---|
/// | `Outcome<Song, Fault>` | `{"title": "A"}` | `.success(Song(title: "A"))` | the same | `{"title":"A"}` |
/// | `Outcome<Song, Fault>` | `{"code": 7}` | `.failure(Fault(code: 7))` | the same | `{"code":7}` |
/// | `Outcome<Song, Fault>` | `{"code": "7"}` | fails: Neither a success nor a failure. Song: No value associated with key CodingKeys(stringValue: "title", intValue: nil) ("title"). Fault: code: Expected to decode Int but found a string instead. | `.failure(Fault(code: 7))` | `{"code":7}` |
/// | `Outcome<Song, Fault>` | `{"title": 1, "code": 7}` | `.failure(Fault(code: 7))` | the same | `{"code":7}` |
/// | `Outcome<Song, Fault>` | `{"title": "A", "code": 7}` | fails: Both a success and a failure: Song and Fault can be decoded. Conform one of them to Discriminated to distinguish them. | the same | |
/// | `Outcome<Song, Fault>` | `{}` | fails: Neither a success nor a failure. Song: No value associated with key CodingKeys(stringValue: "title", intValue: nil) ("title"). Fault: No value associated with key CodingKeys(stringValue: "code", intValue: nil) ("code"). | the same | |
/// | `Outcome<Song, Fault>` | `null` | fails: Neither a success nor a failure. Song: Cannot get keyed decoding container -- found null value instead. Fault: Cannot get keyed decoding container -- found null value instead. | the same | |
/// | `Outcome<Song, Fault>` | no key | fails: No value associated with key CodingKeys(stringValue: "value", intValue: nil) ("value"). | the same | |
/// | `Outcome<Song, Denied>` | `{"title": "A"}` | `.success(Song(title: "A"))` | the same | `{"title":"A"}` |
/// | `Outcome<Song, Denied>` | `{"status": "ok", "title": "A"}` | `.success(Song(title: "A"))` | the same | `{"title":"A"}` |
/// | `Outcome<Song, Denied>` | `{"status": "denied", "reason": "late"}` | `.failure(Denied(reason: "late"))` | the same | `{"reason":"late","status":"denied"}` |
/// | `Outcome<Song, Denied>` | `{"status": "denied"}` | fails: No value associated with key CodingKeys(stringValue: "reason", intValue: nil) ("reason"). | the same | |
/// | `Outcome<Song, Denied>` | `"denied"` | fails: Expected to decode Dictionary<String, Any> but found a string instead. | the same | |
/// | `Outcome<[Int], Denied>` | `[1]` | `.success([1])` | the same | `[1]` |
/// | `Outcome<Sheet, Denied>` | `{"status": 1, "title": "A"}` | `.success(Sheet(title: "A"))` | the same | `{"status":"ok","title":"A"}` |
/// | `Outcome<Sheet, Denied>` | `{"status": "late"}` | fails: Neither a success nor a failure: Sheet is identified by "status" being "ok" or 1, Denied by "status" being "denied". | the same | |
/// | `Outcome<Sheet, Broken>` | `{"status": "ok", "error": {"code": 7}}` | fails: Both a success and a failure: Sheet is identified by "status" being "ok" or 1, Broken by having "error". | the same | |
/// | `Outcome<Sheet, Broken>` | `{"status": "ok", "title": "A", "error": null}` | `.success(Sheet(title: "A"))` | the same | `{"status":"ok","title":"A"}` |
/// | `Outcome<Song, Broken>` | `{"error": {"code": 7}}` | `.failure(Broken(error: Fault(code: 7)))` | the same | `{"error":{"code":7}}` |
/// | `Outcome<Song, Fault>?` | `null` | `nil` | the same | no key |
/// | `Outcome<Song, Fault>?` | `{"code": 7}` | `Optional(.failure(Fault(code: 7)))` | the same | `{"code":7}` |
/// | `Outcome<Song, Fault>??` | no key | `nil` | the same | no key |
/// | `[Outcome<Song, Fault>]` | `[{"code": 7}, {"title": "A"}]` | `[.failure(Fault(code: 7)), .success(Song(title: "A"))]` | the same | `[{"code":7},{"title":"A"}]` |
/// | `[Outcome<Int, String>?]` | `[1, "a", null]` | `[Optional(.success(1)), Optional(.failure("a")), nil]` | the same | `[1,"a",null]` |
/// | `[String: Outcome<Int, String>]` | `{"a": 1}` | `["a": .success(1)]` | the same | `{"a":1}` |
/// | `Presence<Outcome<Song, Fault>>` | no key | `.missing` | the same | no key |
///
/// An outcome is encoded as the value that it contains. If a ``Discriminated`` type is identified by the value of a
/// key, that key is encoded, unless the type encodes it itself.
public enum Outcome<Success, Failure> {
    /// The requested value.
    case success(Success)
    /// The failure.
    case failure(Failure)
}

extension Outcome: Sendable where Success: Sendable, Failure: Sendable {}
extension Outcome: Equatable where Success: Equatable, Failure: Equatable {}
extension Outcome: Hashable where Success: Hashable, Failure: Hashable {}

extension Outcome {
    /// The success; `nil` for a failure.
    public var success: Success? {
        if case .success(let value) = self { return value }
        return nil
    }

    /// The failure; `nil` for a success.
    public var failure: Failure? {
        if case .failure(let value) = self { return value }
        return nil
    }

    /// Transforms the success.
    ///
    /// - Parameter transform: makes the new success.
    /// - Returns: the transformed success, or the same failure.
    /// - Throws: an error that `transform` throws.
    public func map<NewSuccess, Thrown: Error>(
        _ transform: (Success) throws(Thrown) -> NewSuccess
    ) throws(Thrown) -> Outcome<NewSuccess, Failure> {
        switch self {
        case .success(let value): .success(try transform(value))
        case .failure(let failure): .failure(failure)
        }
    }
}

extension Outcome where Failure: Error {
    /// The success.
    ///
    /// - Throws: the failure.
    public func get() throws(Failure) -> Success { try result.get() }

    /// The outcome as the standard library's `Result`.
    public var result: Result<Success, Failure> {
        switch self {
        case .success(let value): .success(value)
        case .failure(let failure): .failure(failure)
        }
    }
}

extension Outcome where Failure: Sendable {
    /// The success.
    ///
    /// - Throws: the failure, inside an ``OutcomeFailure``.
    public func get() throws(OutcomeFailure<Failure>) -> Success {
        switch self {
        case .success(let value): return value
        case .failure(let failure): throw OutcomeFailure(failure: failure)
        }
    }
}

/// The error that `Outcome.get()` throws if the failure type is not an `Error`.
public struct OutcomeFailure<Failure: Sendable>: Error, CustomStringConvertible {
    /// The failure.
    public let failure: Failure

    public var description: String { "\(failure)" }
}
