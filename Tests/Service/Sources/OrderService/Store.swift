import Foundation
import GRDB
import PolicyJSON

/// The orders in a database, and how far each upload has come.
struct Store: Sendable {
    /// Another request has continued the upload.
    struct Conflict: Error {}

    /// How far an upload has come: saved in the same transaction as its orders, so that each is stored exactly once.
    struct Progress: Sendable {
        var point = JSONResumePoint.start
        /// The length of the file of dead letters. What a stopped service has written beyond it is overwritten.
        var deadLetters: UInt64 = 0
    }

    /// What an upload has brought since it was saved.
    struct Batch: Sendable {
        static let size = 500
        var orders: [Order] = []
        var rejected: [RejectedElement] = []
        var isFull: Bool { orders.count + rejected.count >= Self.size }
    }

    private let database: DatabaseQueue
    private let directory: URL

    init(directory: URL) throws {
        self.directory = directory
        database = try DatabaseQueue(path: directory.appending(path: "orders.sqlite").path)
        try database.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS orders(
                        number INTEGER PRIMARY KEY, id INTEGER, article TEXT, quantity INTEGER, paid INTEGER);
                    CREATE TABLE IF NOT EXISTS uploads(name TEXT PRIMARY KEY, point BLOB, deadLetters INTEGER);
                    """)
        }
    }

    func add(_ orders: [Order]) async throws {
        try await database.write { try Self.insert(orders, into: $0) }
    }

    private static func insert(_ orders: [Order], into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO orders(id, article, quantity, paid) VALUES (?, ?, ?, ?)")
        for order in orders {
            try statement.execute(arguments: [order.id, order.article, order.quantity, order.paid])
        }
    }

    // MARK: Uploads

    func progress(of upload: String) async throws -> Progress {
        try await database.read { try Self.progress(of: upload, in: $0) }
    }

    private static func progress(of upload: String, in database: Database) throws -> Progress {
        let row = try Row.fetchOne(
            database, sql: "SELECT point, deadLetters FROM uploads WHERE name = ?", arguments: [upload])
        guard let row else { return Progress() }
        return Progress(
            point: try PolicyJSONDecoder().decode(JSONResumePoint.self, from: row["point"] as Data),
            deadLetters: row["deadLetters"])
    }

    /// Saves what an upload has brought.
    ///
    /// - Parameters:
    ///   - progress: as it was saved last; updated.
    ///   - point: where the upload resumes if it ends here.
    /// - Throws: ``Conflict`` if another request has saved something of the same upload.
    func save(_ batch: Batch, of upload: String, _ progress: inout Progress, at point: JSONResumePoint) async throws {
        let letters = try Data(batch.rejected.map { try Coding.encoder.encode($0) + Data("\n".utf8) }.joined())
        let (before, directory) = (progress, directory)
        progress = try await database.write { database in
            guard try Self.progress(of: upload, in: database).point == before.point else { throw Conflict() }
            try Self.insert(batch.orders, into: database)
            if !letters.isEmpty {
                let file = directory.appending(path: "\(upload).ndjson")
                if before.deadLetters == 0 { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
                let handle = try FileHandle(forWritingTo: file)
                defer { try? handle.close() }
                try handle.truncate(atOffset: before.deadLetters)
                try handle.write(contentsOf: letters)
            }
            let after = Progress(point: point, deadLetters: before.deadLetters + UInt64(letters.count))
            try database.execute(
                sql: "INSERT OR REPLACE INTO uploads VALUES (?, ?, ?)",
                arguments: [upload, try Coding.encoder.encode(after.point), after.deadLetters])
            return after
        }
    }

    // MARK: Export

    /// All orders, read in batches when they are requested.
    var orders: StoredOrders { StoredOrders(database: database) }
}

/// The orders of a database, as a sequence that keeps one batch in memory.
struct StoredOrders: AsyncSequence, Sendable {
    typealias Element = Order

    let database: DatabaseQueue

    func makeAsyncIterator() -> Iterator { Iterator(database: database) }

    struct Iterator: AsyncIteratorProtocol {
        let database: DatabaseQueue
        private var last: Int64 = 0
        private var batch: ArraySlice<Order> = []

        init(database: DatabaseQueue) { self.database = database }

        mutating func next() async throws -> Order? {
            if batch.isEmpty {
                (batch, last) = try await database.read { [last] database in
                    let rows = try Row.fetchAll(
                        database, sql: "SELECT * FROM orders WHERE number > ? ORDER BY number LIMIT 500",
                        arguments: [last])
                    let orders = rows.map {
                        Order(id: $0["id"], article: $0["article"], quantity: $0["quantity"], paid: $0["paid"])
                    }
                    return (orders[...], rows.last?["number"] ?? last)
                }
            }
            return batch.popFirst()
        }
    }
}
