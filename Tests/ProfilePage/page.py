"""Looks at the page of `policyjson profile --html` in a browser: page.py POLICYJSON CHROMIUM FOLDER

Checks what is shown, the search, the widths and colours of the bars in light and dark, and that nothing is wider than a narrow
window. The screenshots stay in the folder.
"""
import html
import json
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

tool, browser, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
records, page = folder / "orders.ndjson", folder / "orders.html"

lines = []
for number in range(100):
    order = {"id": number, "name": f"<b>{number % 3}</b>", "price": number / 4 if number % 5 else f"{number}.50"}
    if number % 4:
        order["tags"] = ["a", "<script>document.title = 'run'</script>"]
    if number % 10 == 0:
        order["name"] = None
    lines.append(json.dumps(order))
records.write_text("\n".join(lines) + "\nnope\n")
status = subprocess.run([tool, "profile", "--html", page, records]).returncode
assert status == 1, f"profile ended with {status}"
source = page.read_text()
assert not re.search(r"(?i)\b(src|href|url|@import|https?:)\b\s*[=(/]", source), "the page refers to something else"

# Runs in the page, and replaces its contents by what it saw.
PROBE = """
<script>
function seen() {
  const visible = rows.filter(row => row.offsetHeight > 0);
  return { names: visible.map(row => row.querySelector("h2").textContent), shown: document.getElementById("shown").textContent,
    none: document.getElementById("none").offsetHeight > 0 };
}
function type(text) { search.value = text; search.dispatchEvent(new Event("input")); return seen(); }
const result = { scripts: document.scripts.length, title: document.title, all: seen(),
  price: type("PRICE"), two: type("string tags"), value: type("<b>1"), nothing: type("no such word"), empty: type("") };
odd.click();
result.odd = seen();
odd.click();
result.overflow = document.documentElement.scrollWidth - window.innerWidth;
result.width = window.innerWidth;
result.labels = [...document.querySelectorAll(".bar")].every(bar => bar.title !== "");
result.errors = errors;
document.body.textContent = JSON.stringify(result);
</script>
"""


def run(file, *arguments):
    command = [browser, "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *arguments, file.resolve().as_uri()]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def probed(width):
    """What the probe saw in a window of this width."""
    errors = "<head><script>const errors = []; addEventListener('error', event => errors.push(event.message));</script>"
    probe = folder / "probe.html"
    probe.write_text(source.replace("<head>", errors).replace("</body>", PROBE + "</body>"))
    body = re.search(r"(?s)<body[^>]*>(.*)</body>", run(probe, f"--window-size={width},900", "--dump-dom"))
    return json.loads(html.unescape(body.group(1)))


def pixels(file):
    """The rows of an RGB or RGBA PNG of 8 bits, each a list of (red, green, blue)."""
    data = file.read_bytes()
    position, compressed = 8, b""
    while position < len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        chunk = data[position + 8:position + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", chunk[:10])
            assert depth == 8 and colour in (2, 6), (depth, colour)
            size = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            compressed += chunk
        position += length + 12
    raw, stride, previous, rows = zlib.decompress(compressed), width * size, bytes(width * size), []
    for y in range(height):
        start = y * (stride + 1)
        form, line = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride):
            left = line[i - size] if i >= size else 0
            above, corner = previous[i], previous[i - size] if i >= size else 0
            if form == 1:
                line[i] = line[i] + left & 255
            elif form == 2:
                line[i] = line[i] + above & 255
            elif form == 3:
                line[i] = line[i] + (left + above) // 2 & 255
            elif form == 4:
                guess = left + above - corner
                nearest = min((abs(guess - left), 0, left), (abs(guess - above), 1, above), (abs(guess - corner), 2, corner))
                line[i] = line[i] + nearest[2] & 255
        rows.append([tuple(line[i:i + 3]) for i in range(0, stride, size)])
        previous = bytes(line)
    return rows


def colour(name, scheme):
    """A colour of the page's style sheet; the second definition is that of the dark scheme."""
    found = re.findall(rf"--{name}: #(\w+)", source)
    text = found[scheme == "dark"]
    text = text if len(text) == 6 else "".join(digit * 2 for digit in text)
    return tuple(int(text[i:i + 2], 16) for i in (0, 2, 4))


def check_colours(scheme, setting):
    image = folder / f"{scheme}.png"
    run(page, "--window-size=1200,1600", f"--blink-settings=preferredColorScheme={setting}", f"--screenshot={image}")
    rows = pixels(image)
    assert rows[2][2] == colour("page", scheme), (scheme, rows[2][2])
    # The bar of `name`: 90 % strings, 10 % null. The one of `price`: fractions and 20 % strings. No other row has both colours.
    for first, second, share in [("string", "null", 0.9), ("fraction", "string", 0.8)]:
        shares = set()
        for row in rows:
            counts = row.count(colour(first, scheme)), row.count(colour(second, scheme))
            if min(counts) > 20 and sum(counts) > 300:
                shares.add(round(counts[0] / sum(counts), 2))
        assert any(abs(found - share) <= 0.02 for found in shares), (scheme, first, second, shares)


for width in (1200, 400):
    found = probed(width)
    assert found["errors"] == [] and found["width"] == width and found["overflow"] <= 0, found
    assert found["scripts"] == 3 and found["title"] == f"Profile of {records}", found
    paths = ["(record)", "id", "name", "price", "tags", "tags[*]"]
    assert found["all"] == {"names": ["1 record not JSON"] + paths, "shown": "7 of 7", "none": False}, found["all"]
    assert found["labels"], found
    assert found["price"] == {"names": ["price"], "shown": "1 of 7", "none": False}, found["price"]
    assert found["two"] == {"names": ["tags[*]"], "shown": "1 of 7", "none": False}, found["two"]
    assert found["value"]["names"] == ["name"], found["value"]
    assert found["nothing"] == {"names": [], "shown": "0 of 7", "none": True}, found["nothing"]
    assert found["empty"] == found["all"], found["empty"]
    assert found["odd"]["names"] == ["1 record not JSON", "name", "price", "tags"], found["odd"]
check_colours("light", 1)
check_colours("dark", 0)
print("profile --html: contents, search, widths, and colours in light and dark")
