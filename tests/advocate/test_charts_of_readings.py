"""Charts of readings, drawn on the server: what is in the picture, and who gets it."""

from __future__ import annotations

import re
import uuid
from datetime import date, timedelta
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as XML

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from advocate.showing.charts import DARK, LIGHT, NARROW, WIDE, Palette, Shape, chart
from advocate.showing.readings import Measure, readings_shown
from memory import registry
from memory.door import Actor, silo
from memory.models import User
from memory.models.account import PATIENT
from tests.memory import rows

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
TODAY = date(2026, 9, 2)
SVG = "{http://www.w3.org/2000/svg}"


def _note(key: str, *values: tuple[date, str], **more: Any) -> list[uuid.UUID]:
    given: dict[str, Any] = {"attribute": "creatinine", "unit": "mg/dL", **more}
    with silo(key, by=rows.SOMEONE, why="test"):
        return [rows.note(key, f"{value}", value=value, fact_date=day, **given) for day, value in values]


def _measure(key: str) -> Measure:
    with silo(key, by=rows.SOMEONE, why="test"):
        [measure] = readings_shown(TODAY).measures
    return measure


def _picture(measure: Measure, palette: Palette = LIGHT, shape: Shape = WIDE) -> XML.Element:
    return XML.fromstring(chart(measure, palette, shape))


def _words(picture: XML.Element) -> list[str]:
    return [node.text or "" for node in picture.iter(f"{SVG}text")]


def _points(line: XML.Element) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", line.attrib["points"])]


def test_days_stand_at_their_real_distance_and_every_point_is_drawn(alice: str) -> None:
    _note(alice, (date(2026, 6, 1), "1.0"), (date(2026, 6, 11), "1.2"), (date(2026, 7, 11), "1.1"))
    picture = _picture(_measure(alice))
    [line] = picture.iter(f"{SVG}polyline")
    (x1, y1), (x2, y2), (x3, y3) = _points(line)
    assert x3 - x2 == pytest.approx(3 * (x2 - x1), rel=0.01)
    assert y1 < y3 < y2, "from below upwards, as the group is turned over"
    dots = [float(dot.attrib[at]) for dot in picture.iter(f"{SVG}circle") for at in ("cx", "cy")]
    assert dots == pytest.approx([x1, y1, x2, y2, x3, y3], abs=0.01)


@pytest.mark.parametrize("shape", [WIDE, NARROW])
@pytest.mark.parametrize("apart", [1, 9, 400])
def test_first_and_last_day_are_named_and_no_name_lies_on_another(alice: str, shape: Shape, apart: int) -> None:
    days = [TODAY - timedelta(days=apart * number) for number in range(13)]
    _note(alice, *((day, "1.1") for day in days))
    picture = _picture(_measure(alice), shape=shape)
    named = [node for node in picture.iter(f"{SVG}text") if node.attrib["text-anchor"] == "middle"]
    words = {node.text for node in named}
    assert {f"{days[0]:%-d %b %Y}", f"{days[-1]:%-d %b %Y}"} <= words
    around = sorted((float(n.attrib["x"]), len(n.text or "") * 13 * 0.6 / 2) for n in named)
    assert all(x + half < other - beside for (x, half), (other, beside) in pairwise(around))
    assert around[0][0] - around[0][1] > 0
    assert around[-1][0] + around[-1][1] < shape.width


def test_a_month_is_not_named_as_a_day(alice: str) -> None:
    _note(alice, (date(2026, 2, 1), "1.0"), date_precision="month")
    _note(alice, (date(2026, 8, 9), "1.2"))
    words = _words(_picture(_measure(alice)))
    assert {"Feb 2026", "9 Aug 2026"} <= set(words)
    assert "1 Feb 2026" not in words


def test_two_readings_of_one_day_name_it_once(alice: str) -> None:
    _note(alice, (TODAY, "1.0"), (TODAY, "1.4"))
    picture = _picture(_measure(alice))
    assert _words(picture).count("2 Sep 2026") == 1
    assert len({dot.attrib["cy"] for dot in picture.iter(f"{SVG}circle")}) == 2


def test_a_blood_pressure_is_two_lines_told_apart_without_colour(alice: str) -> None:
    pressure: dict[str, Any] = {"tag": "VITAL", "attribute": "blood pressure", "unit": ""}
    _note(alice, (date(2026, 6, 3), "148/92"), (date(2026, 8, 20), "134/84"), **pressure)
    for palette in (LIGHT, DARK):
        picture = _picture(_measure(alice), palette)
        upper, lower = picture.iter(f"{SVG}polyline")
        assert "stroke-dasharray" not in upper.attrib
        assert "stroke-dasharray" in lower.attrib
        assert {dot.attrib["fill"] for dot in picture.iter(f"{SVG}circle")} == {palette.accent, palette.paper}
        assert min(y for _, y in _points(upper)) > max(y for _, y in _points(lower))


