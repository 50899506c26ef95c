"""Finding things in one's record: by meaning, in time, as charts, as it was, and the allergies in two clicks."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from advocate.showing.charts import NARROW, WIDE, Shape
from tests.web.conftest import Visitor
from tests.web.stack import Client, Stack


@pytest.fixture(scope="module")
def alice(stack: Stack) -> Client:
    """Somebody with readings, a range that a clinician gave, and a dose that changed."""
    client = stack.patient()
    client.converse(
        "I take metoprolol tartrate 25 mg twice daily.",
        "I am allergic to penicillin.",
        "My blood pressure was 148/92 on 3 June 2026.",
        "My potassium was 4.4 mmol/L on 3 June 2026.",
        "Dr. Osei said to keep my potassium between 3.5 and 5.0 mmol/L.",
        "My dog is called Bruno and he keeps me walking.",
    )
    client.converse(
        "My blood pressure was 134/84 on 20 August 2026.",
        "My potassium was 5.3 mmol/L on 20 August 2026.",
        "My metoprolol went up to 50 mg twice daily.",
    )
    return client


def test_a_search_finds_facts_and_words_by_meaning_and_stands_in_no_address(alice: Client, visitor: Visitor) -> None:
    page = visitor.signed_in(alice.cookies)
    page.goto("/record/")
    page.fill("#wanted", "heart medicine")
    page.press("#wanted", "Enter")
    page.wait_for_selector("#facts-title")
    assert "metoprolol" in page.inner_text("section[aria-labelledby=facts-title] li >> nth=0")
    assert "heart" not in page.url
    assert page.input_value("#wanted") == "heart medicine"
    page.goto("/conversations/")
    page.fill("#wanted", "Bruno")
    page.click("button:text-is('Search')")
    said = page.locator("section[aria-labelledby=said-title] li").first
    assert "he keeps me walking" in said.inner_text()
    said.locator("text=read the conversation").click()
    assert "Conversation of" in page.inner_text("h1")
    page.go_back()
    assert "he keeps me walking" in page.inner_text("section[aria-labelledby=said-title]"), "what was found is there"


def test_nobody_finds_what_is_another_person_s(alice: Client, stack: Stack) -> None:
    charlie = stack.patient()
    assert "speaks of this" in charlie.post("/search/", wanted="metoprolol").text, "without a record"
    charlie.converse("I take metformin 500 mg twice daily.")
    found = charlie.post("/search/", wanted="what do I take for my heart and Bruno").text
    assert "metoprolol" not in found
    assert "walking" not in found


def test_readings_are_drawn_beside_their_table(alice: Client, visitor: Visitor) -> None:
    page = visitor.signed_in(alice.cookies)
    page.goto("/record/readings/")
    rows = page.locator("#potassium-mmol-l tbody tr")
    assert [re.sub(r"\s+", " ", row) for row in rows.all_inner_texts()] == [
        "20 August 2026 5.3 mmol/L , Potassium of 20 August 2026 you",
        "3 June 2026 4.4 mmol/L , Potassium of 3 June 2026 you",
    ]
    assert "3.5 to 5.0, as given by Dr. Osei" in page.inner_text("#potassium-mmol-l figcaption")
    assert "upper number lower number" in page.inner_text("#blood-pressure figcaption")
    assert "as given by" not in page.inner_text("#blood-pressure"), "nobody gave a range"
    assert "5 readings" not in page.inner_text("main")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("() => document.querySelector('#blood-pressure img').currentSrc.endsWith('?scheme=dark')")
    _every_chart_is_there(page)
    label = page.get_attribute("#potassium-mmol-l img", "alt") or ""
    assert "2 readings: 4.4 mmol/L on 3 June 2026, and last 5.3 mmol/L on 20 August 2026" in label


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "shape"), [(320, NARROW), (1280, WIDE)])
def test_each_screen_gets_its_chart_in_its_colours(
    alice: Client, visitor: Visitor, stack: Stack, scheme: Literal["light", "dark"], width: int, shape: Shape
) -> None:
    page = visitor.signed_in(alice.cookies)
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    page.goto("/record/readings/")
    _every_chart_is_there(page)
    for section in ("#blood-pressure", "#potassium-mmol-l"):
        picture = page.locator(f"{section} img")
        address, natural = picture.evaluate("img => [img.currentSrc, img.naturalWidth]")
        assert natural == shape.width
        shown = picture.bounding_box()
        assert shown is not None
        assert 0.9 < shown["width"] / shape.width < 1.4, "its letters are of a size to be read"
        paper = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()")
        assert f'fill="{paper}"' in alice.get(address.removeprefix(stack.address)).text


def _every_chart_is_there(page: Page) -> None:
    for picture in page.locator(".chart img").all():
        picture.scroll_into_view_if_needed()
    page.wait_for_function(
        "() => [...document.querySelectorAll('.chart img')].every(img => img.complete && img.naturalWidth)"
    )


def test_without_javascript_there_are_charts_and_tables(alice: Client, stack: Stack, chromium: Browser) -> None:
    visitor = Visitor(chromium, stack, java_script_enabled=False)
    page = visitor.signed_in(alice.cookies)
    drawn: list[int] = []
    chart = re.compile(r"/record/readings/[0-9a-f-]{36}\.svg")
    page.on("response", lambda answer: drawn.append(answer.status) if chart.search(answer.url) else None)
    page.goto("/record/readings/", wait_until="networkidle")
    assert "148/92" in page.inner_text("#blood-pressure table")
    assert page.locator(".chart img:visible").count() == 2
    assert drawn == [200, 200]
    visitor.context.close()


def test_the_timeline_holds_everything_and_is_narrowed_to_a_kind(alice: Client) -> None:
    everything = alice.get("/record/timeline/").text
    for words in ("metoprolol tartrate 25 mg", "replaced: it was so then", "50 mg", "penicillin", ">Conversation<"):
        assert words in everything
    assert everything.index("August 2026</h2>") < everything.index("June 2026</h2>")
    drugs = alice.get("/record/timeline/?kind=medication").text
    assert "metoprolol" in drugs
    assert "penicillin" not in drugs
    for wrong in ("?page=0", "?page=99999999", "?page=x", "?kind=%00", "?kind=nothing&page=7"):
        assert alice.get(f"/record/timeline/{wrong}").status == 200


def test_the_record_as_it_was_on_a_day(alice: Client, stack: Stack) -> None:
    page = alice.get("/record/on/?day=2026-07-01&by=valid").text
    since, _, then = page.partition("</details>")
    assert "As it was on 1 July 2026" in page
    assert "148/92" in then
    assert "134/84" not in then
    assert "134/84" in since, "it came later"
    assert "Nothing stood in your record" in alice.get("/record/on/?day=2020-01-01&by=recorded").text
    for wrong in ("day=2999-01-01&by=valid", "day=x&by=valid", "day=2026-07-01&by=else", "day="):
        assert alice.get(f"/record/on/?{wrong}").status == 400


@pytest.mark.parametrize("start", ["/", "/conversations/", "/settings/", "/record/readings/", "/documents/new/"])
def test_two_clicks_from_anywhere_to_the_allergies(alice: Client, visitor: Visitor, start: str) -> None:
    page = visitor.signed_in(alice.cookies)
    page.goto(start)
    page.click("nav >> text=My record")
    page.click("nav >> text=Allergies")
    assert "penicillin" in page.inner_text("#allergies")
    assert page.locator("#allergies").bounding_box()["y"] < 100  # type: ignore[index]
