import Hummingbird
import PolicyJSON

/// The context of a request, with the coders for its body.
struct Context: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

    var requestDecoder: PolicyJSONDecoder { Coding.documents }
    var responseEncoder: PolicyJSONEncoder { Coding.encoder }
}
