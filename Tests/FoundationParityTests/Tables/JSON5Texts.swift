/// Edge cases of JSON5: additions to JSON, and invalid documents.
enum JSON5Texts {
    static let numbers = [
        "0x0", "0x1F", "0X1f", "-0x10", "+0x10", "0xff", "0x7fffffffffffffff", "0x8000000000000000",
        "0xffffffffffffffff", "0x10000000000000000", "0x", "0xg", "0x1.5", "0x1p3", "0x-1", "00x1", "0x01", "0x1e5",
        "-0x8000000000000000", "0x123456789abcdef", "0x20000000000001", "0xDEADBEEF", "-0x0", "+1", "+0", "+1.5",
        "+.5", "+1e2", "++1", "+-1", "-+1", "+", "- 1", "+ 1", ".5", "-.5", ".5e1", ".e1", ".", "-.", "5.", "5.e1",
        "-5.", "0.", "-0.", ".0", "01", "-01", "+01", "010", "08", "1e", "5..", "..5", "1.5.", "1_000", "1n", "0b1",
        "0o7", "NaN", "+NaN", "-NaN", "nan", "NAN", "Infinity", "+Infinity", "-Infinity", "infinity", "INFINITY",
        "Inf", "-Inf", "inf", "NaNa", "Infinityx", "-", "--Infinity", "Na", "Infinit", "1e400", "-1e400", "1e-400",
        "1.0", "1e2", "1.5", "-0", "127", "128", "256", "9223372036854775808", "18446744073709551616", "5.0", "5.e0",
        "+5.", "1e99999",
    ]

    static let strings = [
        "'a'", "''", #"'"'"#, #""'""#, #"'\''"#, #""\'""#, #"'\"'"#, #"'it\'s'"#, "'a", "a'", #"'a""#, #""a'"#,
        "'a''b'", #"'\n\t\r\b\f'"#, #"'\v'"#, #""\v""#, #"'\0'"#, #""\0""#, #"'\01'"#, #"'\x41'"#, #""\x41""#,
        #"'\xe9'"#, #"'\x4'"#, #"'\xzz'"#, #"'\u0041'"#, #"'\ud83d\ude00'"#, #"'\ud83d'"#, #"'\u{41}'"#, #"'\a'"#,
        #"'\q'"#, #""\q""#, #"'\ '"#, #"'\é'"#, #"'\1'"#, #"'\9'"#, #"'\/'"#, #"'\\'"#, #"'a\\#nb'"#, #"'a\\#r\#nb'"#,
        #"'a\\#rb'"#, #""a\\#nb""#, #""a\\#n\\#nb""#, #"'a\\#u{2028}b'"#, #"'a\\#u{2029}b'"#, "'a\nb'", #""a\#nb""#,
        "'a\rb'", "'a\tb'", #""a\#tb""#, "'\u{1}'", #""\#u{0}""#, "'\u{2028}'", #""\#u{2029}""#, "'\u{7F}'", "'日本'",
        "'😀'", "`a`", #"'\"#, #"'\'"#, #"'\\#n"#, #""\\#n""#,
    ]

    /// Characters that are white space in JSON5, but not for Foundation, around unquoted keys.
    private static let spacedKeys = [
        "\u{A0}", "\u{FEFF}", "\u{1680}", "\u{2000}", "\u{200A}", "\u{2028}", "\u{2029}", "\u{202F}", "\u{205F}",
        "\u{3000}",
    ].flatMap { ["{\($0)a:1}", "{a\($0):1}", "{a:1,\($0)b:2}", "{a\($0)b:1}"] }

    static let keys =
        spacedKeys + [
            "{a:1}", "{ a : 1 }", "{_a:1}", "{$a:1}", "{a1:1}", "{a$_1:1}", "{1a:1}", "{a-b:1}", "{a.b:1}", "{a b:1}",
            "{é:1}", "{日本:1}", #"{\u0061:1}"#, #"{a\u0062:1}"#, #"{\x61:1}"#, "{'a':1}", #"{"a":1,b:2}"#, "{'a b':1}",
            "{a:1,'a':2}", "{null:1}", "{true:1}", "{NaN:1}", "{Infinity:1}", "{if:1}", "{class:1}", "{:1}", "{1:1}",
            "{0x1:1}", "{a}", "{a:}", "{a 1}", "{a:1 b:2}", "{a\n:\n1}", "{/**/a/**/:/**/1/**/}", "{a:1,}",
            "{a:{b:[c]}}",
            "{ａ:1}", "{😀:1}", "{a\u{200C}b:1}", "{a\u{301}:1}", "{\u{301}a:1}", "{ℵ:1}", "{Ⅻ:1}", "{a٣:1}", "{٣:1}",
            "{+a:1}", "{a:b}", "{'':1}", #"{"":1}"#, "{value:1}", "{'value':1}", #"{val\u0075e:1}"#,
            "{value:1,value:2}",
            #"{\ud83d\ude00:1}"#, #"{a\u002d:1}"#, "{a‿b:1}", "{a#:1}", "{@a:1}",
        ]

