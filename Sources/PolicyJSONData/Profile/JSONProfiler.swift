internal import FoundationImport
@_spi(Cursor) internal import JSONTape
public import PolicyJSON

/// Profiles an input whose bytes arrive in chunks. Memory does not grow with the input.
///
/// ```swift
/// var profiler = JSONProfiler(named: "orders.ndjson")
/// for chunk in chunks { try profiler.append(chunk) }
/// try profiler.finish()
/// print(try profiler.profile().records)
/// ```
public struct JSONProfiler: ~Copyable {
    private enum State {
        case undecided([UInt8])
        case document
        case lines
        case failed(JSONSyntaxError)
    }

    /// The error of ``profile()`` if the input has no array at the path, or other values, too.
    public struct NoArray: Error, Sendable, Hashable, CustomStringConvertible {
        /// The path of the arrays, or of the other values.
        public let path: String
        var isOfSomeValues = false
        public var description: String {
            isOfSomeValues ? "not all values at \(path) are arrays" : "there is no array at \(path)"
        }
    }

    private static let slice = 1 << 16

    private let file: String
    private let path: PathPattern?
    private var state: State
    private var document: ProfiledDocument
    private var lines: ProfiledLines
    private var received = 0

    /// Creates a profiler at the start of an input.
    ///
    /// - Parameters:
    ///   - name: the name of the input in examples.
    ///   - format: how the records are separated; without effect if there is a path. Default: recognized from the first
    ///     64 KiB.
    ///   - path: the path of the arrays of one document whose elements are the records; indexes in it count as `[*]`.
    ///     Default: `nil`: the elements of a top-level array, or the document itself.
    ///   - limits: the limits for the input; a line longer than `elementBytes` counts as invalid.
    public init(
        named name: String, format: RecordFormat = .recognized, at path: PathPattern? = nil,
        limits: JSONLimits = .default
    ) {
        file = name
        self.path = path
        state =
            switch path == nil ? format.kind : .document {
            case .recognized: .undecided([])
            case .document: .document
            case .lines: .lines
            }
        document = ProfiledDocument(file: name, at: path, limits: limits)
        lines = ProfiledLines(file: name, limits: limits)
    }

    /// Adds the next chunk, which may have any length.
    ///
    /// - Parameter chunk: bytes of the input; a chunk may end inside a token or a character.
    /// - Throws: `JSONSyntaxError` at the first invalid byte of a document, and the same error again on each further
    ///   call. Invalid lines are not errors.
    public mutating func append<Bytes: JSONBytes & ~Copyable & ~Escapable>(
        _ chunk: borrowing Bytes
    ) throws(JSONSyntaxError) {
        try chunk.withJSONBytes { bytes throws(JSONSyntaxError) in
            received += bytes.byteCount
            var start = 0
            while start < bytes.byteCount {
                let end = min(start + Self.slice, bytes.byteCount)
                try unsafe bytes.extracting(start..<end).withUnsafeBytes { raw throws(JSONSyntaxError) in
                    try unsafe add(raw.assumingMemoryBound(to: UInt8.self))
                }
                start = end
            }
        }
    }

    private mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
        switch state {
        case .failed(let error): throw error
        case .undecided(var start):
            state = .document
            unsafe start.append(contentsOf: bytes)
            if start.count < RecordFormat.recognizedBytes {
                state = .undecided(start)
            } else {
                try decide(start, isWhole: false)
            }
        case .lines: try unsafe lines.append(bytes)
        case .document:
            do throws(JSONSyntaxError) {
                try unsafe document.append(bytes)
            } catch {
                state = .failed(error)
                throw error
            }
        }
    }

    private mutating func decide(_ start: [UInt8], isWhole: Bool) throws(JSONSyntaxError) {
        state = RecordFormat.hasLines(start, isWhole: isWhole) ? .lines : .document
        try unsafe start.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in try unsafe add(bytes) }
    }

    /// Ends the input.
    ///
    /// - Throws: `JSONSyntaxError` if a document is incomplete.
    public mutating func finish() throws(JSONSyntaxError) {
        if case .undecided(let start) = state {
            if RecordFormat.isBlank(start.dropFirst(start.byteOrderMarkLength)) {
                state = .lines
            } else {
                try decide(start, isWhole: true)
            }
        }
        switch state {
        case .failed(let error): throw error
        case .lines: lines.finish()
        case .document:
            do throws(JSONSyntaxError) {
                try document.finish()
            } catch {
                state = .failed(error)
                throw error
            }
        case .undecided: break
        }
    }

    /// The profile of what has been read.
    ///
    /// - Returns: the profile; after an error that of the records before it. Before ``finish()`` what has been read may not be
    ///   in it: the first 64 KiB of an input whose format is recognized, and a line that continues.
    /// - Throws: ``NoArray`` if there is no array at the requested path, or there are other values.
    public func profile() throws(NoArray) -> JSONProfile {
        var profile = JSONProfile()
        profile.bytes = received
        if case .lines = state {
            lines.add(to: &profile)
            if profile.records > 0 { profile.origins = [.line] }
            return profile
        }
        let whole = try document.top(otherValues: &profile.otherValues)
        if let path {
            profile.origins = [.element(of: "\(path)")]
            setTop(whole, of: &profile)
        } else if whole.facts.count(of: .array) > 0 {
            profile.origins = [.element(of: "")]
            setTop(whole, of: &profile)
        } else {
            profile.origins = [.document]
            profile.top = whole
        }
        profile.records = profile.top.facts.values
        return profile
    }

    private func setTop(_ array: JSONProfile.Path, of profile: inout JSONProfile) {
        let elements = array.children.filter { $0.step == .element }
        profile.top = JSONProfile.merged(elements, otherValues: &profile.otherValues)
    }
}
