"""What all tests share: profiles of Hypothesis, the counts of long comparisons, and no test skipped in CI."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from tests.reference.boards import IS_CI, IS_COMPLETE, many
from tests.reference.driver import Ledger

# What the package keeps on disk for later is kept away from the user's own.
os.environ.setdefault("SIGHTLINE_CACHE_DIR", str(Path(__file__).parent.parent / ".pytest_cache" / "sightline"))

TESTS = Path(__file__).parent
EXAMPLES = max(10, many(30))
"""How many examples of each property are tried."""

# Time limits per example fail on a busy machine and prove nothing. `make quick` asks for the profile of its name.
settings.register_profile("default", deadline=None, max_examples=EXAMPLES)
settings.register_profile("quick", deadline=None, max_examples=3)
settings.register_profile("ci", deadline=None, max_examples=EXAMPLES, derandomize=True)
settings.load_profile("ci" if IS_CI else "default")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a skipped test in CI: there, everything that a test could miss is installed."""
    report = yield
    if IS_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"skipped in CI: {report.longrepr}"
    return report


@pytest.hookimpl(optionalhook=True)  # of xdist, for `-n auto`
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of processors, or half as many again where tests wait for servers and browsers.

    CI takes no more than there are processors: its longest tests have deadlines that a crowded machine would miss.
    """
    processors = os.cpu_count() or 1
    return processors if IS_CI or config.option.markexpr == ONLY_FAST else processors + processors // 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage neither during collection, which makes none and a million objects, nor among those later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


ONLY_FAST = "not slow"
"""The tests that `make quick` asks for."""
SLOW_FIXTURES = {"serving", "site", "database"}
"""What takes long to start, a server, a browser or an application with a database: whatever uses it is slow."""
SLOW_FOLDERS = {"extremes", "properties", "verification", "web"}
"""Folders of slow tests alone: they go to the limits of what is taken, try many examples of all there is, or use a
browser."""
CONCURRENT_FOLDERS = {"server", "web"}
"""Folders of tests in which processes, sockets and browsers run beside each other. One that fails is run once more, and
named in the summary: what fails twice is a failure, what fails once is to be looked at."""
SLOW_FILES = {"test_api_fuzz.py"}
"""Files of slow tests alone whose cases are made when they are collected, which takes seconds."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not collect files of slow tests alone where no slow test is asked for."""
    is_slow = collection_path.name in SLOW_FILES or collection_path.parent.name in SLOW_FOLDERS
    return True if is_slow and config.option.markexpr == ONLY_FAST else None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a whole file that skips itself in CI, as `importorskip` does."""
    report = yield
    if IS_CI and report.skipped:
        report.outcome, report.longrepr = "failed", f"skipped in CI: {report.longrepr}"
    return report


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use or are what is slow, and put all slow ones last.

    xdist hands out long runs of neighbouring tests first and single ones last: only at the end do slow ones spread
    over all processes.
    """
    incomplete = pytest.mark.skip(reason="long: made in CI, or by CI=true make test")
    for item in items:
        if item.get_closest_marker("long") is not None:
            item.add_marker(pytest.mark.slow)
            if not IS_COMPLETE:
                item.add_marker(incomplete)
        uses_slow = SLOW_FIXTURES.intersection(getattr(item, "fixturenames", ()))
        if uses_slow or item.path.parent.name in SLOW_FOLDERS:
            item.add_marker(pytest.mark.slow)
        if _is_concurrent(item.path):
            item.add_marker(pytest.mark.flaky(reruns=1))
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)


@cache  # for all tests of a file
def _is_concurrent(path: Path) -> bool:
    """Return whether a file of tests is in one of the folders of concurrent tests."""
    return any(path.is_relative_to(TESTS / folder) for folder in CONCURRENT_FOLDERS)


@pytest.fixture
def ledger(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> Ledger:
    """Return the ledger of a comparison in shards, shared by all processes."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if hasattr(request.config, "workerinput") else base) / "counts"
    folder.mkdir(exist_ok=True)
    assert isinstance(request.node, pytest.Function)
    return Ledger(request.node, folder, capsys)
