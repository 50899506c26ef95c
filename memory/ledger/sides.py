"""Left and right: a correction of the side is of what was told of the other one."""

from __future__ import annotations

import re

from memory.drafts import Act, Draft

_OTHER = {
    "left": "right",
    "right": "left",
    "izquierda": "derecha",
    "derecha": "izquierda",
    "izquierdo": "derecho",
    "derecho": "izquierdo",
}


def of_the_other_side(draft: Draft, name: str) -> str:
    """What a thing is called on the side that a correction takes back: "left pain" for "right pain"."""
    wrong = draft.replaces.strip().lower()
    right = _OTHER.get(wrong) if draft.act is Act.CORRECT else None
    return re.sub(rf"\b{right}\b", wrong, name) if right else name
