import ArgumentParser
import Foundation

/// The command line.
@main
struct BenchmarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "benchmarks",
        abstract: "Measures PolicyJSON against Foundation's JSONDecoder.",
        discussion: """
            Real documents are read from the folder 'payloads' in $POLICYJSON_CORPUS, or else in ../shared/corpus beside the \
            root package. Rows whose document is missing are left out; all other documents are generated, and always the same.

            Every decoder decodes complete models, in which each member of the document is a property. Before anything is \
            measured, all decoders have to make equal values. Then they take turns in one process. The time of a round \
            includes that of releasing the values.
            """
    )

    @Option(
        help: ArgumentHelp(
            "Measure these payloads only.",
            discussion: """
                A name selects its payload, a part of a name all that contain it. '\(PolicyOverhead.name)' stands for the rows \
                about what policies cost, '\(ScalingSession.name)' for \
                those about size and number of keys, '\(DocumentSession.name)' for reading without a model, \
                '\(RequestSession.name)' for small bodies with a decoder for each, '\(AttemptSession.name)' for the cost of a \
                failure, '\(Self.encoding)' for the encoder. '\(HostileSession.name)' alone measures documents that are made to be \
                expensive, at growing sizes, '\(HostileSession.policiesName)' alone those of them that are about policies and \
                about collecting errors.
                """,
            valueName: "name,name"
        ),
        transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
    var only: [String] = []

    @Option(help: ArgumentHelp("Measure this many rounds.", valueName: "count"))
    var rounds = 9

    @Option(help: ArgumentHelp("Write the results to this file, too.", valueName: "file"), completion: .file())
    var json: String?

    @Flag(help: "Print tables in Markdown.")
    var markdown = false

    @Option(
        help: ArgumentHelp(
            "Put the tables into this Markdown file, where it has comments for them.",
            discussion: "As Docs/Performance.md has.", valueName: "file"),
        completion: .file())
    var fill: String?

    @Flag(help: "Do not measure memory.")
    var skipMemory = false

    @Flag(help: "List the payloads and measure nothing.")
    var list = false

    @Flag(help: "Check that all models are complete and all decoders agree, and measure nothing.")
    var verify = false

    @Option(
        help: ArgumentHelp(
            "Run this decoder only and measure nothing; for profilers.",
            discussion: "One of: \(Contestant.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "decoder")
    )
    var profile: Contestant?

    @Flag(help: "Measure decoding elements as they arrive, and nothing else.")
    var streaming = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("With --streaming: measure memory with documents of this many MB.", valueName: "size"))
    var sizes = [256]

    @Option(name: .customLong("child-streaming"), parsing: .upToNextOption, help: .hidden)
    var childStreaming: [String] = []

    @Option(
        help: ArgumentHelp("With --only \(ScalingSession.name): the largest document in MB.", valueName: "size"))
    var largest = 1_000

    @Flag(
        help: """
            Measure the memory of decoding a large array with a report, and nothing else; fails if it is more than without \
            one.
            """)
    var reportMemory = false

    @Option(name: .customLong("child-report-memory"), parsing: .upToNextOption, help: .hidden)
    var childReportMemory: [String] = []

    @OptionGroup var counting: CountingOptions

    @Flag(
        help: ArgumentHelp(
            "Measure encoding instead of decoding.",
            discussion: "With --verify, check that the encoders agree; with --instructions, count instructions."))
    var encoding = false

    @Option(help: .hidden)
    var profileEncoding: EncodingContestant?

    @Option(name: .customLong("profile-overhead"), help: .hidden)
    var profiledRow: String?

    @Option(name: .customLong("child-overhead"), help: .hidden)
    var childOverhead: String?

    @Option(name: .customLong("child-encoding"), parsing: .upToNextOption, help: .hidden)
    var childEncoding: [String] = []

    @Flag(help: "Export rows one by one, and tell with how much memory.")
    var export = false

    @Option(name: .customLong("child-export"), parsing: .upToNextOption, help: .hidden)
    var childExport: [String] = []

    @Option(name: .customLong("child-memory"), parsing: .upToNextOption, help: .hidden)
    var childMemory: [String] = []

    @Option(name: .customLong("child-document"), parsing: .upToNextOption, help: .hidden)
    var childDocument: [String] = []

    @Flag(name: .customLong("child-allocations"), help: .hidden)
    var childAllocations = false

    @Option(name: .customLong("child-instructions"), parsing: .upToNextOption, help: .hidden)
    var childInstructions: [String] = []

    @Option(help: .hidden)
    var document: String?

    func validate() throws {
        guard rounds > 0 else {
            throw ValidationError("--rounds has to be 1 or more.")
        }
        if isHostile { return }
        do {
            _ = try payloads
        } catch let failure as BenchmarkFailure {
            throw ValidationError("--only: \(failure)")
        }
    }

    // Not asynchronous: the main thread of an asynchronous program ends, and valgrind with it.
    func run() throws {
        if streaming || !childStreaming.isEmpty {
            return try waiting { try await runStreaming() }
        }
        if !childReportMemory.isEmpty { return try ReportMemory.runChild(childReportMemory) }
        if reportMemory { return print(try ReportMemory.measure()) }
        if export || !childExport.isEmpty {
            return try waiting { try await childExport.isEmpty ? ExportRow.measure() : ExportRow.runChild(childExport) }
        }
        if !childMemory.isEmpty {
            return try runMemoryChild()
        }
        if !childEncoding.isEmpty {
            return try runEncodingChild()
        }
        if encoding || profileEncoding != nil {
            let session = EncodingSession(payloads: try PayloadCatalog.payloads(named: only), rounds: rounds)
            if let profileEncoding { return try session.profile(profileEncoding) }
            if counting.instructions { return try session.countInstructions() }
            return verify ? try session.verify() : try session.measure(memory: !skipMemory)
        }
        if let childOverhead { return try PolicyOverhead.runChild(childOverhead) }
        if let profiledRow { return try PolicyOverhead(rounds: rounds).profile(profiledRow) }
        if isHostile {
            return try HostileSession(rounds: rounds).run(policiesOnly: only == [HostileSession.policiesName])
        }
        if !childDocument.isEmpty { return try DocumentSession.runChild(childDocument) }
        if !childInstructions.isEmpty {
            return try runInstructionChild()
        }
        if let executable = counting.withoutFacts {
            let payloads = try PayloadCatalog.payloads(named: only.isEmpty ? FactsGain.usual : only)
            return print(
                try FactsGain(payloads: payloads, without: URL(filePath: executable)).table(inMarkdown: markdown))
        }
        if counting.isCounting {
            let counting = CountingSession(options: counting, only: only)
            let results = try counting.run()
            try show(results)
            return print(try counting.finish(results).joined(separator: "\n"))
        }
        let session = Session(payloads: try payloads, rounds: rounds)
        if childAllocations {
            return try AllocationCounter.runChild(session)
        }
        let overhead = only.isEmpty || only.contains(PolicyOverhead.name) ? PolicyOverhead(rounds: rounds) : nil
        if list {
            print((session.payloads.map(\.name) + [PolicyOverhead.name] + Self.sessions).joined(separator: "\n"))
        } else if verify {
            try session.verify()
            if let overhead {
                try overhead.verify()
                print("\(PolicyOverhead.name): what is measured does what it should")
            }
        } else if let profile {
            try session.profile(profile)
        } else {
            let sessions = Self.sessions.filter { only.isEmpty || only.contains($0) }
            if only.isEmpty || only.count > sessions.count {
                var results = try session.measure(memory: !skipMemory)
                results.overhead = try overhead?.measure() ?? []
                if only.contains(ScalingSession.name) {
                    results.scaling = try ScalingSession(rounds: rounds, largest: largest * 1_000_000).measure()
                }
                try show(results)
            }
            for name in sessions { try runSession(name) }
        }
    }

    /// What is measured apart from the payloads' decoders, each after a line with its name.
    private static let sessions = [DocumentSession.name, RequestSession.name, AttemptSession.name, encoding]
    private static let encoding = "encoding"

    private func runSession(_ name: String) throws {
        print("\n\(name)\n")
        switch name {
        case DocumentSession.name: try DocumentSession(rounds: rounds).run()
        case RequestSession.name: try RequestSession(rounds: rounds).run()
        case AttemptSession.name: try AttemptSession(rounds: rounds).run()
        default:
            try EncodingSession(payloads: try PayloadCatalog.payloads(named: []), rounds: rounds)
                .measure(memory: !skipMemory)
        }
    }

    private func show(_ results: Results) throws {
        if let fill { try DocumentTables(results).fill(URL(filePath: fill)) }
        print(markdown ? MarkdownTables(results: results).text : ResultTable(results: results).text)
        if let json {
            try ResultFile(results).write(to: URL(filePath: json))
        }
    }

    private func runStreaming() async throws {
        if !childStreaming.isEmpty {
            return try await StreamingRow.runChild(childStreaming)
        }
        print(try await StreamingRow(rounds: rounds).speeds())
        if !skipMemory { print(try StreamingRow.memory(sizes: sizes.map { $0 * 1_000_000 })) }
    }

    private var isHostile: Bool { [[HostileSession.name], [HostileSession.policiesName]].contains(only) }

    private var payloads: [any Payload] {
        get throws {
            let names = only.filter { !([PolicyOverhead.name, ScalingSession.name] + Self.sessions).contains($0) }
            return names.isEmpty && !only.isEmpty ? [] : try PayloadCatalog.payloads(named: names)
        }
    }

    private func runEncodingChild() throws {
        guard childEncoding.count == 2, let document, let contestant = EncodingContestant(rawValue: childEncoding[1])
        else {
            throw ValidationError("--child-encoding takes a payload and an encoder, and needs --document.")
        }
        for payload in try PayloadCatalog.payloads(named: [childEncoding[0]]) where payload.name == childEncoding[0] {
            let document = URL(filePath: document)
            if counting.instructions {
                try InstructionCounter.runChild(payload.encodingWork(of: contestant, Data(contentsOf: document)))
            } else {
                try EncodingSession.child(payload, contestant, document)
            }
        }
    }

    private func runInstructionChild() throws {
        guard childInstructions.count == 2, let document, let contestant = Contestant(rawValue: childInstructions[1])
        else {
            throw ValidationError("--child-instructions takes a payload and a decoder, and needs --document.")
        }
        for payload in try PayloadCatalog.payloads(named: [childInstructions[0]]) {
            try InstructionCounter.runChild(
                payload: payload, contestant: contestant, document: URL(filePath: document))
        }
    }

    private func runMemoryChild() throws {
        guard childMemory.count == 2, let document, let contestant = Contestant(rawValue: childMemory[1]) else {
            throw ValidationError("--child-memory takes a payload and a decoder, and needs --document.")
        }
        for payload in try PayloadCatalog.payloads(named: [childMemory[0]]) {
            try MemoryChild.run(payload: payload, contestant: contestant, document: URL(filePath: document))
        }
    }
}

extension Contestant: ExpressibleByArgument {}
extension EncodingContestant: ExpressibleByArgument {}
