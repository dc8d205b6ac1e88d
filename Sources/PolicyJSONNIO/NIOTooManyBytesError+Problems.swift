#if NIO
    import NIOCore
    import PolicyJSON

    /// A body that is too long is a problem of the document, for responses, logs and metrics: `collect(upTo:)` throws this.
    extension NIOTooManyBytesError: DocumentLengthError {}
#endif
