"""What forgetting a fact, or erasing a record, would take: said before it is done, and done by nothing here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Func, Model

from memory import erasure
from memory.door import Actor, silo
from memory.models import Fact, Turn
from memory.operations.listing import open_record
from memory.reading import fact_view
from memory.recollection import FactView


@dataclass(frozen=True, slots=True)
class Effect:
    """What would go: facts, rows by table, and how many turns would lose a sentence."""

    facts: tuple[FactView, ...]
    rows: dict[str, int]
    turns: int


class _TakenBack(Exception):
    """Leaves the silo so that everything done in it is rolled back."""

    def __init__(self, effect: Effect) -> None:
        super().__init__()
        self.effect = effect


def silo_models() -> list[type[Model]]:
    """Return the models of all silo tables."""
    models = apps.get_app_config("memory").get_models()
    return [model for model in models if any(field.name == "user_key" for field in model._meta.get_fields())]


def fact_ids(user_key: str, *, by: Actor) -> list[UUID]:
    """Return the ids of a record's facts. Raises NoSuchRecord."""
    with silo(user_key, by=by, why="find a fact by its id"):
        open_record(user_key, by=by, what="ids")
        return list(Fact.objects.values_list("id", flat=True))


def forgetting(user_key: str, fact: UUID, *, by: Actor) -> Effect:
    """Return what forgetting the fact would take: it is forgotten, looked at and taken back in one transaction.

    Raises NothingToErase.
    """
    try:
        with silo(user_key, by=by, why="rehearse: forget one fact"):
            facts = {row.id: fact_view(row) for row in Fact.objects.defer("embedding")}
            rows, turns = _counts(silo_models()), _turns()
            erasure.forget(user_key, fact, by=by)
            left, turns_left = _counts(silo_models()), _turns()
            gone = facts.keys() - set(Fact.objects.values_list("id", flat=True))
            raise _TakenBack(
                Effect(
                    facts=tuple(view for id, view in facts.items() if id in gone),
                    rows={table: n - left[table] for table, n in rows.items() if n > left[table]},
                    turns=sum(turns[id] != digest for id, digest in turns_left.items()),
                )
            )
    except _TakenBack as taken_back:
        return taken_back.effect


def erasing(user_key: str, *, by: Actor) -> Effect:
    """Return what erasing the record would take. Raises NoSuchRecord."""
    with silo(user_key, by=by, why="rehearse: erase the record"):
        open_record(user_key, by=by, what="counts")
        return Effect(facts=(), rows={table: n for table, n in _counts(silo_models()).items() if n}, turns=0)


def _counts(models: Iterable[type[Model]]) -> dict[str, int]:
    return {model._meta.db_table: model._default_manager.count() for model in models}


def _turns() -> dict[UUID, Any]:
    return dict(Turn.objects.annotate(digest=Func("text", function="md5")).values_list("id", "digest"))
