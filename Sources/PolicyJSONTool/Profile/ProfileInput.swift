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
            let first = try chunks.next()
            if Data(first).range(of: Data("\"profileVersion\":".utf8)) != nil {
                return Reading(profile: try savedProfile(first, &chunks))
            }
            return profile(first, &chunks)
        } catch {
            return Reading(profile: JSONProfile(), problem: error)
        }
    }

    private func savedProfile(_ first: ArraySlice<UInt8>, _ chunks: inout Chunks) throws(InputProblem) -> JSONProfile {
        var data = Data(first)
        while true {
            let chunk = try chunks.next()
            if chunk.isEmpty { break }
            data.append(contentsOf: chunk)
        }
        do throws(JSONDecodingError) {
            return try PolicyJSONDecoder().decodeReporting(JSONProfile.self, from: data).value
        } catch {
            throw InputProblem(error, in: input.label)
        }
    }

    private func profile(_ first: ArraySlice<UInt8>, _ chunks: inout Chunks) -> Reading {
        var profiler = JSONProfiler(named: input.label, format: format, at: path)
        let progress = InputProgress(input)
        defer { progress.erase() }
        var problem: InputProblem?
        var bytes = 0
        do {
            var chunk = first
            while !chunk.isEmpty {
                unsafe try profiler.append(chunk.span.bytes)
                bytes += chunk.count
                progress.draw(bytes)
                chunk = try chunks.next()
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
