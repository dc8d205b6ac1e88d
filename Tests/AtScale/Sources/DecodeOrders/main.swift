// Decodes the orders on the lines of a file with Foundation's decoder, strictly, and prints how many there are: what the speed of
// cleaning and profiling is compared with.
import Foundation
import Orders

let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
let file = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]), options: .mappedIfSafe)
var start = file.startIndex
var count = 0
while let end = file[start...].firstIndex(of: 0x0A) {
    let order = try decoder.decode(Order.self, from: file[start..<end])
    precondition(!order.items.isEmpty)
    count += 1
    start = end + 1
}
print(count)
