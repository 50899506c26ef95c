"""What is said in Spanish or Portuguese stays so, with the addresses, values and days that English would have."""

from __future__ import annotations

import pytest

from memory.drafts import Act, Draft, Tense
from memory.gate import Held, judge
from memory.vocabulary import Tag
from tests.advocate.spoken import heard, only, transcript

DAY = "2026-10-01"  # a Thursday


def kept(words: str) -> list[Draft]:
    """The drafts of one turn that the gate lets pass."""
    said = transcript(words, day=DAY)
    return [draft for draft in heard(words, day=DAY) if not isinstance(judge(draft, said), Held)]


@pytest.mark.parametrize(
    ("words", "key", "text", "often"),
    [
        (
            "Tomo metformina de 500 mg dos veces al día",
            "metformin",
            "metformina de 500 mg 2 veces al día",
            "twice daily",
        ),
        ("Estoy tomando losartán 50 mg una vez al día", "losartan", "losartán 50 mg 1 vez al día", "once daily"),
        ("Me recetaron amlodipino de 5 mg por la noche", "amlodipine", "amlodipino de 5 mg por la noche", "at bedtime"),
        ("Uso insulina glargina, 18 unidades", "insulin-glargine", "insulina glargina 18 units", None),
        (
            "Eu tomo metformina de 850 mg duas vezes ao dia",
            "metformin",
            "metformina de 850 mg 2 vezes ao dia",
            "twice daily",
        ),
    ],
)
def test_a_medicine_is_kept_in_its_language(words: str, key: str, text: str, often: str | None) -> None:
    [draft] = kept(words)
    assert (draft.memory_key, draft.text, draft.value.frequency) == (f"medication:{key}", text, often)


@pytest.mark.parametrize(
    ("words", "key", "act", "tense", "day"),
    [
        ("Dejé de tomar la aspirina hace dos semanas", "aspirin", Act.STOP, Tense.NOW, "2026-09-17"),
        ("Ya no tomo ibuprofeno", "ibuprofen", Act.STOP, Tense.NOW, None),
        ("Parei de tomar o losartana na semana passada", "losartan", Act.STOP, Tense.NOW, "2026-09-21"),
        (
            "El doctor Ramírez me subió la metformina a 1000 mg el 3 de julio",
            "metformin",
            Act.CHANGE,
            Tense.NOW,
            "2026-07-03",
        ),
        ("Ayer empecé a tomar omeprazol 20 mg", "omeprazole", Act.CHANGE, Tense.NOW, "2026-09-30"),
        ("A partir del lunes voy a tomar atorvastatina 40 mg", "atorvastatin", Act.CHANGE, Tense.PLANNED, "2026-10-05"),
    ],
)
def test_a_change_has_its_act_and_its_day(words: str, key: str, act: Act, tense: Tense, day: str | None) -> None:
    [draft] = kept(words)
    assert (draft.memory_key, draft.act, draft.tense) == (f"medication:{key}", act, tense)
    assert (str(draft.date) if draft.date else None) == day


def test_a_switch_ends_the_one_and_begins_the_other() -> None:
    ended, begun = kept("La doctora Pérez me cambió el enalapril por losartán 50 mg")
    assert (ended.text, ended.act, ended.memory_key) == ("cambió el enalapril", Act.STOP, "medication:enalapril")
    assert (begun.text, begun.source, begun.memory_key) == ("losartán 50 mg", "Dra. Pérez", "medication:losartan")


@pytest.mark.parametrize(
    ("words", "key", "text"),
    [
        ("Soy alérgica a la penicilina", "penicillin", "alérgica a la penicilina"),
        ("Tengo alergia a los mariscos", "shellfish", "alergia a los mariscos"),
        ("La penicilina me da ronchas", "penicillin", "penicilina me da ronchas"),
        ("Sou alérgica à penicilina", "penicillin", "alérgica à penicilina"),
        ("No soy alérgica a nada", "*", "No soy alérgica a nada"),
        ("No tengo alergias", "*", "No tengo alergias"),
    ],
)
def test_an_allergy_and_its_denial(words: str, key: str, text: str) -> None:
    [draft] = kept(words)
    assert (draft.tag, draft.memory_key, draft.text) == (Tag.ALLERGY, f"allergy:{key}", text)
    assert draft.negated == (key == "*")


def test_each_of_two_allergies_has_its_own_article() -> None:
    assert [d.text for d in kept("Soy alérgico a las sulfas y al látex")] == [
        "alérgico a las sulfas",
        "alérgico al látex",
    ]


@pytest.mark.parametrize(
    ("words", "measure", "text", "value", "day"),
    [
        ("Mi creatinina salió en 1,4", "creatinine", "creatinina 1,4", "1.4", None),
        (
            "La hemoglobina glicosilada fue 7,2 el 12 de agosto",
            "A1c",
            "hemoglobina glicosilada 7,2",
            "7.2",
            "2026-08-12",
        ),
        ("Mi presión estaba en 140 sobre 90 esta mañana", "blood pressure", "presión 140/90", "140/90", "2026-10-01"),
        ("Ayer el azúcar me salió en 180", "glucose", "azúcar 180", "180", "2026-09-30"),
        ("Hace tres meses mi TSH fue de 4,5", "TSH", "TSH 4,5", "4.5", "2026-07"),
        ("El colesterol me salió en 210 la semana pasada", "cholesterol", "colesterol 210", "210", "2026-09-21"),
        ("Minha creatinina deu 1,3 ontem", "creatinine", "creatinina 1,3", "1.3", "2026-09-30"),
        ("Minha pressão estava 150 por 90", "blood pressure", "pressão 150/90", "150/90", None),
    ],
)
def test_a_reading_with_a_decimal_comma(words: str, measure: str, text: str, value: str, day: str | None) -> None:
    [draft] = kept(words)
    assert (draft.attribute, draft.text, draft.value.value) == (measure, text, value)
    assert (str(draft.date) if draft.date else None) == day


def test_in_spanish_no_denies_the_number_that_follows() -> None:
    draft = only("Mi potasio era 5,1, no 5,6", day=DAY)
    assert (draft.act, draft.value.value) == (Act.CORRECT, "5.1")
