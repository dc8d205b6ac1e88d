#!/usr/bin/env python3
"""Checks the symbol graphs of a library, and prepares them for DocC: symbols.py MODULE FOLDER [--update]

Every public symbol must have a comment of its own or one that it inherits; a function's comment must describe its
parameters and errors; and the landing page must list every symbol of the top level. The declarations must be those in
.ci/api/MODULE.txt, so that no change of the API is overlooked; --update writes that file.
"""
import difflib
import json
import re
import sys
from pathlib import Path

module, folder = sys.argv[1], Path(sys.argv[2])
problems = []


def is_function(symbol):
    kind = symbol["kind"]["identifier"]
    # The functions of result builders have no callers but the compiler.
    return kind.endswith(("method", "init", "func", "subscript")) and not symbol["names"]["title"].startswith("build")


def throws(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    while (shorter := re.sub(r"\([^()]*\)", "", text)) != text:
        text = shorter
    return re.search(r"\b(re)?throws\b", text)


def missing(symbol):
    """What is missing from a symbol's comment."""
    comment = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
    if not comment:
        return ["a comment"]
    if not is_function(symbol):
        return []
    names = [p.get("internalName", p["name"]) for p in symbol.get("functionSignature", {}).get("parameters", [])]
    found = [f"the parameter {name}" for name in names if not re.search(rf"- (Parameter )?{name}:", comment)]
    return found + (["the errors"] if throws(symbol) and "- Throws:" not in comment else [])


def declaration(symbol):
    text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
    return ".".join(symbol["pathComponents"]) + ": " + re.sub(r"\s+", " ", text)


top = set()
declarations = set()
for file in sorted(folder.glob("*.symbols.json")):
    graph = json.loads(file.read_text())
    symbols, relations = graph["symbols"], graph["relationships"]

    # Extensions with members of package access only are there without members.
    used = {relation["target"] for relation in relations} | {
        relation["source"] for relation in relations if relation["kind"] == "conformsTo"
    }
    empty = {s["identifier"]["precise"] for s in symbols if s["kind"]["identifier"] == "swift.extension"} - used
    graph["symbols"] = [s for s in symbols if s["identifier"]["precise"] not in empty]
    graph["relationships"] = [r for r in relations if r["source"] not in empty]
    file.write_text(json.dumps(graph))

    # A requirement of the standard library or of a protocol here has its comment there.
    inherits = {relation["source"] for relation in relations if "sourceOrigin" in relation}
    for symbol in graph["symbols"]:
        identifier, kind = symbol["identifier"]["precise"], symbol["kind"]["identifier"]
        if kind == "swift.extension" or "::SYNTHESIZED::" in identifier or "location" not in symbol:
            continue
        if len(symbol["pathComponents"]) == 1 and "@" not in file.name:
            top.add(symbol["pathComponents"][0])
        declarations.add(declaration(symbol))
        if identifier in inherits:
            continue
        place = symbol["location"]["uri"].removeprefix("file://" + str(Path.cwd()) + "/")
        place += f":{symbol['location']['position']['line'] + 1}"
        problems += [f"{place}: {'.'.join(symbol['pathComponents'])} lacks {part}" for part in missing(symbol)]

page = Path(f"Sources/{module}/{module}.docc/{module}.md")
if page.exists():
    listed = set(re.findall(r"(?m)^- ``(\w+)``$", page.read_text()))
    problems += [f"{page}: {name} is in no group" for name in sorted(top - listed)]

listing = Path(f".ci/api/{module}.txt")
lines = sorted(declarations)
if "--update" in sys.argv:
    listing.parent.mkdir(exist_ok=True)
    listing.write_text("\n".join(lines) + "\n")
else:
    known = listing.read_text().splitlines() if listing.exists() else []
    changes = list(difflib.unified_diff(known, lines, str(listing), module, lineterm="", n=0))
    if changes:
        problems += ["The API differs from the list; .ci/documentation --update writes it:"] + changes

print(f"{module}: {len(lines)} public declarations.")
print("\n".join(problems) or f"{module}: all public symbols are documented.")
sys.exit(1 if problems else 0)
