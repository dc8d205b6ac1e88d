/// How much of an input has been read: a bar that is drawn if standard error is a terminal.
final class InputProgress {
    private var bar: ProgressBar?
    private let begin = ContinuousClock.now

    init(_ input: Input) {
        if StandardStream.error.isTerminal() { bar = ProgressBar(label: input.label, total: input.fileSize) }
    }

    /// Draws the bar, if it is time.
    ///
    /// - Parameter bytes: how many bytes have been read.
    func draw(_ bytes: Int) {
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        bar?.update(done: bytes, seconds: seconds).map(StandardStream.error.draw)
    }

    func erase() { bar?.erase().map(StandardStream.error.draw) }
}
