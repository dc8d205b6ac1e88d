#if FoundationEssentials && canImport(FoundationEssentials)
    internal import FoundationImport

    extension Error {
        /// A sentence about an error of reading a file; other errors are described by their type and values.
        /// FoundationEssentials does not have this property.
        var localizedDescription: String {
            switch (self as? CocoaError)?.code {
            case .fileReadNoSuchFile?: "The file does not exist."
            case .fileReadNoPermission?: "Reading the file is not permitted."
            default: "The file cannot be read: \(self)"
            }
        }
    }
#endif
