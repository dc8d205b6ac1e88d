internal import FoundationImport

/// Counts different strings: exactly up to a bound, and estimated beyond it (HyperLogLog: Flajolet, Fusy, Gandouet and
/// Meunier, 2007). Counting two halves and merging gives the same as counting the whole.
public struct DistinctValues: Sendable, Hashable {
    /// The number of different values up to which they are counted exactly.
    public static let exactLimit = 100
    /// The standard error of an estimate, as a fraction of the count: 1.04 / √2048.
    public static let standardError = 0.023
    /// Only the start of longer values is kept, in bytes.
    static let textLimit = 64
    private static let indexBits = 11
    private static let registers = 1 << indexBits

    struct Entry: Sendable, Hashable {
        let hash: UInt64
        /// The value; of a long one the start.
        let text: String
        let isWhole: Bool
        var count: Int
    }

    /// The values; none once there are too many.
    private(set) var entries: [Entry] = []
    /// Positions in `entries` plus one, by hash; a power of two.
    private var table: [UInt8] = []
    /// The registers of the estimate; none while values are counted exactly.
    private(set) var ranks: [UInt8] = []

    init() {}

    /// Whether ``count`` is exact.
    public var isExact: Bool { ranks.isEmpty }

    /// The number of different values; an estimate if ``isExact`` is false.
    public var count: Int {
        if isExact { return entries.count }
        let size = Double(Self.registers)
        let sum = ranks.reduce(0.0) { $0 + exp2(-Double($1)) }
        let estimate = 0.7213 / (1 + 1.079 / size) * size * size / sum
        let zeros = ranks.count { $0 == 0 }
        // Saved registers may be those of no input.
        if estimate > Double(ProfileCounts.limit) { return ProfileCounts.limit }
        // Small counts are those of linear counting, as in the publication.
        if estimate <= 2.5 * size, zeros > 0 { return Int((size * log(size / Double(zeros))).rounded()) }
        return Int(estimate.rounded())
    }

    /// The values and how often each occurs, the most frequent first; `nil` if there are too many.
    public var values: [(value: String, count: Int)]? {
        guard isExact else { return nil }
        return entries.sorted { $0.count != $1.count ? $0.count > $1.count : $0.text < $1.text }.map {
            ($0.text, $0.count)
        }
    }

    /// Whether each of ``values`` is complete, and not only the start of a long one.
    public var hasWholeValues: Bool { entries.allSatisfy(\.isWhole) }

