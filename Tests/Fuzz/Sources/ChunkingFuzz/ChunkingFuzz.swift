import FuzzChecks
import FuzzDriver

@main
enum ChunkingFuzz {
    static func main() { FuzzDriver.run(.chunking) }
}
