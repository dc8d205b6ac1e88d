#!/usr/bin/env python3
"""Writes the DocC catalogs, with articles made from the pages in Docs, to a folder: articles.py FOLDER

The text stays unchanged; only what GitHub and DocC write differently is converted: links between pages, links to
sections, links to other files of the repository (which become paths), and the names of public types (which become links).
"""
import re
import shutil
import sys
from pathlib import Path

OUTPUT = Path(sys.argv[1])
DOCS = Path("Docs")

# Pages for users, by catalog. The others are about work on the library itself.
POLICYJSON = """
    MigratingFromFoundation ComingFrom DifferencesFromFoundation Policies CustomRules PolicyFiles Reports ModelTypes TolerantEnums
    JSONValues Encoding Streaming Services Deployment Security Performance Changelog
""".split()


def headings(text):
    """The fragments of a page's headings: GitHub's, and DocC's."""
    found = {}
    for line in outside_code(text):
        if heading := re.match(r"#+ (.*)", line):
            plain = heading[1].replace("`", "").strip()
            found[re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")] = re.sub(r"[^\w\-]+", "-", plain).strip("-")
    return found


def outside_code(text):
    in_code = False
    for line in text.split("\n"):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield line


def section(text, titles):
    """The sections of a page with these titles."""
    parts = re.split(r"(?m)^(?=## )", text)
    chosen = [part for title in titles for part in parts if part.startswith(f"## {title}\n")]
    assert len(chosen) == len(titles), titles
    return "".join(chosen)


def converted(text, name, articles, fragments, types):
    """A page as an article; `name` is the article's, `articles` are those of its catalog."""

    def link(match):
        label, target = match[1], match[2]
        if re.match(r"[a-z]+:", target):
            return match[0]
        path, _, fragment = target.partition("#")
        page = Path(path).stem if path else name
        if page in articles and "/" not in path:
            if fragment:
                fragment = "#" + fragments[page][fragment]
            return f"<doc:{page}{fragment}>" if label == f"{page}.md" else f"[{label}](doc:{page}{fragment})"
        file = (DOCS / path).resolve().relative_to(Path.cwd())
        assert file.exists(), f"{name}: there is no {file}"
        return f"`{file}`" if label.lower() in str(file).lower() else f"{label} (`{file}`)"

    lines, in_code = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code:
            if not line.startswith("#"):
                # Not inside the label of a link, and not part of a longer span of code.
                line = re.sub(r"(?<![`\[])`(\w+)`(?!`|\])", lambda m: f"``{m[1]}``" if m[1] in types else m[0], line)
            line = re.sub(r"\[([^\[\]]+)\]\(([^()\s]+)\)", link, line)
        lines.append(line)
    return "\n".join(lines)


def write(catalog, articles):
    """Writes the articles of a catalog: their names, and their texts as in Docs."""
    folder = OUTPUT / f"{catalog}.docc"
    types = set(re.findall(r"(?m)^- ``(\w+)``$", (folder / f"{catalog}.md").read_text()))
    fragments = {name: headings(text) for name, text in articles.items()}
    (folder / "Articles").mkdir(exist_ok=True)
    for name, text in articles.items():
        (folder / "Articles" / f"{name}.md").write_text(converted(text, name, articles, fragments, types))


def check_links(page):
    """Every link of a page leads to a file and, in a page, to one of its headings."""
    for line in outside_code(page.read_text()):
        for target in re.findall(r"\]\(([^()\s]+)\)", line):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, fragment = target.partition("#")
            file = page.parent / path if path else page
            assert file.exists(), f"{page}: there is no {file}"
            assert not fragment or fragment in headings(file.read_text()), f"{page}: there is no {target}"


for page in [Path("README.md"), *DOCS.rglob("*.md")]:
    check_links(page)
for catalog in Path("Sources").glob("*/*.docc"):
    shutil.copytree(catalog, OUTPUT / catalog.name)
write("PolicyJSON", {name: (DOCS / f"{name}.md").read_text() for name in POLICYJSON})
write(
    "JSONStream",
    {
        "EventsAndSummaries": "# Events and summaries\n\nA parser that returns events, and one that only counts.\n\n"
        + section((DOCS / "Streaming.md").read_text(), ["JSONStreamParser", "JSONSummary"])
    },
)
