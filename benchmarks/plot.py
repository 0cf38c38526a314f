"""Curves over boards of growing size, both axes logarithmic, as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

Curve = Mapping[int, float]

COLOURS = ("#0b5fa5", "#c2410c", "#15803d", "#7e22ce", "#525252", "#be185d")
_WIDTH, _HEIGHT = 470, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 44, 48
_ROW = 22


class Panel(NamedTuple):
    """One pair of axes: its title, how a number on the upright axis is said, and the curves by name."""

    title: str
    format_number: Callable[[float], str]
    curves: Mapping[str, Curve]


def draw(panels: Sequence[Panel]) -> str:
    """Draw panels side by side, with what each colour stands for below."""
    names = list(dict.fromkeys(name for panel in panels for name in panel.curves))
    colours = dict(zip(names, COLOURS, strict=False))
    width, height = _WIDTH * len(panels), _HEIGHT + _ROW * len(names) + 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="13" fill="#222">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for number, panel in enumerate(panels):
        parts += [f'<g transform="translate({_WIDTH * number})">', *_panel(panel, colours), "</g>"]
    for row, (name, colour) in enumerate(colours.items()):
        y = _HEIGHT + _ROW * row + 8
        parts.append(f'<path d="M{_LEFT} {y}h28" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<circle cx="{_LEFT + 14}" cy="{y}" r="4" fill="{colour}"/>')
        parts.append(f'<text x="{_LEFT + 38}" y="{y + 4}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(panel: Panel, colours: Mapping[str, str]) -> Iterator[str]:
    sizes = sorted({size for curve in panel.curves.values() for size in curve})
    values = [value for curve in panel.curves.values() for value in curve.values()]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    span = max(high - low, 1)
    first, last = log10(sizes[0]), log10(sizes[-1] if len(sizes) > 1 else 2 * sizes[0])

    def x_of(size: int) -> float:
        return round(_LEFT + 14 + (log10(size) - first) / (last - first) * (_WIDTH - _LEFT - _RIGHT - 28), 1)

    def y_of(value: float) -> float:
        return round(_HEIGHT - _BOTTOM - (log10(value) - low) / span * (_HEIGHT - _TOP - _BOTTOM), 1)

    yield f'<text x="{_LEFT}" y="24" font-weight="bold">{escape(panel.title)}</text>'
    for power in range(low, low + span + 1):
        y = y_of(10.0**power)
        yield f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{panel.format_number(10.0**power)}</text>'
    for size in sizes:
        yield f'<path d="M{x_of(size)} {_HEIGHT - _BOTTOM}v5" stroke="#666"/>'
        yield f'<text x="{x_of(size)}" y="{_HEIGHT - _BOTTOM + 20}" text-anchor="middle">{size}</text>'
    yield f'<text x="{_WIDTH - _RIGHT}" y="{_HEIGHT - _BOTTOM + 38}" text-anchor="end">cells a side</text>'
    for name, curve in panel.curves.items():
        points = [(x_of(size), y_of(value)) for size, value in sorted(curve.items())]
        path = " ".join(f"{x},{y}" for x, y in points)
        yield f'<polyline points="{path}" fill="none" stroke="{colours[name]}" stroke-width="2.5"/>'
        yield from (f'<circle cx="{x}" cy="{y}" r="4" fill="{colours[name]}"/>' for x, y in points)
