"""The cache of limited size: what was not used for longest is dropped first."""

from __future__ import annotations

import pytest

from sightline.server.lru_cache import LruCache


@pytest.fixture
def cache() -> LruCache[str, int]:
    cache = LruCache[str, int](2)
    cache.put("one", 1)
    cache.put("two", 2)
    return cache


def test_the_value_stored_first_is_dropped(cache: LruCache[str, int]) -> None:
    cache.put("three", 3)
    assert [cache.get(key) for key in ("one", "two", "three")] == [None, 2, 3]


def test_a_value_that_was_returned_stays(cache: LruCache[str, int]) -> None:
    cache.get("one")
    cache.put("three", 3)
    assert [cache.get(key) for key in ("one", "two", "three")] == [1, None, 3]


def test_looking_whether_there_is_a_value_does_not_use_it(cache: LruCache[str, int]) -> None:
    assert "one" in cache
    cache.put("three", 3)
    assert "one" not in cache


def test_a_value_that_is_stored_again_takes_no_more_room(cache: LruCache[str, int]) -> None:
    cache.put("one", 10)
    assert [cache.get(key) for key in ("one", "two")] == [10, 2]


def test_a_missing_value_is_made_once(cache: LruCache[str, int]) -> None:
    made = [cache.get_or_make("three", lambda: 3), cache.get_or_make("three", lambda: 4)]
    assert made == [3, 3]


def test_an_exception_is_not_cached(cache: LruCache[str, int]) -> None:
    with pytest.raises(ZeroDivisionError):
        cache.get_or_make("three", lambda: 1 // 0)
    assert cache.get_or_make("three", lambda: 3) == 3
