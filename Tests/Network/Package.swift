// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that the root package does not resolve and build SwiftNIO.
let package = Package(
    name: "Network",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "PolicyJSON", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .testTarget(
            name: "NetworkTests",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
