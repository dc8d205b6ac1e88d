// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the root package does not resolve SwiftNIO. It depends on the adapters as a service does:
// by traits.
let package = Package(
    name: "Service",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "PolicyJSON", path: "../..", traits: ["NIO", "Hummingbird", "Logging", "Metrics", "JWT"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "OrderService",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONNIO", package: "PolicyJSON"),
                .product(name: "PolicyJSONHummingbird", package: "PolicyJSON"),
                .product(name: "PolicyJSONLogging", package: "PolicyJSON"),
                .product(name: "PolicyJSONMetrics", package: "PolicyJSON"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),
        .executableTarget(
            name: "ExampleService",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONNIO", package: "PolicyJSON"),
                .product(name: "PolicyJSONHummingbird", package: "PolicyJSON"),
                .product(name: "PolicyJSONLogging", package: "PolicyJSON"),
                .product(name: "PolicyJSONMetrics", package: "PolicyJSON"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .executableTarget(
            name: "ServiceBenchmark",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONHummingbird", package: "PolicyJSON"),
                .product(name: "PolicyJSONLogging", package: "PolicyJSON"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOFoundationCompat", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "AdapterTests",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONNIO", package: "PolicyJSON"),
                .product(name: "PolicyJSONHummingbird", package: "PolicyJSON"),
                .product(name: "PolicyJSONLogging", package: "PolicyJSON"),
                .product(name: "PolicyJSONMetrics", package: "PolicyJSON"),
                .product(name: "PolicyJSONJWT", package: "PolicyJSON"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "NetworkTests",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONNIO", package: "PolicyJSON"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]
        ),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "OrderService",
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONNIO", package: "PolicyJSON"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// The example of Docs/Services.md has the settings of a new package.
for target in package.targets where target.name != "ExampleService" {
    target.swiftSettings = [
        .strictMemorySafety(),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
