/// Edge cases of the grammar of RFC 8259, as text.
enum GrammarTexts {
    static let blanks = ["", " ", "\n", "\t\r\n ", "\u{0}", "\u{FEFF}", "\u{FEFF} ", "\u{FEFF}\u{FEFF}"]

    static let fragments = [
        "0", "-1", "1.5", "true", "false", "null", #""a""#, #""""#, " 1", "1 ", #"\#n"a"\#t"#, "\r\ntrue\r\n",
        "\u{FEFF}1", "\u{FEFF}[1]", #"\#u{FEFF} {"a":1}"#,
    ]

    static let broken = [
        "tru", "truee", "True", "nul", "nulll", "NULL", "fals", "undefined", "a", "'a'", #"""#, #""a"#, #"a""#, "[",
        "]", "[1", "1]", "[1,", "[,1]", "[1,,2]", "[,]", "[1 2]", "[1;2]", "[1}", "{", "}", "{]", #"{"a""#, #"{"a":"#,
        #"{"a":1"#, #"{"a":1,"#, #"{"a" 1}"#, "{a:1}", "{'a':1}", "{1:1}", "{null:1}", #"{"a":}"#, "{:1}", #"{"a"}"#,
        "{,}", #"{,"a":1}"#, #"{"a":1 "b":2}"#, #"{"a":1;"b":2}"#, #"{"a":1,,"b":2}"#, #"{"a"::1}"#, #"{"a":1:2}"#,
        #"[1]"abc"#, #"[1]"abc""#, "[1]a", "[1] 2", "[1]]", "[1],", "{}{}", "{} {}", "1 2", #""a" "b""#, "null null",
        "[1]\u{0}", "1\u{0}", "\u{0}[1]", "[1\u{0}]", "[\u{B}1]", "[\u{C}1]", "[\u{A0}1]", "[\u{2028}1]", "[1]\u{85}",
        "/* c */ 1", "1 // c", "[1 /* c */]", "# c\n1", "[1]//", "<a/>", "a=1", ",", ":", "[:]", #"["a":1]"#, "(1)",
        #"[\u0031]"#, #"\"a\""#, #"{"a":1}}"#, "[[1]", "[[[", #"{"a":{"b":1}"#, #"["a","#, #"["a""#, #"["a"#,
        "tru\u{301}e", "true\u{301}", "[true false]", "[nulltrue]", "[1]\u{FEFF}", "[\u{FEFF}1]", "-", "[-]", "[+1]",
        "[1.]", "[.1]", "[1e]", "[0x1]", "[1_0]", "[NaN]", "[Infinity]", "[--1]", "[01]",
    ]

    static let trailingCommas = [
        "[1,]", "[1 , ]", "[1,\n]", "[[1,],2]", #"{"a":1,}"#, #"{"a":1 , }"#, "[1,2,]", #"{"a":[1,],}"#,
        #"[{"a":1,},]"#,
    ]

    static let unreadValues = [
        #"{"value":1,"b":01}"#, #"{"value":1,"b":1.}"#, #"{"value":1,"b":+1}"#, #"{"value":1,"b":.5}"#,
        #"{"value":1,"b":1e}"#, #"{"value":1,"b":-}"#, #"{"b":"\x","value":1}"#, #"{"b":"\ud800","value":1}"#,
        #"{"b":"\uZZZZ","value":1}"#, #"{"value":1,"b":[1,{"c":"\#u{1}"}]}"#, #"{"value":1,"b":1-1}"#,
        #"{"value":1,"b":1e1e1}"#, #"{"value":1,"b":tru}"#, #"{"value":1,"b":nul}"#, #"{"value":1,"\x":1}"#,
        #"{"value":1,"b":NaN}"#, #"{"value":1,"b":}"#, #"{"value":1,"b":[}"#, #"{"value":1,"b":"unended}"#,
        #"{"value":1,"b":1x}"#, #"{"value":1,"b":0x1F}"#,
    ]

    static let strings = [
        #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u0041"#, #"\u00e9"#, #"\u00E9"#,
        #"\u20AC"#, #"\ud83d\ude00"#, #"\uD83D\uDE00"#, #"\u0000"#, #"\u001f"#, #"\uFFFF"#, #"\uFFFE"#, #"\ud7ff"#,
        #"\ue000"#, #"\udbff\udfff"#, #"\ud800\udc00"#, #"a\u0000b"#, #"\u0065\u0301"#, "/", "\u{7F}", "\u{80}",
        "\u{2028}", "\u{FEFF}", "\u{FFFD}", "\u{10FFFF}", "👩‍👩‍👧‍👦", #"\a"#, #"\'"#, #"\0"#, #"\v"#, #"\x41"#,
        #"\U0041"#, #"\u"#, #"\u1"#, #"\u12"#, #"\u123"#, #"\u123g"#, #"\u 123"#, #"\u+123"#, #"\u-123"#, #"\ud800"#,
        #"\udc00"#, #"\ud800a"#, #"\ud800\n"#, #"\ud800\ud800"#, #"\udc00\ud800"#, #"\ud83d\u0041"#, #"\ud83d\"#,
        #"\ud83d\u"#, #"\ud83d\ude0"#, #"\"#, #"\\#n"#, "\u{1}", "\u{8}", "\u{9}", "\u{A}", "\u{D}", "\u{1F}", "a\tb",
        "a\nb", "\u{0}", #"\uD83D\uDE00\uD83D"#, #"\u{41}"#, #"\N"#, #"\e"#, #"\ "#, #"é\u0301"#, #"\u00zz"#,
        #"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n"#,
    ]

    static func nested(_ open: String, _ close: String, _ depth: Int) -> String {
        String(repeating: open, count: depth) + String(repeating: close, count: depth)
    }
}
