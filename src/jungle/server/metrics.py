"""The server's metrics, served at `/metrics`."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily

registry = CollectorRegistry()
ProcessCollector(registry=registry)


class Tally:
    """A counter for what happens with every move. Only the event loop adds to it, so it needs no lock."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.value = 0
        registry.register(self)

    def collect(self) -> Iterator[CounterMetricFamily]:
        """Called by the registry when the metrics are read."""
        yield CounterMetricFamily(self.name, self.text, value=self.value)


moves = Tally("jungle_moves", "Moves committed")
games_started = Counter("jungle_games_started", "Games started", ["kind"], registry=registry)
games_ended = Counter("jungle_games_ended", "Games ended", ["reason"], registry=registry)
command_seconds = Histogram(
    "jungle_command_seconds",
    "Time from a command's arrival to its commit",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
    registry=registry,
)
group_size = Histogram(
    "jungle_commit_group", "Transactions per commit", buckets=(1, 2, 4, 8, 16, 32, 64, 128), registry=registry
)
failed_commits = Counter("jungle_failed_commits", "Commits rejected by the database", registry=registry)
connections = Gauge("jungle_connections", "Open streams", ["channel"], registry=registry)
slow_clients = Counter("jungle_slow_clients", "Connections dropped because the client did not read", registry=registry)
request_seconds = Histogram(
    "jungle_request_seconds",
    "Time from an HTTP request to the start of its response",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5),
    registry=registry,
)
loop_lag_seconds = Histogram(
    "jungle_loop_lag_seconds",
    "How late the event loop is",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1),
    registry=registry,
)
database_pending = Gauge("jungle_database_pending", "Transactions waiting or running", registry=registry)
pool_in_use = Gauge("jungle_pool_in_use", "PostgreSQL connections in use", registry=registry)
pool_size = Gauge("jungle_pool_size", "PostgreSQL connections that this server may open", registry=registry)
queued = Gauge("jungle_queued", "Work that is waiting", ["queue"], registry=registry)
draining = Gauge("jungle_draining", "1 while the server sends its clients away before it stops", registry=registry)
requests = Counter("jungle_requests", "HTTP requests answered", ["method", "status"], registry=registry)
limited = Counter("jungle_limited", "Requests refused by a rate limit", ["what"], registry=registry)
mails_in = Counter("jungle_mails_in", "Email commands received", ["channel"], registry=registry)
mails_out = Counter("jungle_mails_out", "Emails by outcome", ["state"], registry=registry)
pushes = Counter("jungle_pushes", "Notifications by outcome", ["state"], registry=registry)
cache_hits = Tally("jungle_cache_hits", "Commands whose game was in memory")
cache_misses = Tally("jungle_cache_misses", "Commands whose game had to be read and replayed")
cache_evictions = Counter("jungle_cache_evictions", "Games dropped from memory to make room", registry=registry)
cache_bytes = Gauge("jungle_cache_bytes", "Estimated memory of the games in memory", registry=registry)
