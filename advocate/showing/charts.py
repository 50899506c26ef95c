"""The readings of a measure as a chart: SVG drawn here, so that it needs no script. No database.

Days stand at their real distance, the first and the last are named, others where there is room. No style attribute
and no style sheet are used: the strict content policy would refuse them where the picture is opened by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from reportlab.graphics.renderSVG import SVGCanvas, draw
from reportlab.graphics.shapes import Circle, Drawing, Line, PolyLine, Rect, String
from reportlab.lib.colors import HexColor

from advocate.showing.readings import Measure, Point

FONT = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Helvetica Neue, Arial, sans-serif"
_SIZE = 13  # of letters
_LETTER = 0.66 * _SIZE  # the width of one, of a wide face
_TOP, _FOOT, _INSET, _APART = 10, 30, 12, 12
_ROOM = Decimal("0.12")  # above and below, as a part of the extent
_MANY = 60  # readings, from which on points are small
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a chart: those of static/css/tokens.css, by their names there."""

    paper: str
    ink_soft: str
    hairline: str
    hairline_strong: str
    accent: str
    accent_tint: str
    notice: str


@dataclass(frozen=True, slots=True)
class Shape:
    """Width and height in the drawing's own units, which are CSS pixels where it is shown at full size."""

    width: int
    height: int


LIGHT = Palette("#fcfbf8", "#545f60", "#dcd8ce", "#8a8f8c", "#0b625c", "#e4f0ee", "#7a4d00")
DARK = Palette("#14191a", "#a7b1b0", "#313b3c", "#75807f", "#7fd0c5", "#1c3331", "#f0c46c")
WIDE = Shape(560, 230)
NARROW = Shape(300, 190)


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where days and values come to stand: the plot's edges in the drawing, from below left, and what they mean."""

    left: float
    right: float
    bottom: float
    top: float
    first: date
    last: date
    least: Decimal
    greatest: Decimal

    def x(self, day: date) -> float:
        """A day's place; one day alone stands in the middle."""
        if self.first == self.last:
            return (self.left + self.right) / 2
        part = (day - self.first) / (self.last - self.first)
        return self.left + _INSET + part * (self.right - self.left - 2 * _INSET)

    def y(self, value: Decimal) -> float:
        """The place of a value."""
        part = float((value - self.least) / (self.greatest - self.least))
        return self.bottom + part * (self.top - self.bottom)


