#if JWT
    import FoundationImport
    public import JWTKit
    public import PolicyJSON

    /// A decoder can read tokens. ``JWTKit/JWTJSONDecoder/policyJSON`` has the settings that tokens require; others must read
    /// dates as seconds since 1970.
    ///
    /// - Warning: Do not use `.lenient`, or other rules that change values, for claims. A rule that turns a malformed `exp` into
    ///   `nil` makes a token that does not expire; one that reads `"aud": "a"` as `["a"]` or drops elements accepts tokens that
    ///   other services reject.
    extension PolicyJSONDecoder: JWTJSONDecoder {}

    /// An encoder can write tokens.
    extension PolicyJSONEncoder: JWTJSONEncoder {}

    extension JWTJSONDecoder where Self == PolicyJSONDecoder {
        /// A decoder for tokens: strict, with dates as seconds since 1970. A repeated name in an object that the payload decodes is
        /// an error, as RFC 7519 (section 4) allows, so that this service and others never read different claims from the same
        /// token. That applies to the names of claims that the payload does not request, but not to what is inside their values.
        /// JWTKit decodes claims before it verifies their signature: the limits are `.server(maximumBytes: 65_536)`, and an
        /// `AudienceClaim` without audiences is an error, because JWTKit ends the process.
        ///
        /// See ``JWTKit/JWTParser/policyJSON``.
        public static var policyJSON: PolicyJSONDecoder {
            let decoder = PolicyJSONDecoder(policy: tokens)
            decoder.dateDecodingStrategy = .secondsSince1970
            decoder.limits = .server(maximumBytes: 1 << 16)
            return decoder
        }

        private static var tokens: DecodingPolicy {
            DecodingPolicy {
                DuplicateKeys(.fail)
                NoEmptyAudience()
            }
        }
    }

    /// Rejects an empty array of audiences, which `AudienceClaim` takes for a programming error: an unsigned token could end the
    /// process.
    private struct NoEmptyAudience: DecodingRule {
        /// Before the claim is decoded.
        let situations: RepairSituation = .variant

        func repair(_ context: DecodingRuleContext) -> Repair {
            guard context.requestedType == AudienceClaim.self, context.kind == .array else { return .decline }
            return context.hasValue(at: "[0]") ? .decline : .fail("The claim has no audience.")
        }
    }

    extension JWTJSONEncoder where Self == PolicyJSONEncoder {
        /// An encoder for tokens, with dates as seconds since 1970.
        public static var policyJSON: PolicyJSONEncoder {
            let encoder = PolicyJSONEncoder()
            encoder.dateEncodingStrategy = .secondsSince1970
            return encoder
        }
    }

    extension JWTParser where Self == DefaultJWTParser {
        /// A parser with the decoder for tokens.
        ///
        /// Each key has a parser of its own; that of the collection is for keys from JWKs, and for `unverified`:
        ///
        /// ```swift
        /// let keys = JWTKeyCollection(defaultJWTParser: .policyJSON, defaultJWTSerializer: .policyJSON)
        /// await keys.add(hmac: secret, digestAlgorithm: .sha256, parser: .policyJSON, serializer: .policyJSON)
        /// ```
        public static var policyJSON: DefaultJWTParser { DefaultJWTParser(jsonDecoder: .policyJSON) }
    }

    extension JWTSerializer where Self == DefaultJWTSerializer {
        /// A serializer with the encoder for tokens.
        public static var policyJSON: DefaultJWTSerializer { DefaultJWTSerializer(jsonEncoder: .policyJSON) }
    }
#endif
