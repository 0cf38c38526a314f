"""Write the description of the HTTP API, from which the types of the page are made.

python -m tools.api_description FILE
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from sightline.server.api_path import API
from sightline.server.app import create_app
from sightline.server.description.openapi_document import document
from sightline.server.settings import Settings


def main(file: Path) -> None:
    """Write the description to a file."""
    app = create_app(Settings(database="sqlite://"))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(document(app, API), indent=1), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
