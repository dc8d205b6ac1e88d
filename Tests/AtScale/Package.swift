// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "AtScale",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "PolicyJSON", path: "../..")],
    targets: [
        .target(name: "Orders"),
        .executableTarget(name: "DecodeOrders", dependencies: ["Orders"]),
        .executableTarget(
            name: "CleanOrders",
            dependencies: [
                "Orders",
                .product(name: "PolicyJSON", package: "PolicyJSON"),
                .product(name: "PolicyJSONData", package: "PolicyJSON"),
                .product(name: "PolicyJSONTool", package: "PolicyJSON"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
