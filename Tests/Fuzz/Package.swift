// swift-tools-version: 6.2
import PackageDescription

// Fuzzers: a separate package, because it and its dependencies are built with sanitizers. See `run`.
//
// There is one executable per fuzzer. The checks are in `FuzzChecks`, which is also a target of the root package, so
// that its tests can replay the findings of fuzzers.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "PolicyJSON", path: "../..")
    ],
    targets: [
        .target(
            name: "FuzzChecks",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                // JSONTape is not a product; it is available through JSONStream.
                .product(name: "JSONStream", package: "PolicyJSON"),
            ]
        ),
        .target(name: "FuzzDriver", dependencies: ["FuzzChecks"]),
        .executableTarget(name: "ChunkingFuzz", dependencies: ["FuzzDriver"]),
        .executableTarget(name: "DifferentialFuzz", dependencies: ["FuzzDriver"]),
        .executableTarget(name: "ModelFuzz", dependencies: ["FuzzDriver"]),
        .executableTarget(name: "RoundTripFuzz", dependencies: ["FuzzDriver"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .strictMemorySafety(),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
