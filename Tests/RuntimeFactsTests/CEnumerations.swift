#if compiler(>=6.3)
    // C enumerations: in memory, a value is its raw value, and not the index of its case.

    @c enum CStyle: UInt8 {
        case a = 10
        case b = 20
    }

    @c enum CPositions: UInt8 { case a, b }

    @c enum CSingle: UInt8 { case only = 7 }

    @c enum CWide: UInt16 {
        case a = 1000
        case b = 2000
    }

    @c enum CInteger: CInt {
        case a = -1
        case b
    }

    let cEnumerations: [any Any.Type] = [CStyle.self, CPositions.self, CSingle.self, CWide.self, CInteger.self]
#else
    let cEnumerations: [any Any.Type] = []
#endif
