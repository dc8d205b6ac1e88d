import Foundation
import JWTKit
import PolicyJSON
import PolicyJSONJWT
import Testing

@Suite struct JWTTests {
    struct Claims: JWTPayload, Equatable {
        var sub: SubjectClaim
        var exp: ExpirationClaim
        var roles: [String]

        func verify(using algorithm: some JWTAlgorithm) throws { try exp.verifyNotExpired() }
    }

    private let claims = Claims(
        sub: "user", exp: ExpirationClaim(value: Date(timeIntervalSince1970: 4_102_444_800)), roles: ["reader"])

    private func keys(
        _ decoder: any JWTJSONDecoder = .policyJSON, _ encoder: any JWTJSONEncoder = .policyJSON
    ) async -> JWTKeyCollection {
        await JWTKeyCollection().add(
            hmac: "a secret of at least thirty-two bytes", digestAlgorithm: .sha256,
            parser: DefaultJWTParser(jsonDecoder: decoder), serializer: DefaultJWTSerializer(jsonEncoder: encoder))
    }

    /// A signed token with this text as its claims.
    private func token(_ text: String) async throws -> String {
        struct Text: JWTJSONEncoder {
            let text: String
            func encode<T: Encodable>(_ value: T) throws -> Data {
                value is JWTHeader ? try JSONEncoder().encode(value) : Data(text.utf8)
            }
        }
        return try await keys(.policyJSON, Text(text: text)).sign(claims)
    }

    @Test func `tokens are those of Foundation's coders`() async throws {
        let ours = await JWTKeyCollection().add(
            hmac: "a secret of at least thirty-two bytes", digestAlgorithm: .sha256, parser: .policyJSON,
            serializer: .policyJSON)
        let foundations = await keys(.defaultForJWT, .defaultForJWT)
        #expect(try await foundations.verify(try await ours.sign(claims), as: Claims.self) == claims)
        #expect(try await ours.verify(try await foundations.sign(claims), as: Claims.self) == claims)
    }

    struct Audience: JWTPayload, Equatable {
        var aud: AudienceClaim?
        var tags: [String]?
        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    /// An `AudienceClaim` without audiences ends the process, before the signature is verified.
    @Test(arguments: [
        (#"{"aud":"a","tags":[]}"#, "audiences: a"), (#"{"aud":["a","b"]}"#, "audiences: a b"),
        ("{}", "no claim"), (#"{"aud":null}"#, "no claim"),
        (#"{"aud":[]}"#, "aud: The claim has no audience."), (#"{"aud":[ ]}"#, "aud: The claim has no audience."),
        (#"{"aud":[null]}"#, "aud[0]: Cannot get value of type String -- found null value instead"),
        (#"{"aud":{}}"#, "aud: Expected to decode Array<Any> but found a dictionary instead."),
        (#"{"aud":1}"#, "aud: Expected to decode Array<Any> but found number instead."),
    ])
    func audiences(text: String, expected: String) throws {
        var found: String
        do {
            let decoder: any JWTJSONDecoder = .policyJSON
            let claim = try decoder.decode(Audience.self, from: Data(text.utf8)).aud
            found = claim.map { "audiences: \($0.value.joined(separator: " "))" } ?? "no claim"
        } catch let error as DecodingError {
            found = DecodingProblem.problems(in: error, includingValues: true)[0].description
        }
        #expect(found == expected)
    }

    @Test(arguments: [
        (#"{"sub":"user","exp":4102444800,"roles":["reader"]}"#, true),
        // A repeated name: the last one counts elsewhere.
        (#"{"sub":"user","sub":"root","exp":4102444800,"roles":["reader"]}"#, false),
        (#"{"sub":"user","exp":"4102444800","roles":["reader"]}"#, false),
        (#"{"sub":"user","exp":null,"roles":["reader"]}"#, false),
        (#"{"sub":"user","roles":["reader"]}"#, false),
        (#"{"sub":"user","exp":1,"roles":["reader"]}"#, false),
        (#"{"sub":"user","exp":4102444800,"roles":"reader"}"#, false),
        (#"{"sub":"user","exp":4102444800,"roles":["reader",null]}"#, false),
        (#"{"sub":"user","exp":4102444800,"roles":["reader"]} "#, true),
        (#"{"sub":"user","exp":4102444800,"roles":["reader"]}{}"#, false),
        (#"{"sub":"user","exp":4102444800,"roles":["reader"],}"#, false),
        (
            #"{"sub":"user","exp":4102444800,"roles":["reader"],"x":"# + String(repeating: "[", count: 65)
                + String(repeating: "]", count: 65) + "}", false
        ),
        (
            #"{"sub":"user","exp":4102444800,"roles":["reader"],"x":""# + String(repeating: "x", count: 1 << 16)
                + #""}"#, false
        ),
    ])
    func `claims are strict`(text: String, isAccepted: Bool) async throws {
        let token = try await token(text)
        if isAccepted {
            #expect(try await keys().verify(token, as: Claims.self) == claims)
        } else {
            await #expect(throws: JWTError.self) { try await keys().verify(token, as: Claims.self) }
        }
    }
}
