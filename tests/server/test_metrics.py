"""Metrics for Prometheus."""

import re

from tests.server.harness.clients import Client
from tests.server.harness.processes import METRICS_TOKEN


def test_metrics_are_exported(blue: Client, red: Client, nobody: Client) -> None:
    def moves() -> float:
        text = nobody.request("GET", "/metrics").text
        return float(re.findall(r"^jungle_moves_total (\S+)$", text, re.MULTILINE)[0])

    before = moves()
    blue.move(blue.challenge(red), "a3a4")
    assert moves() == before + 1
    assert nobody.get("/readyz") == {"status": "ok", "database": True, "draining": False, "events": True}
    assert nobody.get("/livez") == {"status": "ok"}


def test_metrics_need_a_local_request_or_a_token(nobody: Client) -> None:
    elsewhere = {"X_Forwarded_For": "203.0.113.9"}
    assert nobody.request("GET", "/metrics", **elsewhere).code == "metrics"
    assert nobody.request("GET", "/metrics", Authorization="Bearer wrong", **elsewhere).status == 403
    assert nobody.request("GET", "/metrics", Authorization=f"Bearer {METRICS_TOKEN}", **elsewhere).status == 200
    assert nobody.request("GET", "/metrics").status == 200
