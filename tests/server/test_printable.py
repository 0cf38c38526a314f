"""Names and other texts that people choose: scripts that need joiners may have them."""

from __future__ import annotations

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from sightline.server.accounts.password_rules import login_of
from sightline.server.printable import is_printable

JOINERS = "\N{ZERO WIDTH JOINER}\N{ZERO WIDTH NON-JOINER}"
PERSIAN = "می\N{ZERO WIDTH NON-JOINER}خواهم"
FAMILY = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"


@pytest.mark.parametrize("text", ["", "Ann of Ghent", "Zoë", PERSIAN, FAMILY, f"Ann {FAMILY}"])
def test_these_are_printable(text: str) -> None:
    assert is_printable(text)


@pytest.mark.parametrize(
    "text",
    [
        "A\N{ZERO WIDTH JOINER}nn",
        "\N{ZERO WIDTH JOINER}",
        f"{PERSIAN}\N{ZERO WIDTH NON-JOINER}",
        f"\N{ZERO WIDTH NON-JOINER}{PERSIAN}",
        "ی\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH NON-JOINER}م",
        "A\N{ZERO WIDTH SPACE}nn",
        "Ann\N{RIGHT-TO-LEFT OVERRIDE}",
        "Ann\n",
    ],
)
def test_these_are_not(text: str) -> None:
    assert not is_printable(text)


@pytest.mark.parametrize("name", [PERSIAN, FAMILY])
def test_guests_may_have_names_with_joiners_which_make_no_other_name(client: TestClient[Litestar], name: str) -> None:
    made = client.post("/api/v1/guests", json={"name": name})
    me = client.get("/api/v1/me", headers={"Authorization": f"Bearer {made.json()['token']}"})
    assert me.json()["name"] == name
    assert login_of(name) == login_of(name.translate(dict.fromkeys(map(ord, JOINERS))))
