"""The wheel holds the page: it is built, unpacked elsewhere and served from there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from sightline.server.settings import Settings
from tests.server.conftest import Serving

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
def test_a_wheel_serves_the_page(tmp_path: Path, serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (Settings(database="").static / "index.html").is_file():
        pytest.skip("the page is not built: make web")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w"]
    subprocess.run([*build, str(tmp_path), str(ROOT)], check=True, capture_output=True, text=True, timeout=120)
    [wheel] = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(installed)
    monkeypatch.setenv("PYTHONPATH", str(installed))
    where = [sys.executable, "-c", "import sightline; print(sightline.__file__)"]
    found = subprocess.run(where, check=True, capture_output=True, text=True, env=os.environ.copy()).stdout
    assert Path(found.strip()).is_relative_to(installed)
    with serving(tmp_path) as (address, _process):
        page = httpx.get(address)
        scripts = re.findall(r'"(/assets/[^"]+\.js)"', page.text)
        assert scripts
        for script in scripts:
            answer = httpx.get(f"{address.rstrip('/')}{script}")
            assert (answer.status_code, bool(answer.content)) == (200, True)
