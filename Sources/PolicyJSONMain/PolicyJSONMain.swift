import PolicyJSONTool

/// The executable of the product `policyjson`.
@main
struct PolicyJSONMain {
    static func main() async { await PolicyJSONCommand.main() }
}
