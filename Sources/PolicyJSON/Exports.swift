// Limits, locations and syntax errors are part of this library's interface; clients need no other import for them.
@_exported public import JSONTape
