// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "PolicyJSON",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        // Both re-export JSONTape: limits, locations, syntax errors, numbers and values are part of either.
        .library(name: "PolicyJSON", targets: ["PolicyJSON", "JSONTape"]),
        .library(name: "JSONStream", targets: ["JSONStream", "JSONTape"]),
        .library(name: "PolicyJSONTesting", targets: ["PolicyJSONTesting"]),
        .library(name: "PolicyJSONData", targets: ["PolicyJSONData"]),
        // Each needs the trait of its name: without it the library is empty, and its dependencies are not resolved.
        .library(name: "PolicyJSONNIO", targets: ["PolicyJSONNIO"]),
        .library(name: "PolicyJSONHummingbird", targets: ["PolicyJSONHummingbird"]),
        .library(name: "PolicyJSONLogging", targets: ["PolicyJSONLogging"]),
        .library(name: "PolicyJSONMetrics", targets: ["PolicyJSONMetrics"]),
        .library(name: "PolicyJSONJWT", targets: ["PolicyJSONJWT"]),
        // Depends on swift-argument-parser: programs with the options of `policyjson clean`.
        .library(name: "PolicyJSONTool", targets: ["PolicyJSONTool"]),
        .executable(name: "policyjson", targets: ["PolicyJSONMain"]),
    ],
    traits: [
        .default(enabledTraits: []),
        // Removes API: only the package at the root of a program should enable it (Docs/Decisions/0022).
        .trait(
            name: "FoundationEssentials",
            description: """
                Links FoundationEssentials in place of Foundation. FileHandle, InputStream and trees of \
                JSONSerialization are then not available.
                """),
        .trait(name: "NIO", description: "PolicyJSONNIO: buffers of SwiftNIO."),
        .trait(
            name: "Hummingbird", description: "PolicyJSONHummingbird: requests and responses of Hummingbird 2.",
            enabledTraits: ["NIO"]),
        .trait(name: "Logging", description: "PolicyJSONLogging: repairs and rejections in swift-log."),
        .trait(name: "Metrics", description: "PolicyJSONMetrics: repairs and rejections in swift-metrics."),
        .trait(name: "JWT", description: "PolicyJSONJWT: coders for JWTKit 5."),
    ],
    dependencies: [
        // Only PolicyJSONTool uses it; the other libraries depend on nothing but the toolchain and libyajl.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        // Resolved under traits only.
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
    ],
    targets: [
        .systemLibrary(
            name: "CYajl",
            pkgConfig: "yajl",
            providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]
        ),
        .target(name: "CJSONShared"),
        .target(name: "CJSONTape", dependencies: ["CJSONShared", "CYajl"]),
        .target(name: "CJSONText", dependencies: ["CJSONShared"]),
        // What relies on unpromised facts about Swift's runtime, and can be turned off: -Xswiftc -DPROMISED_FACTS_ONLY.
        .target(name: "RuntimeFacts"),
        // Exports Foundation, or FoundationEssentials under the trait of that name.
        .target(name: "FoundationImport"),
        .target(name: "JSONTape", dependencies: ["CJSONTape", "RuntimeFacts"]),
        .target(name: "JSONText", dependencies: ["CJSONText"]),
        .target(name: "JSONStream", dependencies: ["JSONTape"]),
        .target(
            name: "PolicyJSON", dependencies: ["JSONTape", "JSONText", "RuntimeFacts", "FoundationImport"]),
        .target(name: "PolicyJSONTesting", dependencies: ["PolicyJSON", "JSONTape", "FoundationImport"]),
        .target(name: "PolicyJSONData", dependencies: ["PolicyJSON", "JSONStream", "JSONTape", "FoundationImport"]),
        .target(
            name: "PolicyJSONNIO",
            dependencies: [
                "PolicyJSON", .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["NIO"])),
            ]
        ),
        .target(
            name: "PolicyJSONHummingbird",
            dependencies: [
                "PolicyJSON", "PolicyJSONNIO",
                .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
            ]
        ),
        .target(
            name: "PolicyJSONLogging",
            dependencies: [
                "PolicyJSON", "JSONTape",
                .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
            ]
        ),
        .target(
            name: "PolicyJSONMetrics",
            dependencies: [
                "PolicyJSON", "JSONTape",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: .when(traits: ["Metrics"])),
            ]
        ),
        .target(
            name: "PolicyJSONJWT",
            dependencies: [
                "PolicyJSON", "FoundationImport",
                .product(name: "JWTKit", package: "jwt-kit", condition: .when(traits: ["JWT"])),
            ]
        ),
        .target(
            name: "PolicyJSONTool",
            dependencies: [
                "PolicyJSON", "PolicyJSONData", "JSONStream",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // Not named as its product: `PolicyJSON` and `policyjson` are one folder on file systems that ignore case.
        .executableTarget(name: "PolicyJSONMain", dependencies: ["PolicyJSONTool"]),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        // Puts the C parser into states that only documents of many gigabytes lead to.
        .target(
            name: "CTapeInternals", dependencies: ["CJSONTape"], path: "Tests/CTapeInternals",
            cSettings: [.headerSearchPath("../../Sources/CJSONTape")]
        ),
        // What the fuzzers check, so that tests can replay what they have found. The fuzzers are a package of their own.
        .target(
            name: "FuzzChecks", dependencies: ["PolicyJSON", "JSONStream", "JSONTape"],
            path: "Tests/Fuzz/Sources/FuzzChecks"
        ),
        .testTarget(name: "FuzzRegressionTests", dependencies: ["FuzzChecks"]),
        .testTarget(
            name: "JSONTapeTests",
            dependencies: ["JSONTape", "CJSONTape", "CTapeInternals", "RuntimeFacts", "TestSupport"]),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "TestSupport"]),
        .testTarget(name: "JSONStreamTests", dependencies: ["JSONStream", "TestSupport"]),
        .testTarget(name: "PolicyJSONTestingTests", dependencies: ["PolicyJSON", "PolicyJSONTesting"]),
        .testTarget(name: "PolicyJSONDataTests", dependencies: ["PolicyJSON", "PolicyJSONData", "TestSupport"]),
        .testTarget(name: "RuntimeFactsTests", dependencies: ["RuntimeFacts"]),
        .testTarget(name: "PolicyJSONTests", dependencies: ["PolicyJSON", "RuntimeFacts", "TestSupport"]),
        .testTarget(name: "FoundationParityTests", dependencies: ["PolicyJSON", "TestSupport"]),
        .testTarget(name: "CommandLineTests", dependencies: ["PolicyJSONMain", "PolicyJSONTool", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)

let targetsInC: Set = ["CJSONShared", "CJSONTape", "CJSONText", "CTapeInternals"]
for target in package.targets where target.type != .system && !targetsInC.contains(target.name) {
    target.swiftSettings = [
        .strictMemorySafety(),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// `.ci/run` does not compile under a sanitizer what has nothing for it: that takes longer than running the tests. Named are files and
// folders of tests; what only they use is left out, too.
if let omitted = Context.environment["POLICYJSON_OMITTED_TESTS"]?.split(separator: ":").map(String.init) {
    package.targets.removeAll { omitted.contains("Tests/\($0.name)") }
    for target in package.targets where target.type == .test {
        let folder = "Tests/\(target.name)/"
        target.exclude += omitted.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }
    }
    var used = Set(package.targets.filter { $0.type == .test }.map(\.name))
    var count = 0
    while used.count > count {
        count = used.count
        for target in package.targets where used.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { used.insert(name) }
        }
    }
    package.targets.removeAll { !used.contains($0.name) }
    package.products = []
}
