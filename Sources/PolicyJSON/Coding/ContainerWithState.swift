internal import RuntimeFacts

/// A keyed container that consists of a reference to its state.
protocol ContainerWithState {
    associatedtype State: AnyObject

    init(_ state: State)
}

/// Makes a container for one object after the other from a state that is used again, without the fact of ``ContainerReference``.
///
/// Generic over the concrete container, so that only the standard library looks metadata up.
final class DecodingContainerMaker<Container: ContainerWithState & KeyedDecodingContainerProtocol>: ContainerMaker<
    KeyedDecodingContainer<Container.Key>
>
{
    override func container(of object: AnyObject) -> KeyedDecodingContainer<Container.Key> {
        KeyedDecodingContainer(Container(unsafe unsafeDowncast(object, to: Container.State.self)))
    }
}

/// Makes containers for encoding from their states.
final class EncodingContainerMaker<Container: ContainerWithState & KeyedEncodingContainerProtocol>: ContainerMaker<
    KeyedEncodingContainer<Container.Key>
>
{
    override func container(of object: AnyObject) -> KeyedEncodingContainer<Container.Key> {
        KeyedEncodingContainer(Container(unsafe unsafeDowncast(object, to: Container.State.self)))
    }
}
