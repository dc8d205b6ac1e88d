/// What is decoded to measure the tape alone: the whole document is parsed, and then nobody looks at it.
struct Unread: Decodable {
    init(from decoder: any Decoder) {}
}