def chart(measure: Measure, palette: Palette = LIGHT, shape: Shape = WIDE) -> str:
    """Return the chart of a measure with one reading or more as an SVG document, with its name and a sentence on it."""
    points = measure.points[::-1]  # oldest first
    span = (Decimal(measure.low), Decimal(measure.high)) if measure.low else ()
    least, greatest = _extent([*span, *(number for point in points for number in point.numbers)])
    ticks = _ticks(least, greatest, most=shape.height // 32)
    half = max(len(points[0].mark), len(points[-1].mark)) * _LETTER / 2
    left = max(max(len(_said(tick)) for tick in ticks) * _LETTER + 8, half - _INSET + 2)
    edges = (left, shape.width - max(half - _INSET + 2, 2), _FOOT, shape.height - _TOP)
    frame = _Frame(*edges, points[0].day, points[-1].day, least, greatest)
    drawing = Drawing(shape.width, shape.height)
    drawing.add(Rect(0, 0, shape.width, shape.height, fillColor=HexColor(palette.paper), strokeColor=None))
    tint, edge = HexColor(palette.accent_tint), HexColor(palette.hairline_strong)
    for shapes in (
        [_band(frame, *span, fillColor=tint, strokeColor=None)] if span else [],
        _grid(frame, ticks, palette),
        [_band(frame, *span, fillColor=None, strokeColor=edge)] if span else [],
        _days(frame, points, palette),
        _lines(frame, points, palette),
    ):
        for each in shapes:
            drawing.add(each)
    return _svg(drawing, title=f"{measure.name} {measure.unit}".strip(), told=measure.told)


def _extent(values: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    """What the axis covers: points at its edge would be cut in half, and one value alone has no extent."""
    least, greatest = min(values), max(values)
    room = max((greatest - least) * _ROOM, abs(greatest) * Decimal("0.05")) or Decimal(1)
    return least - room, greatest + room


def _ticks(least: Decimal, greatest: Decimal, *, most: int) -> list[Decimal]:
    """Round values on the axis, as many as there is room for: in steps of 1, 2 or 5 of a power of ten."""
    power = Decimal(1).scaleb(((greatest - least) / most).adjusted())
    steps = (power * by for by in (1, 2, 5, 10, 20))
    step = next(step for step in steps if (greatest - least) / step <= most)
    first = least // step  # the one below, or for a negative value above
    marks = [(first + number) * step for number in range(most + 2)]
    return [mark for mark in marks if least <= mark <= greatest]


def _said(value: Decimal) -> str:
    return f"{value.normalize():f}"


def _band(frame: _Frame, low: Decimal, high: Decimal, **colours: Any) -> Any:
    bottom, top = frame.y(low), frame.y(high)
    return Rect(frame.left, bottom, frame.right - frame.left, top - bottom, strokeWidth=1, **colours)


def _grid(frame: _Frame, ticks: Sequence[Decimal], palette: Palette) -> Iterator[Any]:
    for tick in ticks:
        y = frame.y(tick)
        yield Line(frame.left, y, frame.right, y, strokeColor=HexColor(palette.hairline), strokeWidth=1)
        yield _text(frame.left - 6, round(y - _SIZE / 3), _said(tick), "end", palette)


def _days(frame: _Frame, points: Sequence[Point], palette: Palette) -> Iterator[Any]:
    """The days of readings as far as there is room for their names, the first and the last before others."""
    kept: list[tuple[float, float]] = []
    for point in (points[0], points[-1], *points):
        x, half = frame.x(point.day), len(point.mark) * _LETTER / 2
        if all(abs(x - other) >= half + beside + _APART for other, beside in kept):
            kept.append((x, half))
            yield _text(x, 6, point.mark, "middle", palette)


def _lines(frame: _Frame, points: Sequence[Point], palette: Palette) -> Iterator[Any]:
    """A line for each number of a reading: the second is dashed, and its points are rings."""
    many = len(points) > _MANY
    for place in range(len(points[0].numbers)):
        colour = HexColor(palette.notice if place else palette.accent)
        where = [(frame.x(point.day), frame.y(point.numbers[place])) for point in points]
        stroke: dict[str, Any] = {"strokeColor": colour, "strokeWidth": 1 if many else 2}
        dash = [6, 4] if place else None
        yield PolyLine([part for pair in where for part in pair], strokeDashArray=dash, strokeLineCap=0, **stroke)
        for x, y in where:
            yield Circle(x, y, 1.5 if many else 4, fillColor=HexColor(palette.paper) if place else colour, **stroke)


def _text(x: float, y: float, words: str, anchor: str, palette: Palette) -> Any:
    """Words at a place. The browser aligns them: only it knows the face."""
    text = String(x, y, words, fontSize=_SIZE, fillColor=HexColor(palette.ink_soft))
    text._svgAttrs = {"text-anchor": anchor}
    return text


class _Canvas(SVGCanvas):  # type: ignore[misc]
    """Colours as they were given: the library cuts them to hundredths."""

    def setFillColor(self, color: Any) -> None:
        super().setFillColor(color)
        if color is not None:
            self.style["fill"] = f"#{color.hexval()[2:]}"

    def setStrokeColor(self, color: Any) -> None:
        super().setStrokeColor(color)
        if color is not None:
            self.style["stroke"] = f"#{color.hexval()[2:]}"


def _svg(drawing: Any, *, title: str, told: str) -> str:
    canvas = _Canvas((drawing.width, drawing.height))
    draw(drawing, canvas)
    for name, words in (("title", title), ("desc", told)):
        [node] = canvas.svg.getElementsByTagName(name)
        node.firstChild.data = _NO_XML.sub("", words)
    for node in canvas.svg.getElementsByTagName("*"):
        for part in filter(None, node.getAttribute("style").split(";")):
            name, value = map(str.strip, part.split(":", 1))
            node.setAttribute(name, FONT if name == "font-family" else value.replace("None", "none"))
        if node.hasAttribute("style"):
            node.removeAttribute("style")
    written: str = canvas.svg.toxml()
    return written
