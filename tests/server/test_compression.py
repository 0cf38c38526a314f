"""Answers in gzip: the same as without, whole or in parts, small or large."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from litestar import Litestar, Response, get
from litestar.params import FromPath
from litestar.response import Stream
from litestar.testing import TestClient

from sightline.server.compression import Compression

TEXT = "".join(map(str, range(100_000)))


@get("/text/{length:int}")
async def text(length: FromPath[int]) -> str:
    return TEXT[:length]


@get("/parts")
async def parts() -> Stream:
    async def each() -> AsyncIterator[str]:
        for start in range(0, len(TEXT), 70_000):
            yield TEXT[start : start + 70_000]

    return Stream(each())


@get("/picture")
async def picture() -> Response[bytes]:
    return Response(TEXT.encode(), media_type="image/png")


def ask(address: str, accepted: str) -> tuple[str, str | None, int]:
    """Return the text of an answer, its encoding, and its length in bytes as sent, 0 where that is not told."""
    with TestClient(Litestar([text, parts, picture], middleware=[Compression()])) as client:
        answer = client.get(address, headers={"Accept-Encoding": accepted})
    return answer.text, answer.headers.get("content-encoding"), int(answer.headers.get("content-length", 0))


@pytest.mark.parametrize(("length", "encoding"), [(0, None), (999, None), (1000, "gzip"), (len(TEXT), "gzip")])
def test_answers_from_1000_bytes_on_are_compressed(length: int, encoding: str | None) -> None:
    assert ask(f"/text/{length}", "gzip, br")[:2] == (TEXT[:length], encoding)


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "br, gzip ; q=0.00, *;q=0.1"])
def test_who_does_not_take_it_gets_the_text(accepted: str) -> None:
    assert ask(f"/text/{len(TEXT)}", accepted) == (TEXT, None, len(TEXT))


@pytest.mark.parametrize("accepted", ["GZIP", "br;q=1, gzip;q=0.01", "gzip;q=1.0, br;q=0"])
def test_who_takes_it_among_others_gets_it_compressed(accepted: str) -> None:
    assert ask(f"/text/{len(TEXT)}", accepted)[:2] == (TEXT, "gzip")


def test_an_answer_in_parts_is_compressed_as_it_comes() -> None:
    assert ask("/parts", "gzip")[:2] == (TEXT, "gzip")


def test_a_picture_that_is_compressed_is_sent_as_it_is() -> None:
    assert ask("/picture", "gzip")[1:] == (None, len(TEXT))