def test_a_range_is_drawn_only_where_the_record_gives_one(alice: str) -> None:
    _note(alice, (date(2026, 6, 3), "1.4"), (date(2026, 8, 20), "1.2"))
    assert len(list(_picture(_measure(alice)).iter(f"{SVG}rect"))) == 2, "the clip and the paper"
    said = "keep the creatinine between 0.7 and 1.3 mg/dL"
    with silo(alice, by=rows.SOMEONE, why="test"):
        rows.note(alice, said, tag="DIRECTIVE", source="Dr. Osei", memory_key="directive:creatinine")
    picture = _picture(_measure(alice))
    [band] = [each for each in picture.iter(f"{SVG}rect") if each.get("fill") == LIGHT.accent_tint]
    [line] = picture.iter(f"{SVG}polyline")
    bottom, top = float(band.attrib["y"]), float(band.attrib["y"]) + float(band.attrib["height"])
    (_, above), (_, within) = _points(line)
    assert bottom < within < top < above


def test_one_reading_alone_has_no_chart(patient: tuple[str, Client]) -> None:
    key, client = patient
    [reading] = _note(key, (TODAY, "1.4"))
    assert b"<figure" not in client.get("/record/readings/").content
    assert client.get(f"/record/readings/{reading}.svg").status_code == 404


def test_words_of_the_record_are_no_markup(alice: str) -> None:
    _note(alice, (date(2026, 6, 3), "1"), (TODAY, "2"), attribute='<script>x</script>&"\x1b', unit="<b>")
    picture = _picture(_measure(alice))
    assert picture.findtext(f"{SVG}title") == '<script>x</script>&" <b>'
    assert {node.tag.removeprefix(SVG) for node in picture.iter()} <= {
        *("svg", "title", "desc", "clipPath", "rect", "g", "path", "text", "polyline", "circle")
    }


def test_it_scales_and_needs_no_style_that_the_policy_refuses(alice: str) -> None:
    _note(alice, (date(2026, 6, 3), "1.4"), (TODAY, "1.2"))
    for shape in (WIDE, NARROW):
        picture = _picture(_measure(alice), shape=shape)
        assert picture.attrib["viewBox"] == f"0 0 {shape.width} {shape.height}"
        assert [node.tag for node in picture.iter() if "style" in node.attrib] == []
        assert all("sans-serif" in node.attrib["font-family"] for node in picture.iter(f"{SVG}text"))


def test_its_colours_are_those_of_the_page() -> None:
    tokens = (settings.BASE_DIR / "static/css/tokens.css").read_text()
    light, dark = tokens.split("@media (prefers-color-scheme: dark)")
    for css, palette in ((light, LIGHT), (dark, DARK)):
        of_page = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", css))
        for name in Palette.__slots__:
            assert getattr(palette, name) == of_page[name.replace("_", "-")], name


@pytest.fixture
def patient(tester: Actor) -> tuple[str, Client]:
    """The key of a new record, and a browser of its person."""
    return _patient(tester)


def _patient(tester: Actor) -> tuple[str, Client]:
    user = User.objects.create_user(f"{uuid.uuid4().hex}@example.org", time_zone="UTC")
    user.take_role(PATIENT)
    client = Client(headers={"host": "127.0.0.1"})
    client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
    return registry.record_for(user.pk, agent="patient-advocate", time_zone="UTC", by=tester), client


def test_a_chart_is_its_owner_s_alone_and_stays_in_no_cache(patient: tuple[str, Client], tester: Actor) -> None:
    key, client = patient
    first, last = _note(key, (date(2026, 6, 3), "1.4"), (date(2026, 8, 20), "1.2"))
    page = client.get("/record/readings/").content.decode()
    assert f'src="/record/readings/{last}.svg?shape=narrow"' in page
    for reading in (first, last):
        answer = client.get(f"/record/readings/{reading}.svg")
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
        assert answer["Cache-Control"] == "no-store"
        assert XML.fromstring(answer.content).findtext(f"{SVG}title") == "Creatinine mg/dL"
    dark = client.get(f"/record/readings/{last}.svg?scheme=dark&shape=narrow").content.decode()
    assert DARK.accent in dark
    assert f'width="{NARROW.width}"' in dark
    _, other = _patient(tester)
    theirs, never = (other.get(f"/record/readings/{reading}.svg") for reading in (last, uuid.uuid4()))
    assert (theirs.status_code, never.status_code) == (404, 404)
    assert b"reatinine" not in theirs.content
    nobody = Client(headers={"host": "127.0.0.1"}).get(f"/record/readings/{last}.svg")
    assert nobody.status_code == 302


def test_two_readings_and_fifty_cost_the_same(patient: tuple[str, Client]) -> None:
    key, client = patient
    _, reading = _note(key, (date(2026, 6, 3), "1.4"), (date(2026, 8, 20), "1.2"))
    costs = []
    for more in (0, 48):
        _note(key, *((TODAY - timedelta(days=number), "1.3") for number in range(more)))
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/record/readings/{reading}.svg").content.count(b"<circle") == 2 + more
        costs.append(len(captured))
    assert costs[0] == costs[1]
