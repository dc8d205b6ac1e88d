import Foundation
import PolicyJSON
import Testing

@Suite struct ProblemDetailsTests {
    private typealias Box = DecodingProblemTests.Box

    @Test(arguments: [
        (400, "Bad Request"), (401, "Unauthorized"), (403, "Forbidden"), (404, "Not Found"), (409, "Conflict"),
        (412, "Precondition Failed"), (413, "Content Too Large"), (415, "Unsupported Media Type"),
        (422, "Unprocessable Content"), (429, "Too Many Requests"), (500, "Internal Server Error"),
        (502, "Bad Gateway"), (503, "Service Unavailable"), (418, "Bad Request"), (599, "Internal Server Error"),
    ])
    func `titles are the phrases of statuses`(status: Int, title: String) {
        let problem = DecodingProblem(.init(rawValue: "out_of_stock"), at: "items[3]", message: "Sold.")
        #expect(ProblemDetails([problem], status: status).title == title)
        let many = ProblemDetails([problem], status: status, omittedCount: .max)
        #expect(many.detail == "The document has \(Int.max) problems.")
        let error = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Sold."))
        #expect(ProblemDetails(error, status: status)?.title == title)
    }

    @Test func body() throws {
        let error = #expect(throws: JSONDecodingError.self) {
            try PolicyJSONDecoder().decodeCollectingErrors([Box<Int>].self, from: #"[{"value":"x"},{}]"#)
        }
        let cause = try #require(error)
        var problem = try #require(ProblemDetails(cause))
        problem.type = "https://example.com/invalid"
        #expect(
            try DecodingProblemTests.encoded(problem)
                == #"{"detail":"The document has 2 problems.","errors":["#
                + #"{"code":"type_mismatch","column":11,"expected":"an integer","found":"string","line":1,"#
                + #""message":"Expected an integer, found a string.","offset":10,"pointer":"/0/value"},"#
                + #"{"code":"missing_key","column":16,"line":1,"#
                + #""message":"The required member \"value\" is missing.","offset":15,"pointer":"/1/value"}],"#
                + #""status":400,"title":"Bad Request","type":"https://example.com/invalid"}"#)
    }

    @Test func unlistedErrors() throws {
        let decoder = PolicyJSONDecoder()
        decoder.reportLimit = 1
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors([Int].self, from: "[true,true,true]")
        }
        let cause = try #require(error)
        let problem = try #require(ProblemDetails(cause, status: 422))
        #expect(problem.errors.count == 1)
        #expect(problem.omittedCount == 2)
        #expect(problem.detail == "The document has 3 problems.")
        #expect(problem.title == "Unprocessable Content")
        #expect(try DecodingProblemTests.encoded(problem).contains(#""unlistedErrors":2"#))
    }

    /// A document that cannot be decoded is the client's mistake, whatever is listed of it.
    @Test(arguments: [0, -1])
    func `one problem is listed under any limit`(limit: Int) throws {
        let decoder = PolicyJSONDecoder()
        decoder.reportLimit = limit
        let error = #expect(throws: JSONDecodingError.self) {
            try decoder.decodeCollectingErrors([Int].self, from: "[true,true,true]")
        }
        let cause = try #require(error)
        let problem = try #require(ProblemDetails(cause))
        #expect(problem.errors.map(\.description) == ["1:2: [0]: Expected an integer, found a Boolean."])
        #expect(problem.omittedCount == 2)
        #expect(problem.status == 400)
    }

    @Test func `title and detail follow the status and the problems unless they are set`() throws {
        var problem = ProblemDetails([])
        #expect(problem.detail == "The document has 0 problems.")
        problem.errors.append(DecodingProblem(.init(rawValue: "out_of_stock"), at: "items[3]", message: "Sold."))
        problem.status = 409
        #expect((problem.title, problem.detail) == ("Conflict", "Sold."))
        problem.omittedCount = 1
        #expect(problem.detail == "The document has 2 problems.")
        (problem.title, problem.detail) = ("Sold", "An article is sold.")
        problem.status = 422
        problem.errors = []
        #expect((problem.title, problem.detail) == ("Sold", "An article is sold."))
    }

    @Test func tooLong() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits.documentBytes = 2
        let error = try #require(DecodingProblemTests.error([Int].self, "[1]", decoder))
        let problem = try #require(ProblemDetails(error))
        #expect(problem.status == 413)
        #expect(problem.title == "Content Too Large")
        #expect(problem.detail == "The document is too large: more bytes than the document limit.")
        #expect(ProblemDetails.contentType == "application/problem+json")
    }

    /// An element that is too long, as the end of a stream and as a result.
    @Test func elementsThatAreTooLong() throws {
        let decoder = PolicyJSONDecoder()
        decoder.limits.elementBytes = 4
        let stream = {
            try decoder.elements(of: Int.self, in: .lines, from: InputStream(data: Data("12345678\n".utf8)))
        }
        let error = #expect(throws: JSONDecodingError.self) { try stream().next() }
        #expect(ProblemDetails(try #require(error))?.status == 413)
        let rejected = #expect(throws: RejectedElement.self) { try stream().results().next()?.get() }
        #expect(ProblemDetails(try #require(rejected))?.status == 413)
    }
}
