"""The pages of a file that somebody hands in: plain text, or a PDF that holds text."""

from __future__ import annotations

from io import BytesIO

from pypdf import PageObject, PdfReader
from pypdf.errors import PyPdfError

from memory.documents import PAGES, DocumentError

BYTES = 5 * 1024 * 1024
_SCANNED = (
    "Page {number} is a picture: a scan cannot be read. Paste its text instead, or hand in a PDF that holds text."
)
_DAMAGED = "This PDF cannot be opened: it may be damaged. Save it again, or paste its text instead."


def pages_of(content: bytes) -> list[str]:
    """Return the text of each page. Raises DocumentError, which says what to do instead."""
    if len(content) > BYTES:
        raise DocumentError(f"The file is larger than {BYTES // 1024 // 1024} MB: hand it in in parts.")
    if content.lstrip()[:5] == b"%PDF-":
        return _of_pdf(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError("Only text and PDF files are read. Paste the text of the document instead.") from None
    if "\0" in text:
        raise DocumentError("Only text and PDF files are read. Paste the text of the document instead.")
    return text.split("\f")


def _of_pdf(content: bytes) -> list[str]:
    try:
        reader = PdfReader(BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise DocumentError("This PDF is locked with a password: save it without one, or paste its text instead.")
        if len(reader.pages) > PAGES:
            raise DocumentError(f"It has {len(reader.pages)} pages, at most {PAGES} are read: hand it in in parts.")
        return [_text(page, number) for number, page in enumerate(reader.pages, 1)]
    except DocumentError:
        raise
    except (PyPdfError, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise DocumentError(_DAMAGED) from None  # the library meets damage with many kinds of errors
    except NotImplementedError:
        raise DocumentError("This PDF is written in a way that is not read here: paste its text instead.") from None


def _text(page: PageObject, number: int) -> str:
    text = page.extract_text()
    if not text.strip() and len(page.images):
        raise DocumentError(_SCANNED.format(number=number))
    return text
