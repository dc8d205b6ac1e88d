import FuzzChecks
import FuzzDriver

@main
enum ModelFuzz {
    static func main() { FuzzDriver.run(.models) }
}
