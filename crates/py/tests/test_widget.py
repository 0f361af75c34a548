"""The widget's script in a real browser, over a widget of this process."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

import bouton

PAGE = Path(__file__).with_name("data") / "widget.html"
SCRIPT = Path(bouton.__file__).with_name("play.js")


def pressed(widget, presses, folder):
    """What the page showed at first and after each button that was pressed."""

    class Kernel(BaseHTTPRequestHandler):
        def answer(self, kind, text):
            self.send_response(200)
            self.send_header("Content-Type", kind + "; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def do_GET(self):
            files = {"/": ("text/html", PAGE), "/play.js": ("text/javascript", SCRIPT)}
            if self.path == "/shown":
                self.answer("application/json", json.dumps(widget.shown))
            elif (found := files.get(self.path.split("?")[0])) is not None:
                self.answer(found[0], found[1].read_text(encoding="utf-8"))
            else:
                self.send_error(404)

        def do_POST(self):
            widget.chosen = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self.answer("application/json", json.dumps(widget.shown))

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Kernel) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/?{quote(json.dumps(presses))}"
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}", "--virtual-time-budget=60000"]
        page = subprocess.run(["chromium", *flags, "--dump-dom", address], capture_output=True, encoding="utf-8", timeout=120)
        server.shutdown()
    told = re.search(r'<pre id="told">(.+?)</pre>', page.stdout, re.DOTALL)
    assert told is not None, page.stderr
    return json.loads(html.unescape(told[1]))


@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no chromium")
def test_the_widget_is_played_in_a_browser(tmp_path):
    pytest.importorskip("anywidget")
    presses = ["take 1 from the second", "let the program move", "let the program move", "take back"]
    start, mine, its, over, back = pressed(bouton.play("nim", "1,2"), presses, tmp_path)
    assert all(shown["picture"] for shown in (start, mine, its, over, back))
    assert start["status"] == "win" and start["best"] == ["take 1 from the second: win"]
    assert start["buttons"][-1] == "let the program move" and len(start["buttons"]) == 4
    assert mine["status"] == "loss" and mine["buttons"][-1] == "take back"
    assert (its["status"], back["status"]) == ("win", "win") and its["buttons"] == back["buttons"]
    assert over["status"] == "play is over: loss for the player to move" and over["buttons"] == ["take back"]
    hidden = pressed(bouton.play("nim", "1,2", values=False), ["take 1 from the second"], tmp_path)
    assert [shown["status"] for shown in hidden] == ["", ""] and not any(shown["best"] for shown in hidden)
    assert "take 1 from the second" in hidden[0]["buttons"]
