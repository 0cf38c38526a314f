"""What all tests share: how Hypothesis draws, and that nothing is left out unseen in CI."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# What the package keeps on disk for later is kept away from the user's own.
os.environ.setdefault("SIGHTLINE_CACHE_DIR", str(Path(__file__).parent.parent / ".pytest_cache" / "sightline"))

IS_CI = os.environ.get("CI") == "true"

# Time limits per example fail on a busy machine and prove nothing. `make quick` asks for the profile of its name.
settings.register_profile("default", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=10)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if IS_CI else "default")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail a skipped test in CI: there, everything that a test could miss is installed."""
    report = yield
    if IS_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"skipped in CI: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail a whole file that skips itself in CI, as `importorskip` does."""
    report = yield
    if IS_CI and report.skipped:
        report.outcome, report.longrepr = "failed", f"skipped in CI: {report.longrepr}"
    return report
