"""What the server counts, for Prometheus."""

from prometheus_client import Counter, Gauge, Histogram

CHOICES = Counter("algorally_choices", "Choices that were stored and made")
REFUSALS = Counter("algorally_refusals", "Frames and requests that were refused", ["code"])
SLOWED = Counter("algorally_slowed", "Frames of clients that sent too many at once")
LIVE_TABLES = Gauge("algorally_live_tables", "Tables in the memory of this process")
WORKSHOP = Gauge("algorally_workshop_waiting", "Costly requests that wait for their turn")
CONNECTIONS = Gauge("algorally_connections", "WebSockets that are open")
REQUESTS = Counter("algorally_requests", "HTTP requests", ["route", "status"])
ACKNOWLEDGED = Histogram(
    "algorally_acknowledged_seconds",
    "From the arrival of a choice to its acknowledgement",
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
BOT_TURNS = Histogram("algorally_bot_seconds", "How long a bot thought about a turn")
