import Foundation
import PolicyJSON

/// A demonstration as text for a person.
struct DemonstrationText {
    let style: Style

    /// The part before decoding under the policy.
    func beginning(strictProblem: InputProblem?) -> String {
        section("Strict decoding", strictProblem?.text(style).split(separator: "\n").map(String.init) ?? ["no error"])
            + "\n\n"
            + section("Policy", Demonstration.policy.description.split(separator: "\n").map(String.init))
            + "\n"
    }

    /// The part about the values and the report under the policy.
    func result(_ outcome: DecodingOutcome<[Order]>) -> String {
        let orders = outcome.value
        let report = outcome.report
        return section("Values: \(counted(orders.count, "order"))", table(of: orders).lines(style)) + "\n\n"
            + section("Report: \(counted(report.count, "repair"))", lines(of: report))
    }

    private func section(_ title: String, _ lines: [String]) -> String {
        ([style(title, .bold)] + lines.map { "  " + $0 }).joined(separator: "\n")
    }

    private func table(of orders: [Order]) -> Table {
        var table = Table([
            .init(title: "id", alignment: .right, ink: .cyan), .init(title: "placed"), .init(title: "customer"),
            .init(title: "postcode"), .init(title: "total", alignment: .right), .init(title: "paid"),
            .init(title: "payment"), .init(title: "status"), .init(title: "items"), .init(title: "note"),
        ])
        for order in orders {
            table.add(
                "\(order.id)", "\(order.placed.formatted(.iso8601.year().month().day()))", "\(order.customer.name)",
                "\(order.customer.postcode)", "\(amount(order.total))", "\(order.paid)",
                optional(order.payment?.rawValue),
                "\(order.status.rawValue)",
                "\(order.items.map { "\($0.quantity) × \($0.sku)" }.joined(separator: ", "))",
                optional(order.note)
            )
        }
        return table
    }

    /// An amount with two decimals, independent of the locale.
    private func amount(_ value: Decimal) -> String {
        value.formatted(.number.precision(.fractionLength(2)).grouping(.never).locale(Locale(identifier: "en_US")))
    }

    private func optional(_ text: String?) -> Table.Cell {
        text.map { Table.Cell($0) } ?? Table.Cell("nil", .dim)
    }

    /// The printed report, with colours.
    private func lines(of report: DecodingReport) -> [String] {
        let inks: [Style.Ink?] = [.dim, .cyan, nil, nil, .dim, .red, nil, .green]
        return report.lines { text, row, column in style(text, row == nil ? .bold : inks[column]) }
    }
}
