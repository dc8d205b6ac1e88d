public import FoundationImport
public import PolicyJSON

// See the file of the same name in PolicyJSON.

extension RejectedRecord: LocalizedError, DescribedError {}
extension JSONProfiler.NoArray: LocalizedError, DescribedError {}
extension JSONSchemaError: LocalizedError, DescribedError {}
