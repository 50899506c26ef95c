"""Files that people hand in: text and PDF are read page by page, everything else is refused with what to do."""

from __future__ import annotations

from datetime import date

import pytest

from advocate.papers import BYTES, pages_of
from memory.documents import PAGE_LIMIT, PAGES, DocumentError, paper
from tests import pdf

DAY = date(2026, 7, 3)


def test_a_pdf_is_read_page_by_page() -> None:
    found = pages_of(pdf.with_text("Lisinopril 10 mg once daily\nCreatinine 1.3 (high)", "Call Dr. Osei"))
    assert [page.splitlines() for page in found] == [
        ["Lisinopril 10 mg once daily", "Creatinine 1.3 (high)"],
        ["Call Dr. Osei"],
    ]


def test_a_text_is_read_page_by_page_and_keeps_its_letters() -> None:
    assert pages_of("\ufeffAlergia: penicilina 🙂\n\fPágina dos".encode()) == ["Alergia: penicilina 🙂\n", "Página dos"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (pdf.scanned(), "Page 1 is a picture: a scan cannot be read. Paste its text"),
        (pdf.locked(), "locked with a password"),
        (pdf.with_text("x")[:200], "may be damaged"),
        (b"%PDF-1.7\n" + b"\x00" * 500, "may be damaged"),
        (pdf.with_text(*["page"] * (PAGES + 1)), f"at most {PAGES}"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "Only text and PDF"),
        (b"a\x00b", "Only text and PDF"),
        (b"x" * (BYTES + 1), "larger than 5 MB"),
    ],
    ids=["scanned", "locked", "cut off", "empty", "too many pages", "picture", "binary", "too large"],
)
def test_what_cannot_be_read_is_refused_with_what_to_do(content: bytes, told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        pages_of(content)


@pytest.mark.parametrize(
    ("title", "pages", "told"),
    [
        ("  ", ["x"], "Give the document a name"),
        ("x" * 81, ["x"], "shorter name"),
        ("letter", [" ", "\n"], "no words in it"),
        ("letter", ["x"] * (PAGES + 1), "in parts"),
        ("letter", ["x" * (PAGE_LIMIT + 1)], "in parts"),
    ],
)
def test_a_document_that_cannot_be_kept_is_refused(title: str, pages: list[str], told: str) -> None:
    with pytest.raises(DocumentError, match=told):
        paper(title, DAY, pages)


def test_what_no_database_can_hold_is_left_out_and_nothing_else() -> None:
    assert paper(" discharge\n papers ", DAY, ["a\0b\ud800 🙂", ""]).pages == ("ab 🙂",)
