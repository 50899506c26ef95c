"""The made table of drug names: what it adds to the lists by hand, and that ordinary talk names none of it."""

from __future__ import annotations

import pytest

from advocate.engines.local.lexicon import find_drugs
from advocate.engines.local.lexicon.loading import TABLE, lexicon, lexicon_by_hand
from advocate.engines.local.lexicon.make_drug_table import base_of, substances, table, vocabulary
from advocate.engines.local.lexicon.spelling import misspelt_drug

_REGISTER = """Name\tTYPE\tUNII\tDisplay Name
FROXAMIDE [ORANGE BOOK]\tcn\tA1\tFROXAMIDE MESYLATE
FROXAMIDE\tof\tA1\tFROXAMIDE MESYLATE
FROXIL\tbn\tA1\tFROXAMIDE MESYLATE
RELIEF\tbn\tA1\tFROXAMIDE MESYLATE
2-(4-AMINOPHENYL)FROXANE\tsys\tA1\tFROXAMIDE MESYLATE
DIFROX COMPONENT FROXAMIDE\tcn\tA1\tFROXAMIDE MESYLATE
DIFROX COMPONENT LISINOPRIL\tcn\tB2\tLISINOPRIL
HALFROX COMPONENT FROXAMIDE\tcn\tA1\tFROXAMIDE MESYLATE
HALFROX COMPONENT STARCH\tcn\tC3\tSTARCH
LISINOPRIL [ORANGE BOOK]\tcn\tB2\tLISINOPRIL
TWICEMEANT\tbn\tA1\tFROXAMIDE MESYLATE
TWICEMEANT\tbn\tB2\tLISINOPRIL
STARCHINE\tcn\tC3\tSTARCH
"""


def _made() -> dict[str, list[str]]:
    found, brands = substances(_REGISTER.splitlines())
    known = vocabulary([{"UNII": "A1", "Common name": "Froxamide", "Synonyms": "Froxamida | Froxamidum"}])
    return table(found, brands, known, lexicon_by_hand(), lambda word: 5.0 if word == "relief" else 0.0)


def test_a_drug_has_the_names_that_a_person_could_say() -> None:
    """No chemistry, no Latin, no everyday word, nothing that means two things, nothing of what is no medicine."""
    assert _made() == {
        "froxamide": ["froxamida", "froxamide", "froxil"],
        "froxamide+lisinopril": ["difrox"],
    }


@pytest.mark.parametrize(
    ("name", "base"),
    [("METOPROLOL TARTRATE", "metoprolol"), ("AMIVANTAMAB-VMJW", "amivantamab"), ("WATER", ""), ("LITHIUM", "lithium")],
)
def test_a_salt_is_not_the_drug(name: str, base: str) -> None:
    assert base_of(name.lower()) == base


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("osimertinib", "osimertinib"),
        ("Tagrisso", "osimertinib"),
        ("Trikafta", "elexacaftor+ivacaftor+tezacaftor"),
        ("efavirenz", "efavirenz"),
        ("Doliprane", "acetaminophen"),
        ("Roactemra", "tocilizumab"),
    ],
)
def test_less_common_drugs_are_known_by_generic_and_brand(said: str, name: str) -> None:
    assert [drug.name for drug in find_drugs(f"I take {said} now")] == [name]


def test_the_lists_by_hand_come_first_and_the_table_adds_to_them() -> None:
    by_hand, both = lexicon_by_hand(), lexicon()
    assert both.drugs.items() >= by_hand.drugs.items()
    assert len(both.drugs) > 3 * len(by_hand.drugs)


def test_a_long_name_of_the_table_may_be_misspelt_by_one_letter() -> None:
    assert misspelt_drug("osimertinab") == "osimertinib"
    assert misspelt_drug("osimertib") is None


@pytest.mark.parametrize(
    "said",
    [
        "We had a lovely day at the sea, then a coffee with Amanda and her senior art group.",
        "The choice was simple: success takes time, and justice more.",
        "Water the plants, feed the cat, and call Camila about the concert tickets today.",
        "He drives a Legend and works in the steel sector in Reno.",
        "Ella y yo fuimos al cine con Nikita; la sonata era muy bonita.",
    ],
)
def test_ordinary_talk_names_no_drug(said: str) -> None:
    assert find_drugs(said) == []


def test_the_table_is_written_as_it_is_read() -> None:
    lines = [line for line in TABLE.read_text(encoding="ascii").splitlines() if not line.startswith("#")]
    assert lines == sorted(lines, key=lambda line: line.partition(": ")[0])
    assert all(line == line.lower() and ": " in line for line in lines)