    @inline(__always)
    mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
        let hash = unsafe Self.hash(bytes)
        if !ranks.isEmpty { return rank(hash) }
        if let index = index(of: hash) {
            entries[index].count += 1
        } else {
            unsafe insert(hash, bytes)
        }
    }

    private mutating func insert(_ hash: UInt64, _ bytes: UnsafeBufferPointer<UInt8>) {
        let isWhole = bytes.count <= Self.textLimit
        // Does not end inside a character.
        var end = min(bytes.count, Self.textLimit)
        while !isWhole, end > 0, unsafe bytes[end] & 0xC0 == 0x80 { end -= 1 }
        let text = unsafe String(decoding: bytes[..<end], as: UTF8.self)
        insert(Entry(hash: hash, text: text, isWhole: isWhole, count: 1))
    }

    private mutating func insert(_ entry: Entry) {
        guard entries.count < Self.exactLimit else { return estimate(with: entry.hash) }
        entries.append(entry)
        if entries.count * 2 > table.count { rebuild() } else { insert(entries.count - 1) }
    }

    private mutating func rebuild() {
        table = [UInt8](repeating: 0, count: max(8, table.count * 2))
        for index in entries.indices { insert(index) }
    }

    private mutating func insert(_ index: Int) {
        var slot = Int(truncatingIfNeeded: entries[index].hash) & (table.count - 1)
        while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
        table[slot] = UInt8(index + 1)
    }

    @inline(__always)
    private func index(of hash: UInt64) -> Int? {
        if table.isEmpty { return nil }
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while table[slot] != 0 {
            let index = Int(table[slot]) - 1
            if entries[index].hash == hash { return index }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func estimate(with hash: UInt64) {
        ranks = [UInt8](repeating: 0, count: Self.registers)
        for entry in entries { rank(entry.hash) }
        (entries, table) = ([], [])
        rank(hash)
    }

    @inline(__always)
    private mutating func rank(_ hash: UInt64) {
        let index = Int(truncatingIfNeeded: hash >> UInt64(64 - Self.indexBits))
        // A bit after the last one bounds the rank.
        let rest = hash << UInt64(Self.indexBits) | 1 << UInt64(Self.indexBits - 1)
        let rank = UInt8(rest.leadingZeroBitCount + 1)
        if ranks[index] < rank { ranks[index] = rank }
    }

    mutating func merge(_ other: Self) {
        if other.isExact {
            for entry in other.entries {
                if !ranks.isEmpty {
                    rank(entry.hash)
                } else if let index = index(of: entry.hash) {
                    entries[index].count.add(count: entry.count)
                } else {
                    insert(entry)
                }
            }
        } else {
            if isExact {
                ranks = [UInt8](repeating: 0, count: Self.registers)
                for entry in entries { rank(entry.hash) }
                (entries, table) = ([], [])
            }
            for index in ranks.indices { ranks[index] = max(ranks[index], other.ranks[index]) }
        }
    }

    /// A hash that is the same in every process and on every machine, because profiles are saved.
    @inline(__always)
    static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
        let raw = UnsafeRawBufferPointer(bytes)
        var index = 0
        while index + 8 <= raw.count {
            let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            hash = (hash ^ UInt64(littleEndian: word)).scattered
            index += 8
        }
        var rest: UInt64 = 0
        while index < raw.count {
            rest = rest << 8 | UInt64(unsafe raw[index])
            index += 1
        }
        return (hash ^ rest).scattered
    }

    // The order in which values were found does not count.
    public static func == (left: Self, right: Self) -> Bool {
        left.ranks == right.ranks && Set(left.entries) == Set(right.entries)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ranks)
        hasher.combine(Set(entries))
    }
}

extension DistinctValues: Codable {
    private enum CodingKeys: String, CodingKey { case values, registers }

    private struct SavedEntry: Codable {
        let value: String
        let count: Int
        /// The hash of a value that is not complete.
        let hash: String?
    }

    /// Decodes saved values.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let data = try container.decodeIfPresent(Data.self, forKey: .registers) {
            guard data.count == Self.registers, data.allSatisfy({ $0 <= 64 - Self.indexBits + 1 }) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .registers, in: container, debugDescription: "Not the registers of an estimate.")
            }
            ranks = Array(data)
            return
        }
        for saved in try container.decode([SavedEntry].self, forKey: .values) {
            guard (1...ProfileCounts.limit).contains(saved.count), entries.count < Self.exactLimit,
                saved.hash == nil || UInt64(saved.hash ?? "") != nil
            else {
                throw DecodingError.dataCorruptedError(
                    forKey: .values, in: container, debugDescription: "Not the values of a profile.")
            }
            let own = unsafe Array(saved.value.utf8).withUnsafeBufferPointer { unsafe Self.hash($0) }
            let hash = saved.hash.flatMap { UInt64($0) } ?? own
            insert(Entry(hash: hash, text: saved.value, isWhole: saved.hash == nil, count: saved.count))
        }
    }

    /// Encodes the values with their counts, or the registers of the estimate in Base64.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        guard isExact else { return try container.encode(Data(ranks), forKey: .registers) }
        let sorted = entries.sorted { ($0.text, $0.hash) < ($1.text, $1.hash) }
        try container.encode(
            sorted.map { SavedEntry(value: $0.text, count: $0.count, hash: $0.isWhole ? nil : "\($0.hash)") },
            forKey: .values)
    }
}
