"""`DELETE /memory`, forgetting one fact, and closing the account: only just confirmed, only once."""

from __future__ import annotations

import uuid

from tests.web.stack import Client, Stack


def test_delete_memory_erases_after_a_recent_password_and_says_what_to_do_until_then(stack: Stack) -> None:
    client = stack.patient()
    client.post("/", message="I take metformin 500 mg twice daily.")
    unsure = client.ask("DELETE", "/memory")
    assert (unsure.status, unsure.json["where"]) == (403, "/accounts/reauthenticate/")
    client.confirm()
    bare = client.ask("DELETE", "/memory", token=False)
    assert bare.status == 403
    assert "X-CSRFToken" in bare.json["todo"]
    done = client.ask("DELETE", "/memory")
    assert done.status == 200
    assert done.json["receipt"]["counts"]["adk_session_events"] == 2
    assert "metformin" not in done.text
    assert client.ask("DELETE", "/memory").status == 404
    assert client.turns() == []


def test_delete_memory_without_signing_in(stack: Stack) -> None:
    stranger = Client(stack.port)
    for token in (True, False):
        answer = stranger.ask("DELETE", "/memory", token=token)
        assert (answer.status, answer.json["where"]) == (401, "/accounts/login/")
    other = stranger.get("/memory")
    assert (other.status, other.headers["allow"]) == (405, "DELETE")


def test_forgetting_a_fact_says_first_what_goes_and_takes_its_words(stack: Stack) -> None:
    client = stack.patient()
    session = client.converse("I take metformin 500 mg twice daily.", "I am allergic to penicillin.")
    facts = {f["about"]: f["id"] for f in client.get(f"/conversations/{session}/progress/").json["remembered"]}
    metformin = facts["metformin 500 mg twice daily"]
    client.confirm()
    page = client.get(f"/record/facts/{metformin}/forget/").text
    assert "cannot be undone" in page
    assert "metformin" in client.get("/record/").text, "looking forgets nothing"
    assert client.post(f"/record/facts/{metformin}/forget/").where == "/record/"
    assert client.get(f"/record/facts/{metformin}/").status == 404
    assert client.post(f"/record/facts/{metformin}/forget/").status == 404
    for path in ("/record/", f"/conversations/{session}/"):
        page = client.get(path).text
        assert "metformin" not in page
        assert "penicillin" in page
    assert "a sentence was removed" in client.get(f"/conversations/{session}/").text


def test_a_mistyped_confirmation_erases_nothing(stack: Stack) -> None:
    client = stack.patient()
    client.post("/", message="I take metformin 500 mg twice daily.")
    client.confirm()
    assert "<td>" in client.get("/record/erase/").text
    answer = client.post("/record/erase/", confirmation="erase nothing")
    assert answer.status == 400
    assert "Nothing was erased" in answer.text
    assert len(client.turns()) == 2


def test_the_account_can_be_closed_when_its_record_is_gone(stack: Stack) -> None:
    name = f"leaving{uuid.uuid4().hex[:6]}"
    account, client = stack.accounts(**{name: "patient"})[name]
    client.post("/", message="Hello.")
    client.confirm()
    assert client.post("/settings/close/").where == "/record/erase/", "not while there is a record"
    assert client.post("/record/erase/", confirmation="Erase everything").where == "/record/erased/"
    receipt = client.get("/record/erased/").text
    assert "Everything was erased" in receipt
    assert "Close the account" in receipt
    assert client.post("/settings/close/").status == 200
    assert client.get("/record/").where == "/accounts/login/"
    script = f"from memory.models import User; print(User.objects.filter(pk={account}).count())"
    assert stack.home.run("shell", "--verbosity", "0", "-c", script).stdout.strip() == "0"


def test_no_word_of_a_person_stands_in_a_log_or_a_browser_session(stack: Stack) -> None:
    client = stack.patient()
    client.converse("I take metformin 500 mg twice daily.")
    client.post("/", message="metformin " * 500)
    client.post("/", message="Please break the metformin.")
    for log in (stack.home.var / "tests.log", *(stack.home.var / "log").glob("*.log")):
        assert b"metformin" not in log.read_bytes(), log
    script = (
        "from django.contrib.sessions.models import Session\n"
        "print([kept.get_decoded() for kept in Session.objects.all()])"
    )
    kept = stack.home.run("shell", "--verbosity", "0", "-c", script).stdout
    assert "_auth_user_id" in kept
    assert "metformin" not in kept


def test_a_server_error_shows_no_words(stack: Stack) -> None:
    client = stack.patient()
    answer = client.post("/", message="\ud800 lone surrogate".encode("utf-8", "surrogatepass").decode("latin1"))
    assert answer.status in {302, 400}
    assert "Traceback" not in answer.text