    static let comments = [
        "/**/1", "1/**/", "//\n1", "1//", "1 // c", "1//\n", "/* a */ 1 /* b */", "/* a\nb */1", "/* * / **/1",
        "/***/1", "/****/1", "/* /* */1", "/* /* */ */1", "/**", "/*", "/* *", "1/*", "1/**", "/", "/ 1", "1/", "1 /",
        "//", "//1", "/**/", "[1,/**/2]", "[/**/]", "[1//\n,2]", "[1,2//\n]", "{/**/}", "{//\n}", #"{"a"/**/:/**/1}"#,
        #"{"a"//\#n:1}"#, "[1 /* , 2 */]", "[1 // , 2\n]", "[1 // ]\n]", #""/* a */""#, #""//""#, "'//'",
        "[1,// a\r2]", "[1,// a\r\n2]", "[1,// a\u{2028}2]", "[1,// a\u{2029}2]", "/*\u{0}*/1", "//\u{0}\n1",
        "/*é😀*/1", "//é😀\n1", "# a\n1", "<!-- a -->1", "1 /* a */ 2", "/*a*/ /*b*/ //c\n //d\n 1", "tr/**/ue",
        "1/**/2", "-/**/1", "nul/**/l",
    ]

    static let whitespace = [
        "\u{B}1", "\u{C}1", "\u{A0}1", "\u{FEFF}1", "\u{2028}1", "\u{2029}1", "\u{3000}1", "\u{2003}1", "\u{1680}1",
        "\u{200B}1", "\u{85}1", "1\u{B}", "1\u{A0}", "[\u{B}1\u{C},\u{A0}2\u{2028}]", "[1,\u{FEFF}2]",
        "{\u{A0}a\u{A0}:\u{A0}1}", "\u{202F}1", "\u{205F}1", "\u{180E}1", "\u{2060}1", "\u{0}1", "\u{1F}1",
    ]

    static let commas = [
        "[1,]", "[1,2,]", "[,]", "[1,,]", "[,1]", "[1,,2]", "{a:1,}", "{a:1,,}", "{,}", "{,a:1}", "{a:1,,b:2}",
        "[[1,],]", "[1,/**/]", "[1, // c\n]", "[{a:1,},]", ",", "1,", "[],", "[1 , ]",
    ]

    static let literals = [
        "true", "TRUE", "True", "null", "Null", "undefined", "tru", "truex", "nullx", "true1", "[true,null,false]",
    ]

    static let mixed = [
        #"// config\#n{\#n  // a comment\#n  unquoted: 'and you can quote me on that',\#n  singleQuotes: 'I can use "double quotes" here',\#n  lineBreaks: "Look, Mom! \\#nNo \\n's!",\#n  hexadecimal: 0xdecaf,\#n  leadingDecimalPoint: .8675309, andTrailing: 8675309.,\#n  positiveSign: +1,\#n  trailingComma: 'in objects', andIn: ['arrays',],\#n  "backwardsCompatible": "with JSON",\#n}\#n"#,
        #"{a:[+1,.5,5.,0x1F,NaN,-Infinity,'x',"y",null,true,{b:{},},],}"#, "[+1,-1,.1]", #"{"a":+Infinity}"#,
        "[0x1,0xA,]", "{value:0x10}", "{value:+7}", "{value:5.}", "{value:.5}", "{value:NaN}", "{'value':'7'}",
        "{value:1//\n}",
    ]

    /// No document ends with a number: Foundation's JSON5 scanner reads past the end of the document, so that its
    /// outcome varies between runs.
    static let all =
        numbers.map { "[\($0)]" } + numbers.map { "{value:\($0)}" } + strings
        + (keys + comments + whitespace + commas + literals + mixed).map { text in
            text.last?.isNumber == true ? text + "\n" : text
        }
}
