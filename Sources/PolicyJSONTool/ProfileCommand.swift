import ArgumentParser
import Foundation
import PolicyJSON
import PolicyJSONData

/// `policyjson profile`: what is in JSON.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Shows what is in JSON: paths, kinds, ranges, and what is odd about them.",
        discussion: """
            Prints for each path (items[*].price) how often it is present, the kinds of its values, ranges of numbers, lengths \
            and different values of strings, candidates for enumerations, and formats; below it what is odd (null, other \
            kinds, strings that are numbers, repeated keys, numbers that do not fit), with two examples of each as \
            file:line:column. Files may have any size; memory does not grow with them.

            The records are the elements of an array, the lines of NDJSON, or the documents. NDJSON is recognized if most \
            lines at the start are complete JSON texts. With --at the elements of the arrays at a path are the records. \
            Lines that are not JSON are counted. Several files are profiled together.

            With --json the profile is printed as JSON. Such saved profiles can be arguments of profile, which merges them, \
            and of drift. With --html a page is written, which needs nothing else.

            The exit status is 0, 1 if there are lines that are not JSON, 2 if an input cannot be read to its end \
            or the output cannot be written, and 64 if the command line is invalid.
            """
    )

    @Argument(help: ArgumentHelp("The files, or saved profiles; - is standard input.", valueName: "file"))
    var files = [Input.standardInputName]

    @OptionGroup var source: ProfileSource

    @Option(help: ArgumentHelp("Write a page for a browser to this file.", valueName: "file"))
    var html: String?

    @Flag(help: "Print the profile as JSON.")
    var json = false

    func validate() throws { try Input.checkStandardInput(in: files) }

    func run() throws {
        try InputProblem.printing { try DistinctFiles.check(files: [html], inputs: files) }
        var profile = JSONProfile()
        var hasFailed = false
        for file in files {
            let reading = source.reading(of: file)
            profile.merge(reading.profile)
            guard let problem = reading.problem else { continue }
            hasFailed = true
            try problem.print()
        }
        if let html {
            let page = ProfilePage(profile: profile.combiningMaps(), title: files.joined(separator: ", ")).text
            try InputProblem.printing { try OutputFile(argument: html).write(page) }
        }
        if json {
            try StandardStream.output.print(try profile.jsonLine)
        } else if html == nil {
            let text = ProfileText(profile: profile.combiningMaps(), style: Style(for: .output))
            try StandardStream.output.print(text.lines.joined(separator: "\n"))
        }
        if hasFailed { throw ExitCode.invalid }
        if profile.invalidRecords > 0 { throw ExitCode(1) }
    }
}

/// The options that say which records an input has.
struct ProfileSource: ParsableArguments {
    @Option(
        help: ArgumentHelp("The path to the arrays whose elements are the records.", valueName: "path"),
        transform: { try PathPattern($0) })
    var at: PathPattern?

    @Option(help: "The form of the files: document, or lines for NDJSON. Default: recognized.")
    var format: InputFormat?

    func validate() throws {
        if format == .lines, at != nil { throw ValidationError("--at cannot be combined with --format lines.") }
    }

    func reading(of file: String) -> ProfileInput.Reading {
        ProfileInput(input: Input(argument: file), format: format?.recordFormat ?? .recognized, path: at).read()
    }
}
