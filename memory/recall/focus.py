"""What a question turns on: its main clauses, apart from what is only told beside them.

"What was my B12, with all this metformin?" asks for B12 alone; "What was I on before the torsemide?" names nothing but
in its aside, and then that is what it asks about.
"""

from __future__ import annotations

import re

_SENTENCE = re.compile(
    r"(?<=[.?!;…])(?<!\bdr\.)(?<!\bdra\.)(?<!\bmr\.)(?<!\bmrs\.)(?<!\bms\.)(?<!\bst\.)\s+|\n+", re.IGNORECASE
)
_ASKS = re.compile(
    r"\A\W*(?:(?:and|so|but|ok|okay|well|uh|um|hey|hi|y|e|pero|please|then|also|or)\b\W*)*"
    r"(?:what|which|who|whose|whom|when|where|why|how|is|isn't|are|aren't|am|was|wasn't|were|weren't|do|does|did|didn't"
    r"|doesn't|don't|has|hasn't|have|haven't|had|can|could|should|shall|will|would|may|must|any|list|show|tell|give"
    r"|remind|read|qué|que|cuál|cual|cuáles|quién|quien|cuándo|cuando|dónde|donde|cómo|como|cuánto|cuanto"
    r"|cuánta|cuántos"
    r"|cuántas|por qué|dime|puedo|debo|tengo|estoy)\b",
    re.IGNORECASE,
)
# Where an aside begins: after a comma, or before the one to which it is told.
_ASIDE = re.compile(
    r",\s+(?=(?:with|when|since|because|while|after|before|now that|if|where|as|given|though|although|even|so|but|i|my"
    r"|they|we|he|she|it|that|thanks|please|con|cuando|porque|desde|ya que|si|pero)\b)"
    r"|\s(?=(?:because|since|while|before(?! or\b)|(?<!looks )(?<!look )(?<!or )after|now that|so that"
    r"|in case|given that|even though|antes de|después de"
    r"|desde que|porque|mientras)\b)"
    r"|\s(?=(?:when|cuando)\s+(?:i|he|she|they|we|you|my|her|his|the|me|mi|ella|él)\b)",
    re.IGNORECASE,
)
_BEGINS_ASIDE = re.compile(
    r"\A\W*(?:with|since|because|while|before|after|now that|so that|in case|given|though|although|even though|as|if"
    r"|so|but|antes de|después de|desde que|porque|mientras|ya que|si"
    r"|(?:when|cuando)\s+(?:i|he|she|they|we|you|my|her|his|the|me|mi|ella|él)\b"
    r"|(?:i|my|they|we|he|she|it|that|where|thanks|please|pero)\b)\b",
    re.IGNORECASE,
)


def main_clause(question: str) -> str:
    """Return the part of a question that asks; all of it where nothing is told beside it."""
    sentences = [part for part in _SENTENCE.split(question) if part.strip()]
    asking = [part for part in sentences if part.rstrip(" \"”’')").endswith("?") or _ASKS.match(part)] or sentences
    return " ".join(clause for part in asking for clause in _clauses(part))


def _clauses(sentence: str) -> list[str]:
    parts = [part for part in _ASIDE.split(sentence) if part.strip()]
    return [part for at, part in enumerate(parts) if not _BEGINS_ASIDE.match(part) or (at == 0 and len(parts) == 1)]
