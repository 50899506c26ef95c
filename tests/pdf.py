"""PDF files made for tests: pages of text, a page that is a picture, one that is locked."""

from __future__ import annotations

import zlib
from io import BytesIO

from pypdf import PdfReader, PdfWriter


def with_text(*pages: str) -> bytes:
    """A PDF with these pages; a line of a page is a line of the PDF."""
    contents = []
    for page in pages:
        lines = "".join(f"({_escaped(line)}) Tj 0 -14 Td " for line in page.splitlines())
        contents.append((f"BT /F1 11 Tf 50 750 Td {lines}ET".encode("latin-1"), b"/Font << /F1 3 0 R >>"))
    return _file(contents)


def scanned() -> bytes:
    """A PDF with one page that is a picture."""
    return _file([(b"q 100 0 0 100 0 0 cm /Im0 Do Q", b"/XObject << /Im0 4 0 R >>")], picture=True)


def locked() -> bytes:
    """A PDF that opens with a password alone."""
    writer, out = PdfWriter(clone_from=PdfReader(BytesIO(with_text("secret")))), BytesIO()
    writer.encrypt("open sesame", algorithm="RC4-128")
    writer.write(out)
    return out.getvalue()


def _escaped(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(contents: list[tuple[bytes, bytes]], *, picture: bool = False) -> bytes:
    first = 5
    kids = b" ".join(b"%d 0 R" % (first + 2 * n) for n in range(len(contents)))
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [%b] /Count %d >>" % (kids, len(contents)),
        3: b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        4: _stream(
            b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
            b" /Filter /FlateDecode",
            zlib.compress(b"\x80"),
        ),
    }
    for n, (content, resources) in enumerate(contents):
        objects[first + 2 * n] = (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << %b >> /Contents %d 0 R >>"
            % (resources, first + 2 * n + 1)
        )
        objects[first + 2 * n + 1] = _stream(b"", content)
    out, places = BytesIO(), {}
    out.write(b"%PDF-1.4\n")
    for number, body in sorted(objects.items()):
        places[number] = out.tell()
        out.write(b"%d 0 obj\n%b\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for number in sorted(objects):
        out.write(b"%010d 00000 n \n" % places[number])
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def _stream(entries: bytes, content: bytes) -> bytes:
    return b"<< %b /Length %d >>\nstream\n%b\nendstream" % (entries, len(content), content)
