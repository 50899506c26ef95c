"""How people ask, suppose, deny and speak of someone else, as far as the gate reads it; engines read more finely."""

from __future__ import annotations

import re

from memory.vocabulary import Tag

# Someone else.
KIN_NAMED = {
    "mom": "mother",
    "mum": "mother",
    "madre": "mother",
    "dad": "father",
    "padre": "father",
    "hermana": "sister",
    "hermano": "brother",
    "hija": "daughter",
    "hijo": "son",
    "grandma": "grandmother",
    "grandpa": "grandfather",
}
NO_FAMILY = frozenset("friend neighbor neighbour roommate boss coworker colleague".split())
_FAMILY = "mother father sister brother son daughter husband wife partner aunt uncle cousin grandmother grandfather"
_KIN = "|".join([*_FAMILY.split(), *KIN_NAMED, *NO_FAMILY])
SOMEONE_ELSE = re.compile(
    rf"\b(?:my|mi) (?:\w+ )?(?P<who>{_KIN})(?:['’]s| also| has been| was| is| has| just)*"
    r" (?:takes?|taking|took|has|had|have|is|was|uses?|used|on|allergic|suffers|got|started|diagnosed)\b"
    r"(?! me\b)(?!.*\bI\b)",  # "my friend takes aspirin and I take metoprolol" speaks of oneself at the end
    re.IGNORECASE,
)
THIRD_PERSON_STATE = re.compile(
    r"\W*(?:and |but |so )?(?:s?he|they)(?:['’]s| is| has| takes| uses| had| was)\b"
    r"(?!(?: (?:just|also|now|since|already|finally|even))* (?:said|told|put|asked|me\b|raised|increased|lowered"
    r"|reduced|decreased|bumped|upped|doubled|halved|cut|changed|switched|brought|moved|prescribed|adjusted|dropped"
    r"|taken me|started me|stopped (?:me|my|the)))",
    re.IGNORECASE,
)
FIRST_PERSON_STATE = re.compile(
    r"\W*(?:and |but |so )?I(?:['’]m|['’]ve)?(?: am| have| had| was| also| now| still)*"
    r" (?:on|tak|took|us|allergic|diagnosed|feel)",
    re.IGNORECASE,
)
THIRD_PERSON = re.compile(r"\b(?:she|he|her|him|his|they|them)\b", re.IGNORECASE)
ABOUT_PEOPLE = frozenset({Tag.CARE_TEAM, Tag.CONTACT, Tag.SOCIAL, Tag.PREFERENCE, Tag.DIRECTIVE, Tag.INSURANCE})

# Where a sentence ends, where the part of it begins that a quote goes on with, and a quote with a subject of its own.
SENTENCE_END = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMs)(?<!\bMrs)[.!?]+\s+|\n")
CLAUSE_BEFORE = re.compile(r"[^.!?,;:\n]{0,40}\Z")
OWN_SUBJECT = re.compile(
    r"\W*(?:(?:and|but|so|also|well|now|then|no|yes|yeah|oh|um|uh|okay|because)\b\W*)*"
    r"(?:i|my|mi|we|s?he|it|they|the|dr|you|yo)\b",
    re.IGNORECASE,
)

