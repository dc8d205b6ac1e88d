// The libraries import this module in place of Foundation, so that the condition is written once.
#if FoundationEssentials && canImport(FoundationEssentials)
    @_exported public import FoundationEssentials

    // Foundation exports the C library and Dispatch, FoundationEssentials does not.
    @_exported public import Dispatch
    #if canImport(Glibc)
        @_exported public import Glibc
    #elseif canImport(Musl)
        @_exported public import Musl
    #elseif canImport(Android)
        @_exported public import Android
    #endif
#else
    @_exported public import Foundation
#endif
