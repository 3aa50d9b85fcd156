"""The browser app, served and exported."""

import gzip
import http.client
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from jungle.cli import main
from jungle.web.contents import contents
from jungle.web.serving import make_server


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


def test_text_is_packed_for_those_who_take_it(port: int) -> None:
    answer, body = ask(port, "/data/rules.json", **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == contents()["data/rules.json"]()


def test_nothing_else_is_served(port: int) -> None:
    for path in ("/nothing", "/../pyproject.toml", "/%2e%2e/contents.py", "/page/index.html", "//etc/passwd"):
        assert ask(port, path)[0].status == 404
    assert ask(port, "/", "POST")[0].status == 501
    answer, body = ask(port, "/app.js", "HEAD")
    assert (answer.status, body) == (200, b"")


def test_export_writes_the_same_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--export", str(tmp_path / "site")]) == 0
    written = {
        path.relative_to(tmp_path / "site").as_posix() for path in (tmp_path / "site").rglob("*") if path.is_file()
    }
    assert written == set(contents())
    assert "files written to" in capsys.readouterr().out
    (tmp_path / "file").write_text("")
    assert main(["web", "--export", str(tmp_path / "file")]) == 1
    assert capsys.readouterr().err.startswith("jungle: cannot write ")


def test_a_port_in_use_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        number = taken.getsockname()[1]
        assert main(["web", "--no-open", "--port", str(number)]) == 1
    assert capsys.readouterr().err == f"jungle: cannot listen on port {number}: Address already in use\n"


def test_ctrl_c_ends_it_cleanly() -> None:
    command = [sys.executable, "-m", "jungle", "web", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Jungle is at http://127.0.0.1:")
        process.send_signal(2)
        _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")
