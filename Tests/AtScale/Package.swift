// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "AtScale",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "PolicyJSON", path: "../..")],
    targets: [
        .executableTarget(
            name: "CleanOrders",
            dependencies: [
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONData", package: "PolicyJSON"),
                .product(name: "PolicyJSONTool", package: "PolicyJSON"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
