internal import CJSONText

extension TextBuffer {
    /// Appends arrays of numbers, each with a comma after it, up to the first with an element that is not finite.
    ///
    /// - Returns: the number of arrays appended.
    package func append(arrays: [[Double]]) -> Int {
        var index = 0
        while index < arrays.count {
            let appended = appendShort(arrays[index...])
            index += appended
            // An array that is long, or has a number that the C code does not write.
            if index < arrays.count, appended == 0 {
                guard append(array: arrays[index]) else { return index }
                index += 1
            }
        }
        return index
    }

    /// Appends an array of numbers, and a comma.
    ///
    /// - Returns: whether all elements are finite; if not, nothing is appended.
    private func append(array: [Double]) -> Bool {
        let start = count
        append(UInt8(ascii: "["))
        if append(elements: array) < array.count {
            truncate(to: start)
            return false
        }
        // In place of the last comma.
        if !array.isEmpty { truncate(to: count - 1) }
        append("],")
        return true
    }

    /// Appends some of the first arrays, if they are short, by one call: the processor works on several numbers at a time only
    /// within a call.
    ///
    /// - Returns: the number of arrays appended.
    private func appendShort(_ arrays: ArraySlice<[Double]>) -> Int {
        let room = Int(JT_ARRAY_BATCH)
        return unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: room) { values in
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { counts in
                guard let firstValue = values.baseAddress, let firstCount = counts.baseAddress else { return 0 }
                var (used, taken) = (0, 0)
                for array in arrays {
                    if taken == room || used + array.count > room { break }
                    unsafe counts.initializeElement(at: taken, to: UInt8(array.count))
                    for value in array {
                        unsafe values.initializeElement(at: used, to: value)
                        used += 1
                    }
                    taken += 1
                }
                let appended = unsafe jt_text_double_arrays(text, firstValue, firstCount, taken)
                if appended < 0 { Self.failAllocation() }
                return appended
            }
        }
    }
}
