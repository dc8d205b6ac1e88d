import Testing

@testable import PolicyJSON

@Suite struct SnakeCaseTests {
    @Test(arguments: [
        ("imageURL", ["image_url"]), ("URLSession", ["url_session"]), ("userID", ["user_id"]), ("id", []),
        ("address2", ["address_2"]), ("address2Line", ["address2_line", "address_2_line"]), ("already_snake", []),
        ("A", ["a"]), ("aB", ["a_b"]), ("_private", []), ("x_Y", ["x_y"]),
        ("HTTPServer2", ["http_server2", "http_server_2"]),
        ("größeMM", ["größe_mm"]), ("", []), ("iPhone", ["i_phone"]), ("v12b", ["v_12b"]),
    ])
    func names(name: String, expected: [String]) {
        #expect(NameConvention.snakeCase.names(of: name) == expected)
    }
}
