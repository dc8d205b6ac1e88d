// swift-tools-version: 6.2
import PackageDescription

// One program with the coders of PolicyJSON and with those of Foundation, to compare their sizes: `.ci/size`.
let package = Package(
    name: "Size",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "PolicyJSON", path: "../..", traits: ["FoundationEssentials"])],
    targets: [
        .target(name: "SizeModel"),
        .executableTarget(name: "FoundationCoders", dependencies: ["SizeModel"]),
        .executableTarget(
            name: "PolicyJSONCoders",
            dependencies: ["SizeModel", .product(name: "PolicyJSON", package: "PolicyJSON")]),
    ],
    swiftLanguageModes: [.v6]
)
