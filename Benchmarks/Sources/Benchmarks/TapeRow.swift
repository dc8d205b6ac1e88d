/// What is decoded to measure the tape alone: the whole document is parsed, and nothing is read from it.
struct Unread: Decodable {
    init(from decoder: any Decoder) {}
}
