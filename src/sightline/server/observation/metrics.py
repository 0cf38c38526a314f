"""Metrics of a server for Prometheus, and one line of the log per request."""

from __future__ import annotations

import hmac
from http import HTTPMethod, HTTPStatus
from ipaddress import ip_address
from time import perf_counter

from litestar import Litestar, Response, get
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from sightline.server.http_refusals import HttpRefusal
from sightline.server.observation.logs import log
from sightline.server.observation.request_ids import id_of, is_start_of_answer
from sightline.server.part import Part
from sightline.server.request_types import AnyHttpRequest, bearer_of
from sightline.server.settings import Settings
from sightline.server.workers.workers import workers_of

_BEGAN = "began"
_NO_ROUTE, _NO_METHOD = "(none)", "(other)"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "sightline_requests", "Requests answered.", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "sightline_request_seconds",
            "Time from a request to the beginning of its answer.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def watch(self, app: Litestar) -> None:
        """Add gauges for the running and waiting tasks of the workers of a server."""
        for name, what in (("busy", "Workers that work on a task."), ("waiting", "Tasks that wait for a worker.")):
            gauge = Gauge(f"sightline_workers_{name}", what, registry=self.registry)
            gauge.set_function(lambda name=name: getattr(workers_of(app), name))  # type: ignore[misc]


class Clock(ASGIMiddleware):
    """Middleware that notes when a request came in."""

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        scope["state"][_BEGAN] = perf_counter()
        await next_app(scope, receive, send)


async def observe_answer(message: Message, scope: Scope) -> None:
    """Count an answer, and write it to the log."""
    if not is_start_of_answer(message):
        return
    now = perf_counter()
    seconds = now - scope["state"].get(_BEGAN, now)  # addresses without a route are refused before the middleware
    route = scope.get("path_template") or _NO_ROUTE
    method = _method_of(scope)
    own: Metrics = scope["litestar_app"].state["metrics"]
    own.count(method, route, message["status"], seconds)
    log().info(
        "request",
        request=id_of(scope),
        method=method,
        route=route,
        status=message["status"],
        milliseconds=round(1000 * seconds, 1),
    )


def _method_of(scope: Scope) -> str:
    """Return the method of a request, GET for a WebSocket; all unknown methods count as one."""
    method = str(scope.get("method", HTTPMethod.GET))
    return method if method in HTTPMethod.__members__ else _NO_METHOD


def metrics(settings: Settings) -> Part:
    """Return the part of the server that shows its metrics to those who may see them."""

    @get("/metrics", include_in_schema=False, media_type=CONTENT_TYPE_LATEST)
    async def show(request: AnyHttpRequest) -> Response[bytes]:
        """Show the metrics to this machine, and to requests with the token."""
        if not (_is_local(request) or _has_token(request, settings.metrics_token)):
            raise HttpRefusal(HTTPStatus.NOT_FOUND)
        own: Metrics = request.app.state["metrics"]
        # With `media_type`, Litestar would append a second charset, which Prometheus rejects.
        return Response(generate_latest(own.registry), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return Part(pages=[show])


def _is_local(request: AnyHttpRequest) -> bool:
    """Return whether a request comes from this machine itself, and not through a proxy on it."""
    if request.client is None or {"forwarded", "x-forwarded-for", "via"} & set(request.headers):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _has_token(request: AnyHttpRequest, token: str | None) -> bool:
    stated = bearer_of(request)
    return stated is not None and token is not None and hmac.compare_digest(stated.encode(), token.encode())
