import Foundation
import PolicyJSON
import PolicyJSONData

/// A profile as a page for a browser: one file, without scripts or styles from elsewhere.
struct ProfilePage {
    let profile: JSONProfile
    let title: String

    var text: String {
        let summaries = PathSummary.all(of: profile)
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Profile of \(Self.escaped(title))</title>
            <style>
            \(Self.styles)
            </style>
            </head>
            <body>
            <header>
            <h1>\(Self.escaped(title))</h1>
            <p>\(Self.escaped(ProfileText.title(of: profile))), \(counted(summaries.count, "path"))</p>
            <div class="tools">
            <input id="search" type="search" placeholder="Search paths and values" aria-label="Search" autofocus>
            <label><input id="odd" type="checkbox"> only what is odd</label>
            <span id="shown" role="status"></span>
            </div>
            <p class="legend">\(Self.legend)</p>
            </header>
            <main>
            \(invalid)\(summaries.map(row).joined(separator: "\n"))
            <p id="none" hidden>Nothing matches.</p>
            </main>
            <script>
            \(Self.script)
            </script>
            </body>
            </html>

            """
    }

    private var invalid: String {
        guard profile.invalidRecords > 0 else { return "" }
        let items = profile.invalidExamples.map {
            "<li><code>\(Self.escaped(ProfileText.location(of: $0)))</code> \(Self.escaped($0.text.onOneLine))</li>"
        }
        return """
            <section class="path odd" data-text="not json">
            <h2>\(counted(profile.invalidRecords, "record")) not JSON</h2><ul>\(items.joined())</ul>
            </section>

            """
    }

    private func row(_ summary: PathSummary) -> String {
        let name = summary.name.isEmpty ? "(record)" : summary.name
        let oddities = summary.oddities
        let details = summary.details.joined(separator: "; ")
        let words = ([name, details] + summary.shares.map(\.label) + oddities.map(\.title)).joined(separator: " ")
        return """
            <section class="path\(oddities.isEmpty ? "" : " odd")" data-text="\(Self.escaped(words.lowercased()))">
            <h2><code>\(Self.escaped(name))</code></h2>
            <div class="facts">
            <div class="bar" title="\(Self.escaped(tooltip(summary)))">\(bar(summary))</div>
            <p><b>\(presence(summary))</b> \(Self.escaped(summary.kinds))</p>
            <p class="details">\(Self.escaped(details))</p>
            \(enumeration(summary))\(list(oddities))</div>
            </section>
            """
    }

    /// The share of objects with the member is the bar's length, the kinds are its parts.
    private func bar(_ summary: PathSummary) -> String {
        summary.shares.map { share in
            let width = share.fraction * (summary.presence ?? 1) * 100
            return "<i class=\"\(share.label.lowercased())\" style=\"width:\(Self.width(width))%\"></i>"
        }.joined()
    }

    private func tooltip(_ summary: PathSummary) -> String {
        summary.shares.map { "\($0.label) \(grouped($0.count))" }.joined(separator: ", ")
            + (summary.missing > 0 ? ", missing \(grouped(summary.missing))" : "")
    }

    private func presence(_ summary: PathSummary) -> String {
        summary.presentShare ?? counted(summary.facts.values, "value")
    }

    private func enumeration(_ summary: PathSummary) -> String {
        guard let values = summary.facts.enumeration else { return "" }
        let total = summary.facts.count(of: JSONKind.string)
        let items = values.prefix(12).map { value in
            let width = Self.width(Double(value.count) / Double(max(total, 1)) * 100)
            return """
                <li><span class="case">\(Self.escaped(value.value.onOneLine))</span><span class="small"><i class="string" \
                style="width:\(width)%"></i></span>\(grouped(value.count))</li>
                """
        }
        return "<ul class=\"cases\">\(items.joined())</ul>\n"
    }

    private func list(_ oddities: [PathSummary.Oddity]) -> String {
        if oddities.isEmpty { return "" }
        let items = oddities.map { oddity in
            let examples = oddity.examples.map { example in
                """
                <br><code>\(Self.escaped(ProfileText.location(of: example)))</code> \
                <code class="text">\(Self.escaped(example.text.onOneLine))</code>
                """
            }
            return "<li>\(grouped(oddity.count)) × \(Self.escaped(oddity.title))\(examples.joined())</li>"
        }
        return "<ul class=\"oddities\">\(items.joined())</ul>\n"
    }

    private static func width(_ percent: Double) -> String { rounded(max(percent, 0.4)) }

    /// Text for elements and quoted attributes.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let legend = ["string", "integer", "fraction", "boolean", "object", "array", "null"].map {
        "<span><i class=\"\($0)\"></i> \($0)</span>"
    }.joined(separator: " ")

    private static let styles = """
        :root { color-scheme: light dark; --page: #fbfbfa; --card: #fff; --ink: #1d2127; --soft: #5b6470; --line: #dfe3e8;
          --warn: #9a4b00; --string: #2f7d5b; --integer: #2b62b8; --fraction: #6a9ae0; --boolean: #8a56ac;
          --object: #5f6b7a; --array: #9aa5b1; --null: #c8453c; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #14171b; --card: #1c2025; --ink: #e6e9ed; --soft: #9aa5b1; --line: #2c323a; --warn: #f0a35e;
            --string: #58b38a; --integer: #6b9ff0; --fraction: #a3c4f7; --boolean: #bd8fda; --object: #8794a5;
            --array: #66717e; --null: #ef7168; } }
        * { box-sizing: border-box; }
        body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--page); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 0; font-weight: 600; }
        header p { margin: .2rem 0; color: var(--soft); } code { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
        .tools { display: flex; gap: 1rem; align-items: center; flex-wrap: wrap; margin: .8rem 0; position: sticky; top: 0; }
        #search { flex: 1 1 16rem; padding: .5rem .7rem; font: inherit; color: inherit; background: var(--card);
          border: 1px solid var(--line); border-radius: 6px; }
        #shown { color: var(--soft); } .legend span { margin-right: .9rem; white-space: nowrap; }
        .legend i { display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; vertical-align: -1px; }
        .path { display: grid; grid-template-columns: minmax(12rem, 1fr) 2fr; gap: 1rem; padding: .8rem 1rem; margin: .5rem 0;
          background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
        @media (max-width: 44rem) { .path { grid-template-columns: 1fr; gap: .3rem; } }
        .path[hidden] { display: none; } .path p { margin: .2rem 0; } .details { color: var(--soft); overflow-wrap: anywhere; }
        .bar { display: flex; height: .9rem; background: var(--line); border-radius: 4px; overflow: hidden; }
        .bar i, .small i { display: block; height: 100%; }
        ul { margin: .3rem 0; padding-left: 1.1rem; } .oddities { color: var(--warn); } .oddities code { color: var(--soft); }
        .cases { list-style: none; padding: 0; } .cases li { display: flex; gap: .6rem; align-items: center; font-size: 13px; }
        .case { width: 10rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .small { flex: 0 1 12rem; height: .5rem; background: var(--line); border-radius: 3px; overflow: hidden; }
        .string { background: var(--string); } .integer { background: var(--integer); } .fraction { background: var(--fraction); }
        .boolean { background: var(--boolean); } .object { background: var(--object); } .array { background: var(--array); }
        .null { background: var(--null); }
        """

    private static let script = """
        const search = document.getElementById("search"), odd = document.getElementById("odd");
        const rows = [...document.querySelectorAll(".path")];
        function update() {
          const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
          let shown = 0;
          for (const row of rows) {
            const fits = words.every(word => row.dataset.text.includes(word)) && (!odd.checked || row.classList.contains("odd"));
            row.hidden = !fits;
            if (fits) shown += 1;
          }
          document.getElementById("shown").textContent = shown + " of " + rows.length;
          document.getElementById("none").hidden = shown > 0;
        }
        search.addEventListener("input", update);
        odd.addEventListener("change", update);
        update();
        """
}
