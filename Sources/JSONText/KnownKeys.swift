internal import CJSONText

/// The keys of objects of one type, in the order in which they were written: the next object gets its keys from here,
/// without a look at each character.
///
/// Only keys of at most 29 ASCII characters without escapes, and at most 64 of them. A trivial type: not released by
/// itself.
@safe
package struct KnownKeys {
    /// A key that was written: the bytes between its quotes.
    package struct Key {
        /// Offset of its first byte; negative if the key is not known, and nothing was written.
        package let start: Int
        package let length: Int
        /// As ``TextBuffer/Key/fingerprint``.
        package let fingerprint: UInt32

        init(_ bits: UInt64, at start: Int) {
            self.start = bits != 0 ? start : -1
            length = Int(UInt32(truncatingIfNeeded: bits))
            fingerprint = UInt32(truncatingIfNeeded: bits >> 32)
        }
    }

    fileprivate let list: OpaquePointer

    /// `nil` if there is no memory.
    package init?() {
        guard let list = unsafe jt_known_keys_create() else { return nil }
        unsafe self.list = list
    }

    package func deallocate() { unsafe jt_known_keys_free(list) }

    /// Starts another object.
    package func restart() { unsafe jt_known_keys_restart(list) }

    /// Ends the document: from now on tags stand for other keys.
    package func endDocument() { unsafe jt_known_keys_end(list) }
}

extension TextBuffer {
    /// Appends a key and a colon, if the key is known and follows those that were written to the same object.
    ///
    /// All keys of an object must be written by these methods or be passed to ``learn(_:_:_:_:)``.
    ///
    /// - Parameter tag: identifies the key, if keys are appended by tags.
    package func appendKnownKey(_ name: String, _ tag: UInt8, _ keys: KnownKeys) -> KnownKeys.Key {
        _ = unsafe reserve(JT_KNOWN_KEY_ROOM)
        let key = self.count + 1
        return unsafe Self.withBytes(of: name) { start, count in
            unsafe KnownKeys.Key(jt_text_known_key(text, keys.list, start, count, tag), at: key)
        }
    }

    /// Appends the key that had this tag before in the document, and a colon, if it follows those that were written to the
    /// same object.
    package func appendKnownKey(_ tag: UInt8, _ keys: KnownKeys) -> KnownKeys.Key {
        _ = unsafe reserve(JT_KNOWN_KEY_ROOM)
        let key = count + 1
        return unsafe KnownKeys.Key(jt_text_tagged_key(text, keys.list, tag), at: key)
    }

    /// Adds a key that has just been written to the known ones, after those that were written to the same object.
    ///
    /// - Parameter tag: identifies the key, if keys are appended by tags.
    package func learn(_ key: Key, _ name: String, _ tag: UInt8, _ keys: KnownKeys) {
        var written = jt_text_name(
            start: key.start, length: key.length, fingerprint: key.fingerprint, is_ascii: key.isASCII)
        precondition(key.start >= 0 && key.length >= 0 && key.start + key.length <= count)
        unsafe jt_known_keys_learn(keys.list, text, &written, name.utf8.count, tag)
    }
}
