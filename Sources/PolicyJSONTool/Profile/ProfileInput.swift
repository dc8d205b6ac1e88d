import Foundation
import PolicyJSON
import PolicyJSONData

/// An input of `profile` or `drift`: a saved profile, or JSON that is profiled.
struct ProfileInput {
    let input: Input
    let format: RecordFormat
    let path: PathPattern?

    /// A profile, and what ended it early.
    struct Reading {
        let profile: JSONProfile
        var problem: InputProblem?
    }

    func read() -> Reading {
        do throws(InputProblem) {
            var chunks = try Chunks(input)
            let start = try chunks.readAhead().start
            if Self.isSavedProfile(start) { return Reading(profile: try savedProfiles(chunks)) }
            return profile(&chunks)
        } catch {
            return Reading(profile: JSONProfile(), problem: error)
        }
    }

    /// Whether the start of an input has members of a profile. Other JSON may have one of them.
    private static func isSavedProfile(_ start: [UInt8]) -> Bool {
        let start = Data(start)
        return ["profileVersion", "invalidRecords", "otherValues"].allSatisfy {
            start.range(of: Data("\"\($0)\":".utf8)) != nil
        }
    }

    /// Reads one profile, or several one after another: those of a cluster's partitions in one file.
    private func savedProfiles(_ chunks: Chunks) throws(InputProblem) -> JSONProfile {
        do {
            var profile = JSONProfile()
            let profiles = try PolicyJSONDecoder().elements(
                of: JSONProfile.self, in: .concatenated, from: ObservedChunks(chunks: chunks) { _ in })
            while let next = try profiles.next() { profile.merge(next) }
            return profile
        } catch let error as JSONDecodingError {
            throw error.underlyingError as? InputProblem ?? InputProblem(error, in: input.label)
        } catch {
            throw error as? InputProblem ?? .unreadable(input.label, because: error)
        }
    }

    private func profile(_ chunks: inout Chunks) -> Reading {
        var profiler = JSONProfiler(named: input.label, format: format, at: path)
        let progress = InputProgress(input)
        defer { progress.erase() }
        var problem: InputProblem?
        var bytes = 0
        do {
            while true {
                let chunk = try chunks.next()
                if chunk.isEmpty { break }
                unsafe try profiler.append(chunk.span.bytes)
                bytes += chunk.count
                progress.draw(bytes)
            }
            try profiler.finish()
        } catch let error as JSONSyntaxError {
            problem = InputProblem(error, in: input.label).hinting(atLinesAfter: error)
        } catch {
            problem = error as? InputProblem ?? .unreadable(input.label, because: error)
        }
        do throws(JSONProfiler.NoArray) {
            return Reading(profile: try profiler.profile(), problem: problem)
        } catch {
            let missing = InputProblem(label: input.label, code: "notThere", message: error.description)
            return Reading(profile: JSONProfile(), problem: problem ?? missing)
        }
    }
}
