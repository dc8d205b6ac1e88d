// Limits, locations, numbers and syntax errors are part of this library's interface.
@_exported public import JSONTape
