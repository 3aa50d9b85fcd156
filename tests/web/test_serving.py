"""The browser app, served and exported."""

import gzip
import http.client
import json
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle import Animal
from jungle.cli import main
from jungle.commands import web
from jungle.web.contents import ELSEWHERE, VERSION_FILE, contents, read_version, version_script
from jungle.web.exporting import export
from jungle.web.serving import POLICY, content_type, make_server


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with make_server(0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def ask(port: int, path: str, method: str = "GET", **headers: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_every_file_is_served_as_it_is(port: int) -> None:
    wrong = []
    for path, make in contents().items():
        answer, body = ask(port, f"/{path}")
        if answer.status != 200 or body != make():
            wrong.append(path)
    assert not wrong


def test_a_page_may_load_nothing_from_elsewhere(port: int) -> None:
    answer, body = ask(port, "/")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert b"://" not in body


def test_an_exported_page_is_as_strict_as_one_that_is_served() -> None:
    page = contents()["index.html"]().decode()
    # What a page may be framed by can only be said in a header.
    policy = POLICY.removesuffix("; frame-ancestors 'none'")
    assert f'content="{policy}"' in page


def test_the_app_can_be_installed() -> None:
    told = json.loads(contents()["app.webmanifest"]())
    assert all(icon["src"] in contents() for icon in told["icons"])
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    for icon in (icon for icon in told["icons"] if icon["type"] == "image/png"):
        width, height = struct.unpack(">II", contents()[icon["src"]]()[16:24])
        assert icon["sizes"] == f"{width}x{height}"


def test_text_is_compressed_if_the_client_accepts_it(port: int) -> None:
    answer, body = ask(port, "/data/rules.json", **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == contents()["data/rules.json"]()


def test_the_first_visit_without_the_engine_loads_at_most_250_kb() -> None:
    files = contents()
    first = [
        *("index.html", "first.js", "app.js", "app.css", "words/en.json", "data/rules.json", "data/choices.json"),
        *("icon.svg", "boards/meadow-7x9.svg"),
        *(path for path in files if path.endswith(".woff2")),
        *(f"pieces/painted/{side}-{animal.name.lower()}.svg" for side in ("blue", "red") for animal in Animal),
    ]
    sizes = {path: len(gzip.compress(files[path]())) for path in first}
    assert sum(sizes.values()) <= 250_000, sizes


def test_the_page_asks_for_no_text_that_it_does_not_get() -> None:
    asked = re.compile(rf"""["'`]({"|".join(ELSEWHERE)})\.""")
    scripts = {path: made().decode() for path, made in contents().items() if path.endswith(".js")}
    assert {path: found for path, text in scripts.items() if (found := asked.findall(text))} == {}
    assert not any(key.startswith(ELSEWHERE) for key in json.loads(contents()["words/en.json"]()))


def test_nothing_else_is_served(port: int) -> None:
    for path in ("/nothing", "/../pyproject.toml", "/%2e%2e/contents.py", "/page/index.html", "//etc/passwd"):
        assert ask(port, path)[0].status == 404
    assert ask(port, "/", "POST")[0].status == 501
    answer, body = ask(port, "/app.js", "HEAD")
    assert (answer.status, body) == (200, b"")


def test_a_part_of_a_file_is_served(port: int) -> None:
    whole = contents()["sounds/step.flac"]()
    answer, body = ask(port, "/sounds/step.flac", Range="bytes=10-19")
    assert (answer.status, body) == (206, whole[10:20])
    assert answer.headers["Content-Range"] == f"bytes 10-19/{len(whole)}"
    assert ask(port, "/sounds/step.flac", Range="bytes=-7")[1] == whole[-7:]
    assert ask(port, "/sounds/step.flac", Range=f"bytes={len(whole) - 3}-")[1] == whole[-3:]
    assert ask(port, "/sounds/step.flac", Range=f"bytes={len(whole)}-")[0].status == 416
    assert ask(port, "/sounds/step.flac", Range="bytes=nonsense")[1] == whole


def test_cached_files_are_not_sent_again(port: int) -> None:
    mark = ask(port, "/app.js")[0].headers["ETag"]
    answer, body = ask(port, "/app.js", **{"If-None-Match": mark})
    assert (answer.status, body) == (304, b"")
    packed = ask(port, "/app.js", **{"If-None-Match": mark, "Accept-Encoding": "gzip"})[0]
    assert packed.status == 200
    assert packed.headers["ETag"] != mark


def test_responses_are_not_compressed_if_the_client_refuses(port: int) -> None:
    assert "Content-Encoding" not in ask(port, "/app.js", **{"Accept-Encoding": "br, gzip;q=0"})[0].headers


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("engine/core.wasm", "application/wasm"),
        ("app.webmanifest", "application/manifest+json"),
        ("words/zh.json", "application/json"),
        ("icon.svg", "image/svg+xml"),
        ("sounds/win.flac", "audio/flac"),
        ("tables/flip.jtb", "application/octet-stream"),
    ],
)
def test_files_have_their_types(path: str, kind: str) -> None:
    assert content_type(path) == kind
    assert path in contents()


def test_the_version_names_every_file_and_changes_with_any(port: int) -> None:
    told = read_version(contents()[VERSION_FILE]())
    assert set(told["files"]) == set(contents()) - {VERSION_FILE}
    files = {path: contents()[path] for path in told["files"]}
    changed = read_version(version_script(files | {"words/en.json": lambda: b"{}"}))
    assert changed["version"] != told["version"]


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_export_writes_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = tmp_path / "site"
    assert main(["web", "--export", str(site)]) == 0
    assert files_in(site) == set(contents())
    assert "files written to" in capsys.readouterr().out


def test_an_earlier_export_is_replaced(tmp_path: Path) -> None:
    fewer = {path: make for path, make in contents().items() if not path.startswith(("pieces/", "boards/"))}
    old = {**fewer, "old.js": lambda: b"", VERSION_FILE: lambda: version_script({**fewer, "old.js": lambda: b""})}
    export(tmp_path, with_packed=True, files=old)
    assert gzip.decompress((tmp_path / "old.js.gz").read_bytes()) == b""
    export(tmp_path, files=fewer)
    assert {path for path in files_in(tmp_path) if not path.endswith(".gz")} == set(fewer)


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    assert main(["web", "--export", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"jungle: cannot export to {tmp_path}: it contains other files\n"
    assert main(["web", "--export", str(tmp_path / "letter.txt")]) == 1
    assert "it is not a folder" in capsys.readouterr().err
    assert files_in(tmp_path) == {"letter.txt"}


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of a process")
def test_a_full_disk_is_reported_in_one_line_and_announces_no_version(tmp_path: Path) -> None:
    code = """
import resource, signal, sys
from jungle.cli import main
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
sys.exit(main(["web", "--export", sys.argv[1]]))
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("jungle: cannot write ")
    assert len(done.stderr.splitlines()) == 1
    assert not files_in(tmp_path) & {VERSION_FILE, "index.html", "service-worker.js"}


def test_a_port_in_use_is_reported_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        assert main(["web", "--no-open", "--port", str(number)]) == 1
    assert capsys.readouterr().err == f"jungle: cannot listen on port {number}: Address already in use\n"


def test_a_default_port_in_use_is_skipped() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        with web._server(None, number) as server:
            assert server.server_address[1] != number


def test_no_browser_is_no_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    web._open("http://127.0.0.1:1/")
    assert capsys.readouterr().out == "No browser was found: open the address yourself.\n"


def test_gzip_alone_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--gzip"]) == 2
    assert capsys.readouterr().err == "jungle: --gzip needs --export\n"


def test_ctrl_c_ends_it_cleanly() -> None:
    command = [sys.executable, "-m", "jungle", "web", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Jungle is at http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
