"""The words by which a question shows what kind of thing it asks for, and the words that say nothing of its topic."""

from __future__ import annotations

import re

from memory.vocabulary import Tag


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


KINDS: dict[Tag, re.Pattern[str]] = {
    Tag.MEDICATION: _cue(
        r"medicines?|medications?|meds?|drugs?|pills?|tablets?|capsules?|prescri\w+|tak(?:e|es|ing|en)|took|dos(?:e|es|ages?)"
        r"|(?:am|was|are) (?:i|you) (?:still )?on|i(?:'m| am| was) on|medicinas?|medicamentos?|pastillas?|tomo|tomaba"
        r"|tomar|remédios?|comprimidos?"
    ),
    Tag.ALLERGY: _cue(r"allerg\w*|reactions?|intoleran\w+|al[ée]rgi\w+|alergias?"),
    Tag.APPOINTMENT: _cue(
        r"appointments?|appt|visits?|check-?ups?|scheduled|(?:next|last) see"
        r"|(?:when|what day|what time) (?:do|will|am|did) i see(?:ing)?|see(?:ing)?(?= (?:dr|the|my)\b)"
        r"|citas?|consultas?"
    ),
    Tag.DIRECTIVE: _cue(
        r"(?:told|tell) (?:me|us)(?= to\b)|told (?:me|us)|i should|must i"
        r"|say|said|says|supposed to|instruct\w*|advi[cs]e\w*|should i|(?:am|are) (?:i|we) allowed|can i"
        r"|may i|what (?:should|do|must) i do|when (?:should|do|must) i call|recommend\w*|orders?|rules?"
        r"|thresholds?|limits?|instruccion\w*|debo"
    ),
    Tag.LAB: _cue(r"labs?|laborator\w+|blood ?(?:work|tests?)|test results?|results?|bloods|an[áa]lisis|exam(?:en|es)"),
    Tag.VITAL: _cue(r"vitals?|vital signs|measurements?|readings?"),
    Tag.CONDITION: _cue(
        r"conditions?|diagnos\w+|illness(?:es)?|diseases?|health problems?|medical history|enfermedad\w*"
    ),
    Tag.CARE_TEAM: _cue(
        r"care team|doctors|(?:who|which doctor|what doctor)(?: is|'s| are)? my|who (?:treats|looks after)"
    ),
    Tag.CONTACT: _cue(
        r"phone|telephone|fax|numbers? (?:for|of)|(?:reach|contact|call)(?= (?:dr|the|my)\b)|contacts?|e-?mail|address"
        r"|tel[ée]fono|emergency contact"
    ),
    Tag.INSURANCE: _cue(r"insur\w+|policy|coverage|copay\w*|deductible|member id|group number|seguro"),
    Tag.PREFERENCE: _cue(
        r"prefer\w*|how (?:should|do|must) (?:you|we|they|i) (?:write|talk|speak|call|address)"
        r"|want you to (?:write|talk|speak|answer|call)"
    ),
    Tag.SYMPTOM: _cue(r"symptoms?|complain\w*|how have i been|s[íi]ntomas?"),
    Tag.PROCEDURE: _cue(r"procedures?|surger(?:y|ies)|surgical|operat\w+|operated|cirug[íi]as?"),
    Tag.IMMUNIZATION: _cue(r"vaccin\w*|immuni[sz]\w*|shots?|boosters?|jabs?|vacunas?"),
    Tag.FAMILY_HISTORY: _cue(
        r"famil(?:y|ies)(?! (?:doctor|physician|medicine))(?: history)?|hereditary|genetic|runs? in|relatives|parents"
        r"|familia"
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
    Tag.MEDICATION: frozenset({Tag.DIRECTIVE, Tag.ALLERGY}),
    Tag.LAB: frozenset({Tag.VITAL}),
    Tag.VITAL: frozenset({Tag.LAB}),
}

PAST = _cue(
    r"was|were|wasn't|weren't|did|didn't|had|used to|before|previous\w*|earlier|formerly|in the past|history|ever|ago"
    r"|original\w*|back then|(?:first|when) (?:start|begin|began)\w*|how long|since when|tomaba|estaba|antes|tuve|fue"
)
CHANGE = _cue(
    r"chang\w*|differ\w*|new|adjust\w*|increas\w*|decreas\w*|rais\w+|lower\w+|switch\w*|still|updat\w*|replac\w*"
    r"|went (?:up|down)|gone (?:up|down)|stopp\w*|cambi\w*|todav[íi]a"
)
BROAD = _cue(
    r"(?:know|have|hold|remember|keep) (?:about|on|of) (?:me|him|her|us)|about me|my (?:whole |full |entire )?record"
    r"|summar\w+|overview|everything|catch (?:me|us) up|bring (?:me|us) up|my health|recap"
)
# Names of classes of drugs, as opposed to what drugs are for: these name the medicine itself.
DRUG_CLASS = _cue(
    r"\w*(?:blockers?|inhibitors?|statins?|thinners?|inhalers?|antibiotics?|diuretics?|insulins?|steroids?|drops|arbs?|nsaids?"
    r"|opioids?|antidepressants?|anticoagulants?|ssris?)"
)
POINTS_BACK = _cue(r"it|its|that|this|those|these|them|they|one|he|she|him|her|eso|esa|esto")
# Who keeps a record for someone speaks of "her" allergies without pointing to what was said before.
POINTS_TO_A_THING = _cue(r"it|its|that|this|those|these|them|one|eso|esa|esto")

STOP = frozenset(
    """a about above after again all also am an and any anybody anyone anything are aren't around as ask asked at be
    been being both but by can cannot could did do does doing don't done each either else ever every feel for from
    get getting gets give given go goes going gone got had has have having he her here hers him his how however i if
    in into is isn't it its just keep kind know known let like list look made make many may me mention mentioned
    might more most much must my myself need no not now of off ok on once one only or other our out over own please
    put really recall record recorded remember remind right said same say says see seen shall she should show since
    so some someone something still such supposed take tell than thank thanks that the their them then there these
    they thing things think this those though through till to told too under until up us use used using very want
    was way we well were what what's when when's where where's which while who who's whom whose why will with would
    written yes yet you your yours yourself i'm i've i'd i'll it's you're today yesterday tomorrow currently current
    moment last latest recent recently next first previous previously earlier before past history ago new changed
    change changes changing different start started begin began stop stopped long often time times exactly actually
    coming upcoming highest lowest
    hello hi hey happen happened happens happening lately que qué cual cuál cuales cuáles como cómo cuando cuándo
    cuanto cuánto cuanta donde dónde quien quién es son era estoy está estaba tengo tiene tenía hay mi mis me te tu
    tus su sus el la los las un una unos unas de del en y o a al con para por se lo le no sí si ya más muy ahora hoy
    ayer qual quais quando quanto onde quem é são estou está tenho tem meu minha meus minhas o os as um uma do da
    dos das em e ou com não sim já mais agora hoje ontem""".split()
)
# On their own they do not make a topic.
WEAK = frozenset(
    """blood body health medical function value values result results level levels number numbers reading readings test
    tests status problem problems issue issues amount doctor doctors dr nurse morning night evening afternoon noon
    day days daily week weekly month year years twice name names date dates bad good normal high low mg ml dose
    condition treatment side effect effects anymore home feeling sudden main total called daily regular usual wrong
    trouble matter""".split()
)
# What patients say for one and the same thing.
ALIKE: tuple[tuple[str, ...], ...] = (
    ("lightheaded", "light-headed", "dizzy", "dizziness", "woozy", "faint"),
    ("weigh", "weight"),
    ("tall", "height"),
    ("sugar", "glucose"),
    ("kidney", "renal"),
    ("heart", "cardiac"),
    ("stomach", "belly", "tummy", "abdomen"),
    ("smoke", "smoking", "tobacco", "cigarette"),
    ("drink", "alcohol", "wine", "beer"),
    ("sleep", "insomnia"),
    ("exercise", "walk", "workout", "gym"),
    ("job", "work", "occupation"),
    ("live", "home", "household"),
    ("breath", "breathing", "breathless", "breathe"),
    ("rash", "hives"),
    ("cough", "coughing"),
    ("ache", "pain", "hurt", "sore"),
    ("swelling", "swollen", "edema"),
    ("eye", "vision", "sight"),
    ("bleed", "bleeding", "bled"),
    ("write", "writing", "reply", "answer"),
    ("child", "children", "kids", "son", "daughter"),
    ("wife", "husband", "spouse", "partner", "married"),
    ("shot", "vaccine"),
    ("mood", "depression", "anxiety"),
    ("diet", "food", "eat", "eating", "salt"),
)
