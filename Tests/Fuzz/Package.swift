// swift-tools-version: 6.2
import PackageDescription

// Fuzzers: a package of its own, because everything in it and below it is built with sanitizers. See `run`.
//
// One executable a fuzzer, all alike; what they check is in `FuzzChecks`, which the root package has as a target, too, so
// that its tests can replay what fuzzers have found.
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
                // JSONTape is no product; it comes along with JSONStream.
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
