import PolicyJSON
import Testing

/// An element that a rule created cannot be dropped: an error body does not become an empty array.
@Suite struct ReplacementElementsTests {
    struct Order: Decodable { let id: Int }
    struct Basket: Decodable { let orders: [Order] }

    static let policies = [
        DecodingPolicy {
            SingleValuesAsArrays()
            LossyCollections()
        },
        DecodingPolicy {
            LossyCollections()
            SingleValuesAsArrays()
            StringifiedJSON()
        },
        DecodingPolicy {
            ClosureRule("InBrackets") {
                $0.kind == .array ? .decline : .replaceIfDecodable(with: .unchecked("[\($0.sourceText)]"))
            }
            LossyCollections()
        },
    ]

    @Test(arguments: [
        (#"{"error": "Internal Server Error"}"#, "a dictionary"), (#""x""#, "a string"), ("17", "number"),
        ("true", "bool"),
    ])
    func errorBodies(json: String, found: String) {
        for policy in Self.policies {
            let text = PolicyJSONDecoder(policy: policy).outcome(of: [Order].self, from: json).text
            #expect(
                text == "typeMismatch(Array<Any>) at the top: Expected to decode Array<Any> but found \(found) instead."
            )
        }
    }

    /// Elements of the document inside such an element are dropped as usual.
    @Test func elementsInside() {
        for policy in Self.policies.prefix(2) {
            let (text, _) = PolicyJSONDecoder(policy: policy)
                .outcome(of: [Basket].self, from: #"{"orders":[{"id":1},{},{"id":3}]}"#)
            #expect(text == "[Basket(orders: [Order(id: 1), Order(id: 3)])]")
        }
    }

    @Test func elementsOfTextsAreOfTheDocument() {
        let policy = DecodingPolicy {
            StringifiedJSON()
            LossyCollections()
        }
        #expect(PolicyJSONDecoder(policy: policy).outcome(of: [Int].self, from: #""[1,\"x\"]""#).text == "[1]")
    }

    /// A default with an undecodable element is an error in the policy.
    @Test func defaults() {
        let policy = DecodingPolicy {
            LossyCollections()
            DefaultValues(json: .document(#"[1,"x"]"#))
        }
        #expect(
            PolicyJSONDecoder(policy: policy).outcome(of: [Int].self, from: "null").text
                == "valueNotFound(Array<Any>) at the top: Cannot get unkeyed decoding container -- found null value instead"
        )
    }
}
