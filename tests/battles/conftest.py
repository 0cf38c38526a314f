"""The long comparison of battles counts and tells as those of the references do."""

from __future__ import annotations

from tests.reference.conftest import crier, ledger

__all__ = ["crier", "ledger"]
