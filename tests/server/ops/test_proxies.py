"""The examples for nginx, Caddy, systemd and Docker Compose, run or checked by those programs."""

import http.client
import re
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from jungle.server.realtime.sockets import RESTARTING
from jungle.server.settings import Settings
from tests.needs import needs
from tests.server.harness.clients import Client, sign_up
from tests.server.harness.processes import Server, another_database, free_port, served
from tests.server.harness.waiting import PATIENCE, wait_until

EXAMPLES = Path(__file__).parents[3] / "examples/server"
HOST = "jungle.example.org"


def has(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"needs {program}")


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def running(command: list[str], port: int, **environment: str) -> Iterator[None]:
    with subprocess.Popen(command, env=environment or None, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: _is_open(port), command[0])
            yield
        finally:
            process.terminate()
            process.wait(PATIENCE)


@contextmanager
def nginx(folder: Path, ports: tuple[int, int], secure: int, plain: int) -> Iterator[None]:
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "chain.pem")]
    subprocess.run(command, check=True, capture_output=True)
    text = (EXAMPLES / "nginx.conf").read_text(encoding="utf-8")
    live = f"/etc/letsencrypt/live/{HOST}"
    for old, new in (
        ("127.0.0.1:8000", f"127.0.0.1:{ports[0]}"),
        ("127.0.0.1:8001", f"127.0.0.1:{ports[1]}"),
        ("listen 443", f"listen 127.0.0.1:{secure}"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        (f"{live}/fullchain.pem", str(folder / "chain.pem")),
        (f"{live}/privkey.pem", str(folder / "key.pem")),
    ):
        assert old in text
        text = text.replace(old, new)
    paths = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off;\nuser root;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}{text}}}\n"
    )
    with running(["nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(whole)], secure):
        yield


@contextmanager
def caddy(folder: Path, ports: tuple[int, int], secure: int, plain: int) -> Iterator[None]:
    text = (EXAMPLES / "Caddyfile").read_text(encoding="utf-8")
    for old, new in (("one:8000", f"127.0.0.1:{ports[0]}"), ("two:8000", f"127.0.0.1:{ports[1]}")):
        assert old in text
        text = text.replace(old, new)
    settings = f"{{\nadmin off\nhttp_port {plain}\nhttps_port {secure}\nlocal_certs\nskip_install_trust\n}}\n"
    whole = folder / "Caddyfile"
    whole.write_text(settings + text)
    command = ["caddy", "run", "--config", str(whole), "--adapter", "caddyfile"]
    with running(command, secure, HOME=str(folder), PATH="/usr/bin:/bin"):
        yield


class Proxied(Client):
    """A client that comes through a proxy, by TLS."""

    port = 0

    def _connection(self) -> ssl.SSLSocket:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        return context.wrap_socket(
            socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE), server_hostname=HOST
        )

    def ask(self, method: str, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, str]:
        connection = http.client.HTTPConnection(HOST)
        connection.sock = self._connection()
        try:
            connection.request(method, path, headers={"Authorization": f"Bearer {self.token}"} | headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        finally:
            connection.close()

    def follow(self) -> ClientConnection:
        return connect(
            f"ws://{HOST}/api/live",
            sock=self._connection(),
            additional_headers={"Authorization": f"Bearer {self.token}"},
            open_timeout=PATIENCE,
        )


@pytest.mark.slow
@needs("postgresql", "redis")
@pytest.mark.parametrize("proxy", [pytest.param(nginx, marks=has("nginx")), pytest.param(caddy, marks=has("caddy"))])
def test_two_servers_behind_a_proxy_lose_nobody_when_one_stops(
    cluster: tuple[str, ...], tmp_path: Path, proxy: object
) -> None:
    options = ("--database", another_database(cluster[1]), *cluster[2:], "--public-url", f"https://{HOST}")
    secure, plain = free_port(), free_port()
    ports = free_port(), free_port()
    with (
        served(tmp_path / "one", *options, port=ports[0]) as one,
        served(tmp_path / "two", *options, port=ports[1], JUNGLE_DRAIN_SECONDS="4") as two,
    ):
        one.port, two.port = ports  # They print their public address.
        folder = tmp_path / "proxy"
        folder.mkdir()
        with proxy(folder, ports, secure, plain):  # type: ignore[operator]
            _check_proxy(one, two, secure, plain)


def _check_proxy(one: Server, two: Server, secure: int, plain: int) -> None:
    blue, red = sign_up(one, "blue"), sign_up(two, "red")
    game = blue.challenge(red, days=1)
    through = Proxied(one, "blue", blue.token)
    through.port = secure
    assert wait_until(lambda: (found := through.ask("GET", "/readyz"))[0] == 200 and found, "a server")
    assert through.ask("GET", "/metrics")[0] == 404
    status, headers, _ = through.ask("GET", "/")
    assert (status, "max-age" in headers["strict-transport-security"]) == (200, True)
    insecure = http.client.HTTPConnection("127.0.0.1", plain, timeout=PATIENCE)
    insecure.request("GET", "/", headers={"Host": HOST})
    assert insecure.getresponse().status in (301, 308)
    insecure.close()
    # Connections are spread, and both servers' events arrive.
    with ExitStack() as stack:
        sockets = [stack.enter_context(through.follow()) for _ in range(6)]
        for each in sockets:
            each.send(f'{{"type":"watch","game":"{game}"}}')
        blue.move(game, "a3a4")
        for each in sockets:
            while '"type":"move"' not in (text := each.recv(timeout=PATIENCE)) and '"a3a4"' not in text:
                pass
        two.process.send_signal(signal.SIGTERM)
        for _ in range(40):  # While one server drains and stops, every request and every new connection is served.
            assert through.ask("GET", f"/api/game/{game}")[0] == 200
            with through.follow() as fresh:
                assert '"hello"' in fresh.recv(timeout=PATIENCE)
        two.process.wait(PATIENCE)
        assert through.ask("GET", f"/api/game/{game}")[0] == 200
        codes = []
        for each in sockets:
            try:
                each.send('{"type":"ping"}')
                while '"pong"' not in each.recv(timeout=PATIENCE):
                    pass
            except ConnectionClosed as error:
                codes.append(error.rcvd and error.rcvd.code)
        assert set(codes) == {RESTARTING}
        assert len(codes) < len(sockets)


@pytest.mark.slow
@has("systemd-analyze")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    for unit in (*EXAMPLES.glob("*.service"), *EXAMPLES.glob("*.timer")):
        text = unit.read_text(encoding="utf-8").replace("/opt/jungle/bin/jungle", "/bin/true")
        (tmp_path / unit.name).write_text(text)
    units = sorted(map(str, tmp_path.iterdir()))
    assert len(units) == 3
    checked = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stderr.strip()) == (0, "")


@pytest.mark.slow
@has("docker-compose")
def test_compose_understands_its_file(tmp_path: Path) -> None:
    command = ["docker-compose", "-f", str(EXAMPLES / "compose.yaml"), "config", "--quiet"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "./Caddyfile" in (EXAMPLES / "compose.yaml").read_text()


def test_the_examples_use_settings_that_exist_and_one_key_for_notifications() -> None:
    for name in ("compose.yaml", "jungle.service", "jungle-backup.service"):
        used = re.findall(r"JUNGLE_([A-Z_]+?)(?:_FILE)?[:=]", (EXAMPLES / name).read_text(encoding="utf-8"))
        assert sorted(each for each in used if each.lower() not in Settings.model_fields) == [], name
    assert "volumes: []" not in (EXAMPLES / "compose.yaml").read_text(encoding="utf-8")
