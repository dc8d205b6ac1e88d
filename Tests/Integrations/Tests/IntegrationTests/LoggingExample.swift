import Logging
import PolicyJSON

/// Writes each change to a log.
func logRepairs(of decoder: PolicyJSONDecoder, to logger: Logger) {
    decoder.onRepair = { entry in
        logger.notice(
            "JSON repaired",
            metadata: [
                "rule": "\(entry.rule)",
                "change": "\(entry.kind)",
                "path": "\(entry.path)",
                "line": "\(entry.location.line)",
                "found": "\(entry.found)",
                "result": "\(entry.result)",
            ])
    }
}
