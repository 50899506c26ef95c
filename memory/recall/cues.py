"""The words by which a question shows what kind of thing it asks for, of which time, of whom, and in which way."""

from __future__ import annotations

import re

from memory.vocabulary import Speaker, Tag


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


KINDS: dict[Tag, re.Pattern[str]] = {
    Tag.MEDICATION: _cue(
        r"medicines?|medications?|meds?|drugs?|pills?|tablets?|capsules?|prescri\w+|tak(?:e|es|ing|en)|took"
        r"|dos(?:e|es|ages?)"
        r"|(?:am|was|are) (?:i|you) (?:still )?on|i(?:'m| am| was) on|(?:how many|many) units|medicinas?|medicamentos?"
        r"|pastillas?|tom(?:o|aba|ar|é|as)|dosis|unidades|receta\w*|remédios?|comprimidos?"
    ),
    Tag.ALLERGY: _cue(r"allerg\w*|reactions?|intoleran\w+|al[ée]rgi\w+|alergias?"),
    Tag.APPOINTMENT: _cue(
        r"appointments?|appt|(?<!the last )(?<!my last )(?<!that )visits?|check-?ups?|scheduled|(?:next|last) see"
        r"|(?:when|what day|what time) (?:do|will|am|did) i see(?:ing)?|see(?:ing)?(?= (?:dr|the|my)\b)"
        r"|citas?|consultas?|visitas?"
    ),
    Tag.DIRECTIVE: _cue(
        r"(?:told|tell) (?:me|us)(?= to\b)|told (?:me|us)|i should|must i"
        r"|say|said|says|supposed to|instruct\w*|advi[cs]e\w*|should i|(?:am|are) (?:i|we) allowed|can i"
        r"|may i|what (?:should|do|must) i do|when (?:should|do|must) i call|recommend\w*|orders?|rules?"
        r"|thresholds?|limits?|instruccion\w*|debo"
    ),
    Tag.LAB: _cue(
        r"labs?|laborator\w+|blood ?(?:work|tests?)|test results?|results?|bloods|levels?|values?|(?:the|my"
        r"|last|latest) numbers?"
        r"|sugar numbers?|an[áa]lisis|exam(?:en|es)|resultados?|valor(?:es)?|nivel(?:es)?"
    ),
    Tag.VITAL: _cue(r"vitals?|vital signs|measurements?|readings?"),
    Tag.CONDITION: _cue(
        r"conditions?|diagnos\w+|illness(?:es)?|diseases?|health problems?|medical history|enfermedad\w*"
    ),
    Tag.CARE_TEAM: _cue(
        r"care team|doctors|(?:who|which doctor|what doctor)(?: is|'s| are)? my|who (?:treats|looks after)"
    ),
    Tag.CONTACT: _cue(
        r"phone|telephone|numbers? (?:for|of)|(?:her|his|their|whose) numbers?|(?:reach|contact|call"
        r"|ring)(?= (?:dr|the|my)\b)|contactos?|contacts?|tel[ée]fono"
        r"|who (?:do|does|should|must|will|would|can) (?:i|you|we|they) (?:call|ring|phone|contact|notify)"
        r"|emergency contact"
    ),
    Tag.INSURANCE: _cue(r"insur\w+|policy|coverage|copay\w*|deductible|member id|group number|seguro"),
    Tag.PREFERENCE: _cue(
        r"prefer\w*|how (?:should|do|must) (?:you|we|they|i) (?:write|talk|speak|call|address)"
        r"|want you to (?:write|talk|speak|answer|call)"
    ),
    Tag.SYMPTOM: _cue(
        r"symptoms?|complain\w*|how (?:was|am|have|did) i (?:been )?(?:feel\w*|doing|been)|how have i been|s[íi]ntomas?"
    ),
    Tag.PROCEDURE: _cue(r"procedures?|surger(?:y|ies)|surgical|operat\w+|operated|cirug[íi]as?"),
    Tag.IMMUNIZATION: _cue(r"vaccin\w*|immuni[sz]\w*|shots?|boosters?|jabs?|vacun\w+"),
    Tag.FAMILY_HISTORY: _cue(
        r"famil(?:y|ies)(?! (?:doctor|physician|medicine))(?: history)?|hereditary|genetic|runs? in|relatives|parents"
        r"|familia(?:res)?"
    ),
    Tag.EPISODE: _cue(
        r"(?:talk|spoke|chat)\w* (?:about|of)|discuss\w*|last (?:conversation|chat|session|time we)|hablamos"
    ),
}
# Where such a kind is asked for, nothing of another kind answers ("when is my appointment with Dr. Osei?").
STRICT = frozenset(
    {
        Tag.MEDICATION,
        Tag.ALLERGY,
        Tag.APPOINTMENT,
        Tag.CONTACT,
        Tag.INSURANCE,
        Tag.PROCEDURE,
        Tag.IMMUNIZATION,
        Tag.FAMILY_HISTORY,
    }
)
# "Can I take ibuprofen?" is answered by an instruction or an allergy too, once the thing itself is named.
ALSO: dict[Tag, frozenset[Tag]] = {
    Tag.MEDICATION: frozenset({Tag.DIRECTIVE, Tag.ALLERGY, Tag.CONTACT}),
    Tag.IMMUNIZATION: frozenset({Tag.PROCEDURE, Tag.MEDICATION}),
    Tag.LAB: frozenset({Tag.VITAL}),
    Tag.VITAL: frozenset({Tag.LAB}),
}

