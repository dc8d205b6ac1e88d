import Foundation
import PolicyJSON
import PolicyJSONData

extension Encodable {
    /// The value as JSON without line breaks, with sorted keys, for `--json`.
    var jsonLine: String {
        get throws { String(decoding: try PolicyJSONEncoder.forLines.encode(self), as: UTF8.self) }
    }
}
