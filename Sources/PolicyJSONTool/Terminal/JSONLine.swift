import Foundation
import PolicyJSON

extension Encodable {
    /// The value as JSON without line breaks, with sorted keys, for `--json`.
    var jsonLine: String {
        get throws { String(decoding: try JSONLine.encoder.encode(self), as: UTF8.self) }
    }
}

enum JSONLine {
    static var encoder: PolicyJSONEncoder {
        let encoder = PolicyJSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
