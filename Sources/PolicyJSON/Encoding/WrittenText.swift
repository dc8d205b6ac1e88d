@_spi(Tape) internal import JSONTape
internal import JSONText

/// JSON text that was written by the encoder, or a part of it. Parts share the bytes, and a table of where containers end:
/// so taking a text apart level by level costs one pass over it and not one per level.
struct WrittenText: Sendable {
    private let bytes: [UInt8]
    private let range: Range<Int>
    private let ends: ContainerEnds?

    init(_ bytes: [UInt8]) {
        self.init(bytes: bytes, range: 0..<bytes.count, ends: nil)
    }

    private init(bytes: [UInt8], range: Range<Int>, ends: ContainerEnds?) {
        self.bytes = bytes
        self.range = range
        self.ends = ends
    }

    var slice: ArraySlice<UInt8> { bytes[range] }
    var first: UInt8? { slice.first }

    // MARK: Parts of containers, which may be cut off behind a part

    func forEachMember(_ body: (String, WrittenText) -> Void) {
        let ends = ends ?? ContainerEnds(of: slice)
        var index = next(range.lowerBound + 1)
        while index < range.upperBound, bytes[index] == UInt8(ascii: "\"") {
            let endOfKey = TextBuffer.end(of: index, in: bytes)
            let name = StringText.string(bytes[(index + 1)..<(endOfKey - 1)])
            let value = part(at: next(endOfKey), ends)
            body(name, value)
            index = next(value.range.upperBound)
        }
    }

    func forEachElement(_ body: (WrittenText) -> Void) {
        let ends = ends ?? ContainerEnds(of: slice)
        var index = next(range.lowerBound + 1)
        while index < range.upperBound, bytes[index] != UInt8(ascii: "]") {
            let element = part(at: index, ends)
            body(element)
            index = next(element.range.upperBound)
        }
    }

    private func part(at index: Int, _ ends: ContainerEnds) -> WrittenText {
        let isContainer = index < range.upperBound && (bytes[index] | 0x20) == UInt8(ascii: "{")
        let end = isContainer ? ends[index] : TextBuffer.end(of: index, in: bytes)
        return WrittenText(bytes: bytes, range: index..<max(index, min(end, range.upperBound)), ends: ends)
    }

    /// Index of what follows white space, commas and colons.
    private func next(_ index: Int) -> Int {
        bytes[index..<range.upperBound].firstIndex { !Self.isBetween($0) } ?? range.upperBound
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"): true
        default: false
        }
    }
}

extension WrittenText: Equatable {
    static func == (one: WrittenText, other: WrittenText) -> Bool { one.slice == other.slice }
}

/// Where the containers of a text end.
private final class ContainerEnds: Sendable {
    /// In the order of the text.
    private let starts: [Int]
    private let ends: [Int]

    init(of text: ArraySlice<UInt8>) {
        var starts: [Int] = []
        var ends: [Int] = []
        var open: [Int] = []
        var isInString = false
        var isEscaped = false
        for (index, byte) in zip(text.indices, text) {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append(starts.count)
                starts.append(index)
                ends.append(text.endIndex)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if let container = open.popLast() { ends[container] = index + 1 }
            default: break
            }
        }
        self.starts = starts
        self.ends = ends
    }

    /// Index behind the container that begins at `start`.
    ///
    /// - Complexity: O(log *n*) in the number of containers.
    subscript(start: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < start { low = middle + 1 } else { high = middle }
        }
        return ends[low]
    }
}
