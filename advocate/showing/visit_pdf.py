"""The visit summary as a PDF, made in memory: no word of it is in a file of ours, a log, or the PDF's own description.

The font holds Latin, Greek and Cyrillic letters; another letter is printed as �, and the sheet then says so.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from html import escape
from io import BytesIO
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import KeepTogether, Paragraph, SimpleDocTemplate
from ttf_opensans import opensans

from advocate.showing.visit import DISCLAIMER, Part, Summary

_REGULAR, _BOLD, _MISSING = "OpenSans", "OpenSans-Semibold", "\ufffd"
_SOFT = "#545f60"
_LOST = f"{_MISSING} stands for a letter that this file cannot print; the page in the browser shows it."


def pdf(summary: Summary) -> bytes:
    """Return the summary as a PDF, A4."""
    out = BytesIO()
    margin = 16 * mm
    sheet = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=margin,
        rightMargin=margin,
        topMargin=margin,
        bottomMargin=margin,
        title="Summary for an appointment",
        author="",
        lang="en",
    )
    sheet.build(list(_story(summary)), onFirstPage=_foot, onLaterPages=_foot)
    return out.getvalue()


def _story(summary: Summary) -> Iterator[Any]:
    style = _styles()

    def said(words: str, kind: str) -> Any:
        return Paragraph(_text(words), style[kind])

    yield said("Summary for an appointment", "title")
    yield said(f"{summary.whose} · {summary.day}", "line")
    if summary.teller:
        yield said(f"Kept by {summary.teller}", "line")
    for part in summary.parts:
        first, *others = [Paragraph(words, style["line"]) for words in _lines(part)]
        yield KeepTogether([said(part.heading, "heading"), first])
        yield from others
    yield said(DISCLAIMER, "foot")
    if any(_MISSING in printable(words) for words in _words(summary)):
        yield said(_LOST, "foot")


def _lines(part: Part) -> Iterator[str]:
    """Give the lines of a part as the library's markup, each with what belongs to it in small letters."""
    if not part.lines:
        yield _small(part.empty)
    for line in part.lines:
        text = f'<font name="{_BOLD}">{_text(line.text)}</font>' if line.disputed else _text(line.text)
        yield f"{text} &nbsp;{_small(line.more)}" if line.more else text
    if part.left:
        yield _small(f"And {part.left} more in the record.")


def _small(words: str) -> str:
    return f'<font size="8" color="{_SOFT}">{_text(words)}</font>'


def _text(words: str) -> str:
    return escape(printable(words))


def _words(summary: Summary) -> Iterator[str]:
    yield from (summary.whose, summary.teller)
    for part in summary.parts:
        for line in part.lines:
            yield from (line.text, line.more)


def printable(words: str) -> str:
    """Return the words in letters that the font holds: by a plainer form where there is one, else as �."""
    known = _letters()
    return "".join(_plainer(letter, known) for letter in words if unicodedata.category(letter) not in {"Cf", "Mn"}
                   or ord(letter) in known)  # fmt: skip


def _plainer(letter: str, known: frozenset[int]) -> str:
    if ord(letter) in known or letter in "\n\t":
        return letter
    plain = unicodedata.normalize("NFKD", letter)
    return plain if all(ord(part) in known for part in plain) else _MISSING


@cache
def _letters() -> frozenset[int]:
    """The letters of the font, which is registered with the first look at them."""
    faces = [TTFont(name, str(opensans(weight).path)) for name, weight in ((_REGULAR, 400), (_BOLD, 600))]
    for face in faces:
        pdfmetrics.registerFont(face)
    return frozenset.intersection(*(frozenset(face.face.charToGlyph) for face in faces))


@cache
def _styles() -> dict[str, Any]:
    _letters()
    ink, soft = HexColor("#1d2526"), HexColor(_SOFT)

    def style(name: str, size: float, **more: Any) -> Any:
        plain = {"fontName": _REGULAR, "fontSize": size, "leading": size * 1.3, "textColor": ink}
        return ParagraphStyle(name, **{**plain, **more})

    return {
        "title": style("title", 15, fontName=_BOLD, spaceAfter=2),
        "heading": style("heading", 11, fontName=_BOLD, spaceBefore=10, spaceAfter=2),
        "line": style("line", 9.5, spaceBefore=1.5),
        "foot": style("foot", 7.5, textColor=soft, spaceBefore=10),
    }


def _foot(canvas: Any, sheet: Any) -> None:
    """The number of the page, at its foot."""
    canvas.saveState()
    canvas.setFont(_REGULAR, 8)
    canvas.drawRightString(sheet.pagesize[0] - sheet.rightMargin, sheet.bottomMargin / 2, str(sheet.page))
    canvas.restoreState()
