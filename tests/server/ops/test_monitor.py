"""Metrics, and the dashboard and alerts that are made of them."""

import json
import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from jungle.server import metrics
from tests.server.harness.clients import Client
from tests.server.harness.house import House, in_house
from tests.server.harness.waiting import wait_until

EXAMPLES = Path(__file__).parents[3] / "examples/server"
WORDS = re.compile(r"\b(jungle_\w+|process_\w+|up)\b")


def _exported() -> set[str]:
    """The names that a query can use."""
    names = {"up"}
    for family in metrics.registry.collect():
        kind = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        names |= {family.name + ending for ending in kind}
    return names


def test_the_dashboard_names_metrics_that_exist() -> None:
    dashboard = json.loads((EXAMPLES / "grafana.json").read_text(encoding="utf-8"))
    panels = dashboard["panels"]
    queries = [target["expr"] for panel in panels for target in panel["targets"]]
    assert len(panels) >= 12
    assert len({panel["id"] for panel in panels}) == len(panels)
    named = {name for query in queries for name in WORDS.findall(query)}
    assert named - _exported() == set()
    assert all(panel["title"] and panel["description"] for panel in panels)


def test_the_alerts_name_metrics_that_exist() -> None:
    rules = (EXAMPLES / "alerts.yml").read_text(encoding="utf-8")
    queries = re.findall(r"^ +expr: (.+)$", rules, re.MULTILINE)
    assert len(queries) == rules.count("alert: ") >= 8
    assert rules.count("summary: ") == rules.count("severity: ") == len(queries)
    assert {name for query in queries for name in WORDS.findall(query)} - _exported() == set()


def test_every_metric_is_on_the_dashboard_or_in_an_alert() -> None:
    shown = "".join((EXAMPLES / name).read_text(encoding="utf-8") for name in ("grafana.json", "alerts.yml"))
    ours = {family.name for family in metrics.registry.collect() if family.name.startswith("jungle_")}
    assert {name for name in ours if name not in shown} == set()


def test_requests_are_timed_by_route_and_the_event_loop_is_watched(nobody: Client) -> None:
    def samples() -> dict[tuple[str, str], float]:
        families = text_string_to_metric_families(nobody.request("GET", "/metrics").text)
        return {
            (sample.name, sample.labels.get("route", "")): sample.value for each in families for sample in each.samples
        }

    for path in ("/api/game/nothing", "/api/game/neither", "/app.js"):
        nobody.request("GET", path)
    found = samples()
    assert found["jungle_request_seconds_count", "/api/game/{game_id}"] >= 2
    assert found["jungle_request_seconds_count", "/{path:path}"] >= 1
    assert not any("nothing" in route for _, route in found)
    assert found["process_resident_memory_bytes", ""] > 0
    wait_until(lambda: samples()["jungle_loop_lag_seconds_count", ""] > 0, "the event loop's lag")


def test_waiting_mails_are_counted(data: Path) -> None:
    async def story(house: House) -> None:
        game = await house.game(days=1)
        await house.move(game, "anna", "a3a4")
        await house.services.monitor.count_mails()
        house.services.monitor.measure()
        waiting = metrics.registry.get_sample_value("jungle_queued", {"queue": "outbox"})
        assert waiting == len(await house.mails()) > 0
        assert metrics.registry.get_sample_value("jungle_cache_bytes") == house.services.games.cache.size > 0

    in_house(data, story)
