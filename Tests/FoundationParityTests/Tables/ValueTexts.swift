/// One or more valid texts of every kind of JSON value.
enum ValueTexts {
    static let scalars = ["null", "true", "false", "0", "1", "-1", "2.5", "1e3", "12345678901", "-0"]

    static let strings = [
        #""""#, #""a""#, #""b""#, #""unknown""#, #""A""#, #""1""#, #""2.5""#, #""true""#, #""null""#, #"" a""#,
        #""\u0061""#, #""\n\t\"\\\/\b\f\r""#, #""\u0000""#, #""é""#, #""e\#u{301}""#, #""\u00e9""#, #""日本語""#,
        #""😀""#, #""\ud83d\ude00""#, #""\#u{2028}\#u{2029}\#u{7F}\#u{FEFF}""#, #""https://example.com/a?b=c#d""#,
        #""http://example.com/a b/é""#, #""/relative""#, #""mailto:a@b.c""#, #""http://[::1""#, #""AQID""#,
        #""AQI=""#, #""AQI""#, #""A QID""#, #""AQID\n""#, #""_-8=""#, #""2024-02-29T12:34:56Z""#, #""2024-02-29""#,
        #""inf""#, #""-inf""#, #""nan""#, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, #""e621e1f8c36c""#, #""en_US""#,
        #""Europe/Berlin""#,
    ]

    static let arrays = [
        "[]", "[ ]", "[0]", "[1,2]", "[1,2,3]", "[1,1]", "[null]", "[1,null]", "[[1]]", "[[]]", "[{}]", #"["a"]"#,
        #"["a",1]"#, #"["a",1,"b",2]"#, #"[1,"a",2,"b"]"#, "[true,false]", "[1.5,2]", #"["a","b"]"#, #"[["a",1]]"#,
        "[1,[2,[3,[4]]]]", #"["AQID"]"#, #"[{"value":1},{"value":2}]"#, "[255,256]", #"["a","a"]"#, "[1,2,3,4]",
        "[null,null]",
    ]

    static let objects = [
        "{}", "{ }", #"{"value":1}"#, #"{"value":null}"#, #"{"value":"a"}"#, #"{"value":[1]}"#,
        #"{"value":{"value":1}}"#, #"{"a":1}"#, #"{"b":2,"a":1}"#, #"{"1":1}"#, #"{"01":1}"#, #"{"-1":1,"2":3}"#,
        #"{"1.0":1}"#, #"{"":1}"#, #"{"a":null}"#, #"{"a":"x"}"#, #"{"a":[]}"#, #"{"a":{}}"#,
        #"{"value":1,"value":2}"#, #"{"a":1,"a":2}"#, #"{"a":1,"a":"x"}"#, #"{"é":1}"#, #"{"e\#u{301}":1}"#,
        #"{"é":1,"e\#u{301}":2}"#, #"{"\u00e9":1}"#, #"{"\u0061":1}"#, #"{"val\u0075e":1}"#, #"{"a":1,"\u0061":2}"#,
        #"{"some_key":1}"#, #"{"someKey":1}"#, #"{"a":{"a":{"a":1}}}"#, #"{"_0":1}"#, #"{"plain":{}}"#,
        #"{"one":{"_0":1}}"#, #"{"pair":{"left":1,"right":"r"}}"#, #"{"plain":{},"one":{"_0":1}}"#,
        #"{"plain":null}"#, #"{"one":{}}"#, #"{"one":[1]}"#, #"{"width":1,"height":2}"#, #"{"x":1,"y":2}"#,
        #"{"start":0,"duration":5}"#, #"{"identifier":"en_US"}"#, #"{"identifier":"Europe/Berlin"}"#,
        #"{"relative":"https://example.com"}"#, #"{"year":2024,"month":2}"#, #"{"location":1,"length":2}"#,
        #"{"indexes":[{"location":1,"length":2}]}"#, #"{"indexes":[1,2]}"#, #"{"Value":1}"#, #"{"value ":1}"#,
        #"{"\u0000":1}"#, #"{"text":"t"}"#, #"{"value":{"wrappedValue":1}}"#, #"{"value":1,"a":"s"}"#,
        #"{"a":1,"b":"s"}"#, #"{"leaf":{"_0":1}}"#, #"{"a":{"a":1},"value":[{"a":2,"b":{"c":{"a":3}}}]}"#,
        #"{"value":{"plain":{}}}"#, #"{"value":{"maybe":{}}}"#,
    ]

    static let all = scalars + strings + arrays + objects
}
