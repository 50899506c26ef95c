"""Looking at a page as many see it: two widths, two colour schemes, with axe, and with pictures for those who look."""

from __future__ import annotations

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import PHONE, SHOTS, WIDE

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def look(page: Page, path: str, axe: Axe, name: str = "") -> list[str]:
    """What is wrong with a page at each width and in each colour scheme; a screenshot of each is kept."""
    page.goto(path)
    page.evaluate(axe.axe_script)
    SHOTS.mkdir(exist_ok=True)
    name = name.replace("/", "-") or page.title().split(" ·")[0].split(" of ")[0].replace(" ", "-").lower()
    found = []
    for size in (WIDE, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.screenshot(path=SHOTS / f"{name}-{size['width']}-{scheme}.png", full_page=True)
            told = page.evaluate("axe.run({resultTypes: ['violations']}).then(r => r.violations)")
            found += [f"{path} {size['width']} {scheme}: {v['id']} {v['nodes'][0]['html'][:160]}" for v in told]
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            found.append(f"{path} scrolls sideways at {size['width']}")
    return found
