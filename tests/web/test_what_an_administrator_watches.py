"""The system page, the difference between two versions of an agent, and a version tried on a sample."""

from __future__ import annotations

import re
import uuid

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from advocate.configuration import agents
from tests.web.conftest import Visitor
from tests.web.looking import look
from tests.web.stack import Client, Stack

RULE = "A made-up rule of this test."


@pytest.fixture(scope="module")
def ada(stack: Stack) -> Client:
    """An administrator."""
    [(_, client)] = stack.accounts(**{f"ada{uuid.uuid4().hex[:6]}": "administrator"}).values()
    return client


def _version(number: int) -> str:
    described = agents()["patient-advocate"].model_dump(mode="json")
    described["memory_extraction_rules"]["never_keep"] = [RULE]
    text: str = yaml.safe_dump({**described, "version": number}, sort_keys=False, allow_unicode=True)
    return text


def test_the_system_page_tells_of_workers_failures_vectors_and_the_guard(stack: Stack, ada: Client) -> None:
    stack.patient().converse("I take lisinopril 10 mg once a day.")
    shown = " ".join(re.sub(r"<[^>]+>", " ", ada.get("/admin/system/").text).split())
    assert re.search(r"Workers that answer celery@\S+ ", shown)
    assert re.search(r"distilling: \d+, upkeep: \d+, taken: \d+", shown)
    assert "multilingual-e5-small" in shown
    assert len(re.findall(r"memory\.E\d+ [^.]+? holds", shown)) == 20
    assert "let each backup touch a file" in shown
    assert "lisinopril" not in shown


def test_a_version_is_tried_on_a_sample_published_and_compared(stack: Stack, ada: Client, chromium: Browser) -> None:
    newest = max(map(int, re.findall(r"patient-advocate (\d+)", ada.get("/admin/advocate/agentconfiguration/").text)))
    text, digests = _version(newest + 1), "SELECT count(*) FROM memory_record"
    before = _count(stack, digests)
    sample = "patient: I take lisinopril 10 mg once a day.\nadvocate: Noted.\npatient: Maybe I should stop metformin?"
    tried = ada.post("/admin/agents/try/", text=text, sample=sample)
    assert tried.status == 200
    assert "[MEDICATION" in tried.text
    assert "lisinopril 10 mg" in tried.text.split("It would note")[1].split("It would hold back")[0]
    assert _count(stack, digests) == before, "nothing is stored"
    assert f"patient-advocate {newest + 1}" not in ada.get("/admin/advocate/agentconfiguration/").text
    wrong = ada.post("/admin/agents/try/", text=text, sample="no speaker here")
    assert (wrong.status, "names no speaker" in wrong.text) == (400, True)
    assert "not YAML" in ada.post("/admin/agents/try/", text="name: [", sample=sample).text

    visitor = Visitor(chromium, stack)
    page = visitor.signed_in(ada.cookies)
    page.goto("/admin/advocate/agentconfiguration/add/")
    page.fill("#id_text", text)
    page.click("text=Try it on a sample first")
    assert RULE in page.input_value("#id_text"), "the text comes along"
    page.fill("#id_sample", sample)
    page.click("button:text-is('Try it')")
    assert "lisinopril 10 mg" in page.inner_text("#content")
    page.click("button:text-is('Publish this version')")
    page.click("text=Compare two versions")
    difference = page.locator("pre.difference")
    assert RULE in difference.locator("ins").all_inner_texts().__str__()
    assert f"version: {newest + 1}" in " ".join(difference.locator("ins").all_inner_texts())
    assert "persona" not in difference.inner_text(), "what is the same is left out"
    assert visitor.faults == []
    axe = Axe()
    paths = [
        "/admin/system/",
        "/admin/agents/compare/",
        "/admin/agents/try/",
        "/admin/advocate/agentconfiguration/add/",
    ]
    found = [fault for path in paths for fault in look(page, path, axe, name=f"ada-{path.strip('/').split('/')[-1]}")]
    visitor.context.close()
    assert found == []


def test_a_version_that_never_was_is_not_compared(ada: Client) -> None:
    assert ada.get("/admin/agents/compare/?old=1&new=99999").status == 404
    assert ada.get("/admin/agents/compare/?old=x").status == 404


def _count(stack: Stack, query: str) -> str:
    script = f"from tests.memory.rows import ask; print(ask({query!r}, using='owner'))"
    return stack.home.run("shell", "--verbosity", "0", "-c", script).stdout.strip()
