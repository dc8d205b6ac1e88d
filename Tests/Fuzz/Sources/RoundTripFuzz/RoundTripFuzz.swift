import FuzzChecks
import FuzzDriver

@main
enum RoundTripFuzz {
    static func main() { FuzzDriver.run(.roundTrip) }
}