# Asked, supposed, denied.
REQUEST = re.compile(
    r"\W*(?:can|could|would|will) you (?:please )?(?:note|remember|record|write|add|save|keep)\b", re.IGNORECASE
)
INTERROGATIVE = re.compile(
    r"(?!\W*(?:so |and |but )?what (?:i|we)(?:['’]\w+)? (?:\w+ ){0,6}?(?:is|was) )"  # "what we'll do is …" states
    r"\W*(?:so |and |but |or )?"
    r"(?:what|which|why|how|who|whose|when|where|should|shall|could|can|may|do|does|did|is|are|was|were|would|will|"
    r"have|has|am)\s+(?:i|you|it|my|the|we|he|she|they|there|this|that|much|many|often|about|if)\b",
    re.IGNORECASE,
)
ENDS_ASKING = re.compile(r"[^.!?\n]*\?")
ASKS_ON = re.compile(  # not: "I take 25 mg, right?", nor without the comma, as recognisers write it
    r"(?!\W*(?:okay|ok|right|alright|all right|correct)\W*\?)[^,;:.!?\n]{0,40}\?", re.IGNORECASE
)
SUPPOSED = re.compile(
    r"^\W*(?:what if|suppose|supposing|imagine)\b|"
    r"\b(?:thinking (?:about|of)|considering|i wonder|i wish|was wondering)\b",
    re.IGNORECASE,
)
IF_OR_MIGHT = re.compile(
    r"^\W*(?:and |but |so )?(?:if|unless|in case)\b|"
    r"\b(?:might|may|could) (?:start|take|try|need|have|be|switch|go)\b|\bwould (?:need|have) to\b",
    re.IGNORECASE,
)
CONDITIONAL = frozenset({Tag.DIRECTIVE, Tag.PREFERENCE, Tag.CONTACT})
NEGATIVE = re.compile(r"\b(?:not|no|never|none|cannot|without|nunca|sin|não|sem)\b|n['’]t\b", re.IGNORECASE)
# What a negative or an end rests on; and words that affirm, without one of these.
ENDS_OR_DENIES = re.compile(
    r"\b(?:not|no|none|never|nothing|neither|nor|cannot|without|nope|nah|nka|nkda|nkma|den(?:y|ies|ied)|negative"
    r"|avoid\w*|stop\w*|quit\w*|off|end(?:ed|s)?|discontinu\w*|finish\w*|complet\w*|done|ceas\w*|cancel\w*|drop\w*"
    r"|pull\w*|remov\w*|gave (?:it )?up|g[oe]t(?:ting)? (?:rid|away)|ran out|wean\w*|taper\w*|switch\w*|chang\w*"
    r"|swap\w*|replac\w*|instead|used to|wrong|mistake"
    r"|delet\w*|eras\w*|scratch|strike|cross|nunca|sin|ningun\w*|nada|dej[eéóo]\w*|suspend\w*"
    r"|quit[oóaé]\w*|par[eéóo]|cambi\w*|não|nenhum\w*|sem|parei)\b|n['’]t\b",
    re.IGNORECASE,
)
AFFIRMS = re.compile(
    r"\b(?:tak(?:e|es|ing|en)|took|on|us(?:e|es|ing|ed)|ha(?:ve|s|d)|got|start\w*|gave|given|give|am|is|are|was|allergic|tom[oóa]|tengo)\b"
    r"|['’](?:m|s|ve|re)\b",
    re.IGNORECASE,
)
_FEW_WORDS = r"(?:[ ](?:[^\s.;,!?]|(?<=\d)[.,](?=\d))+){0,8}"
DENIED = re.compile(
    r"(?:\b(?:not|never|no longer)|n['’]t)(?: (?:really|currently|even|actually|ever|been|a|an|any|to))*"
    rf" (?:take|takes|taking|took|taken|on|use|uses|using|used|have(?! to)|has|had|allergic|diagnosed)\b{_FEW_WORDS}"
    r"|\bno (?!i\b|it|we\b|you\b|s?he\b|they\b|my\b|the\b|that|this|no\b|not\b|longer|problem|more\b)"
    rf"[^\s.;,!?]+{_FEW_WORDS}",
    re.IGNORECASE,
)

# Of no lasting use.
GENERAL = re.compile(
    r"^(?!.*\b(?:i|my|me|we|our|he|she|his|her|mi|yo)\b)\W*(?:[\w-]+ ){1,4}(?:is|are|can) "
    r"(?:an?|used|known|usually|often|typically|generally|commonly|cause|lower|raise)\b",
    re.IGNORECASE,
)
PASSING = re.compile(
    r"\b(?:parking|stuck in traffic|running late)\b"
    r"|^\W*(?:thank you|thanks|good (?:morning|afternoon|evening|night)|goodbye|bye|hello|have a nice|how are you)\b",
    re.IGNORECASE,
)
REGIMEN_WORDS = frozenset(
    "twice once daily times time day every each at in the an and of for mg mcg bid tid per with".split()
)

# Words in which a record says how a thing stands; they carry no clinical content of their own.
RECORD_WORDS = frozenset(
    (
        "stopped started takes taking take does known allergy allergies allergic reaction longer medicines "
        "medications none denies history diagnosed with from since until planned instruction appointment visit "
        "called cancelled moved weight blood pressure daily twice once times every week month mother father prefers "
        "wants lives phone doctor over"
    ).split()
)
CODE = re.compile(r"[\w/.-]*[0-9][\w/-]*")  # a stretch with digits, whether or not it is a number