PAST = _cue(
    r"was|were|wasn't|weren't|did|didn't|had|used to|before|previous\w*|earlier|formerly|in the past|history|ever|ago"
    r"|original\w*|back then|(?:first|when) (?:start|begin|began)\w*|how long|since when|tomaba|estaba|antes|tuve|fue"
)
# Such a word asks for one thing of the kind: it stays a word that the row must hold.
SPECIFIC = _cue(r"copay\w*|deductible|member id|group number|policy number")
# "What do I take for gout?"
PURPOSE = re.compile(r"\b(?:for|against|para|contra)\b(?P<what>.*)", re.IGNORECASE | re.DOTALL)
# A question that looks forward is answered by what is planned, before what holds.
AHEAD = _cue(
    r"planned|planning|coming up|upcoming|going to|soon|next|will|from now on|scheduled|pr[oó]xim[oa]s?|previst[oa]s?"
)
# What is asked of the world and not of the record; a row answers it only where it speaks of the very thing.
GENERAL = _cue(
    r"side effects?|interact\w*|discover\w*|invent(?:ed|or)|normal (?:range|value|level)s?|what is (?:a"
    r"|an) (?:normal|healthy|typical)"
    r"|how (?:do|does) (?:\w+ ){1,3}work|used for|cost\w*|efectos secundarios"
)
RELATIVES = _cue(
    r"(?:grand|step|half-?)?(?:mother|father|sister|brother|son|daughter|mom|mum|dad|ma|pa)(?:-in-law)?"
    r"|grandparents?|parents?"
    r"|siblings?|aunts?|uncles?|cousins?|niece|nephew|wife|husband|madre|padre|herman[oa]s?|abuel[oa]s?"
    r"|t[ií][oa]s?|prim[oa]s?"
)
CHANGE = _cue(
    r"chang\w*|differ\w*|new|adjust\w*|increas\w*|decreas\w*|rais\w+|lower\w+|switch\w*|still|updat\w*"
    r"|replac(?:e|ed|es|ing)"
    r"|went (?:up|down)|gone (?:up|down)|stopp\w*|cambi\w*|todav[íi]a"
)
BROAD = _cue(
    r"(?:know|have|hold|remember|keep) (?:about|on|of) (?:me|him|her|us)|about me|my (?:whole |full |entire )?record"
    r"|summar\w+|overview|everything|catch (?:me|us) up|bring (?:me|us) up|my health|recap"
)
_RELATION = (
    r"(?:daughter|son|wife|husband|mother|father|mom|mum|dad|sister|brother|partner|friend|family|hij[oa]|espos[oa])"
)
_CLINICIAN = (
    r"(?:dra?\.? \w+|doctors?|nurse|\w+(?:ologist|iatrist|trician)|physician|therapist|dentist|pharmacist|m[ée]dic[oa])"
)
_SAID = r"(?:say|said|tell|told|mention\w*|report\w*|ask\w*|want\w*|warn\w*|dij[eo]|dice)"
SAYS: dict[Speaker, re.Pattern[str]] = {
    Speaker.PATIENT: _cue(rf"(?:did|have|what) i (?:\w+ )?{_SAID}|i {_SAID}"),
    Speaker.FAMILY: _cue(rf"{_RELATION}(?: \w+)? {_SAID}"),
    Speaker.CLINICIAN: _cue(rf"{_CLINICIAN}(?: \w+)? {_SAID}"),
}
# Names of classes of drugs, as opposed to what drugs are for: these name the medicine itself.
DRUG_CLASS = _cue(
    r"\w*(?:blockers?|inhibitors?|statins?|thinners?|inhalers?|antibiotics?|diuretics?|insulins?|steroids?"
    r"|drops|arbs?|nsaids?"
    r"|opioids?|antidepressants?|anticoagulants?|ssris?)"
)
POINTS_BACK = _cue(r"it|its|that|this|those|these|them|they|one|he|she|him|her|eso|esa|esto")
# Who keeps a record for someone speaks of "her" allergies without pointing to what was said before.
POINTS_TO_A_THING = _cue(r"it|its|that|this|those|these|them|one|eso|esa|esto")
