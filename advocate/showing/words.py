"""Plain words for what the record spells as tags, states and sources."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from memory.dates import PartialDate
from memory.recollection import FactView
from memory.vocabulary import Retired, SessionState, Speaker, Status, Tag

# Heading of the list, and what one of them is called; in the order in which a person would look.
KINDS: dict[Tag, tuple[str, str]] = {
    Tag.ALLERGY: ("Allergies", "Allergy"),
    Tag.MEDICATION: ("Medicines", "Medicine"),
    Tag.DIRECTIVE: ("Instructions from your clinicians", "Instruction"),
    Tag.CONDITION: ("Conditions", "Condition"),
    Tag.SYMPTOM: ("Symptoms", "Symptom"),
    Tag.VITAL: ("Readings", "Reading"),
    Tag.LAB: ("Laboratory results", "Laboratory result"),
    Tag.APPOINTMENT: ("Appointments", "Appointment"),
    Tag.PROCEDURE: ("Procedures", "Procedure"),
    Tag.IMMUNIZATION: ("Immunisations", "Immunisation"),
    Tag.FAMILY_HISTORY: ("Family history", "Family history"),
    Tag.CARE_TEAM: ("Care team", "Care team"),
    Tag.CONTACT: ("Contacts", "Contact"),
    Tag.INSURANCE: ("Insurance", "Insurance"),
    Tag.PREFERENCE: ("What you prefer", "Preference"),
    Tag.SOCIAL: ("Life and home", "Life and home"),
    Tag.FACT: ("Other", "Other"),
    Tag.EPISODE: ("Summaries of conversations", "Summary of a conversation"),
}

# The steps that a closed conversation goes through, as its progress tells them.
STATES: dict[SessionState, str] = {
    SessionState.OPEN: "This conversation is still open.",
    SessionState.CLOSING: "The conversation has ended. It waits to be read.",
    SessionState.QUEUED: "It is in the queue to be read.",
    SessionState.RUNNING: "It is being read, and what matters is written to your record.",
    SessionState.RETRYING: "Reading it did not work yet. It will be tried again by itself; nothing is lost.",
    SessionState.DONE: "It was read, and your record is up to date.",
    SessionState.NOTHING_FOUND: "It was read. Nothing in it belonged in your record.",
    SessionState.FAILED: "Reading it failed. The conversation is kept; you can try again.",
}
# The same of a document that was handed in.
DOCUMENT_STATES: dict[SessionState, str] = {
    **STATES,
    SessionState.CLOSING: "The document is kept. It waits to be read.",
    SessionState.NOTHING_FOUND: "It was read. Nothing in it was understood as a fact for your record.",
    SessionState.FAILED: "Reading it failed. The document is kept; you can try again.",
}


def day(value: date) -> str:
    """Return "28 September 2026"."""
    return f"{value.day} {value:%B %Y}"


def moment(value: datetime, zone: str) -> str:
    """Return "28 September 2026, 14:05" where the person was."""
    local = value.astimezone(ZoneInfo(zone))
    return f"{day(local.date())}, {local:%H:%M}"


def when(value: PartialDate | None) -> str:
    """Return a date as precisely as it is known; "" where there is none."""
    if value is None:
        return ""
    if value.precision == "year":
        return f"{value.first:%Y}"
    return f"{value.first:%B %Y}" if value.precision == "month" else day(value.first)


def who(source: str) -> str:
    """Return whose statement it is, from where the person sits."""
    return "you" if source == "patient" else source


def speaker(value: str) -> str:
    """Return how a turn's speaker is called on the page."""
    return {Speaker.PATIENT: "You", Speaker.ADVOCATE: "Your advocate"}.get(Speaker(value), value.capitalize())


def standing(fact: FactView) -> str:
    """Return how a row stands, in a few words."""
    if fact.contested:
        return "in question"
    if fact.status is Status.SUPERSEDED:
        return "corrected: it was not so" if fact.retired_why is Retired.CORRECTED else "replaced: it was so then"
    return {
        Status.ACTIVE: "holds now",
        Status.HISTORICAL: "in the past",
        Status.PLANNED: "planned",
        Status.RETRACTED: "withdrawn",
    }[fact.status]
