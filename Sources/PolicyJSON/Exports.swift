// Limits, locations and syntax errors are part of this library's interface: nobody should need another import for them.
@_exported public import JSONTape
