import FuzzChecks
import FuzzDriver

@main
enum DifferentialFuzz {
    static func main() { FuzzDriver.run(.differential) }
}
