"""The words by which a question shows what kind of thing it asks for, of which time, of whom, and in which way."""

from __future__ import annotations

import re

from memory.vocabulary import Speaker, Tag


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


KINDS: dict[Tag, re.Pattern[str]] = {
    Tag.MEDICATION: _cue(
        r"medicines?|medications?|meds?|drugs?|pills?|tablets?|capsules?|prescri\w+|tak(?:e|es|ing"
        r"|en)(?! (?:over|care|place)\b)|took"
        r"|dos(?:e|es|ages?)"
        r"|(?:am|was|are|is|were) (?:i|you|he|she) (?:(?:still|now|ever|also|currently|already) )?on|(?:i"
        r"|she|he)(?:'m|'s| am| was| is) on"
        r"|(?:have|has|had|'s|ever) (?:(?:i|she|he|ever|never|been|got|had|me|her|him) ){1,4}on|(?:been|be"
        r"|was|got) put on|(?:got|put|have|has) (?:me|her|him) on|(?:how many|many) units|medicinas?"
        r"|medicamentos?"
        r"|pastillas?|píldoras?|cápsulas?|miligramos|tom(?:o|aba|ar|é|as|a)|dosis|unidades|receta\w*"
        r"|remédios?|comprimidos?"
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
        r"|thresholds?|limits?|allowances?|restrict\w*|instruccion\w*|debo"
    ),
    Tag.LAB: _cue(
        r"labs?|laborator\w+|blood ?(?:work|tests?)|test results?|results?|bloods|levels?|values?|(?:the|my"
        r"|last|latest) numbers?"
        r"|sugar numbers?|an[áa]lisis|exam(?:en|es)|resultados?|valor(?:es)?|nivel(?:es)?"
    ),
    Tag.VITAL: _cue(r"vitals?|vital signs|measurements?|readings?"),
    Tag.CONDITION: _cue(
        r"conditions?|diagnos\w+|illness(?:es)?|diseases?|health problems?|medical history|enferm(?:edad\w*|[oa]s?)"
    ),
    Tag.CARE_TEAM: _cue(
        r"care team|doctors|qu[ée] (?:doctora?|m[ée]dic[oa])|who (?:sees|checks|handles)|(?:who"
        r"|which doctor|what doctor)(?: is|'s| are)? my|who (?:treats|looks after)"
    ),
    Tag.CONTACT: _cue(
        r"phone|telephone|numbers? (?:for|of)|(?:her|his|their|whose) numbers?|(?:reach|contact|call"
        r"|ring)(?= (?:dr|the|my)\b)|contactos?|contacts?|tel[ée]fono"
        r"|who (?:do|does|should|must|will|would|can) (?:i|you|we|they) (?:call|ring|phone|contact|notify)"
        r"|emergency contact"
    ),
    Tag.INSURANCE: _cue(r"insur\w+|policy|coverage|copay\w*|deductible|member id|group number|seguro"),
    Tag.PREFERENCE: _cue(
        r"prefer\w*|prefier\w*|how (?:should|do|must) (?:you|we|they|i) (?:write|talk|speak|call|address)"
        r"|want you to (?:write|talk|speak|answer|call)|what (?:do|should|must|will) you call"
    ),
    Tag.SYMPTOM: _cue(
        r"symptoms?|complain\w*|how (?:was|am|have|did) i (?:been )?(?:feel\w*|doing|been)|how have i been|s[íi]ntomas?"
        r"|bother\w*|molest(?:a|an|aba|aban|ia|ias)"
    ),
    Tag.PROCEDURE: _cue(
        r"procedures?|surger(?:y|ies)|surgical|operat\w+|oper(?:an|ar|aron|ación|ado|ada|é|ó)|cirug[íi]as?"
    ),
    Tag.IMMUNIZATION: _cue(r"vaccin\w*|immuni[sz]\w*|shots?|boosters?|jabs?|vacun\w+"),
    Tag.FAMILY_HISTORY: _cue(
        r"famil(?:y|ies)(?! (?:doctor|physician|medicine))(?: history)?"
        r"|(?:mother|father|mom|dad|maternal|paternal)(?:'s|’s)? side|lado de mi (?:madre|padre|mam[áa]"
        r"|pap[áa])|hereditary|genetic|runs? in|relatives|parents"
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
    r"was|were|wasn't|weren't|did|didn't|had|(?:have|has) (?:i|she|he|we|they|you) (?:\w+ )?(?:been|had"
    r"|taken|tried|used)|used to|before|previous\w*|earlier|formerly|in the past|history|ever|ago"
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
    r"|mam[áa]|pap[áa]|momma|mama|papa|grand(?:ma|pa)|granny|(?:mi|su) esposo|(?:mi|su) esposa|hij[oa]s?|niet[oa]s?"
    r"|siblings?|aunts?|uncles?|cousins?|niece|nephew|wife|husband|madre|padre|herman[oa]s?|abuel[oa]s?"
    r"|t[ií][oa]s?|prim[oa]s?"
)
CHANGE = _cue(
    r"mov(?:e|ed|ing)|reschedul\w*|postpon\w*|"
    r"chang\w*|instead|again|back to|differ\w*|new|adjust\w*|increas\w*|decreas\w*|rais\w+|lower\w+"
    r"|switch\w*|still|updat\w*"
    r"|replac(?:e|ed|es|ing)"
    r"|(?:went|gone|come|came|going|go|brought|bring|put|taken?|took) (?:it |them |me )?(?:up|down|off|away)|stopp\w*"
    r"|dropp\w+|drop (?:it|that|them|the|my|her|his)|halved|doubled|cambi\w*|todav[íi]a"
)
BROAD = _cue(
    r"(?:know|have|hold|remember|keep) (?:about|on|of) (?:me|him|her|us)|about me|my (?:whole |full |entire )?record"
    r"|summar\w+|overview|everything|catch (?:me|us) up|bring (?:me|us) up|my health|recap"
)
TREND = _cue(
    r"trend\w*|over time|improv\w*|better|worse\w*|stronger|weaker|higher|lower|ris(?:e|es|ing|en)|rose"
    r"|fall(?:s|ing|en)|fell"
    r"|climb\w*|creep\w*|stable|steady|right (?:way|direction)|wrong (?:way|direction)|since the (?:first|last)"
    r"|(?:came?|com(?:e|es|ing)|go(?:es|ne|ing)?|went|been) (?:up|down)|mejor\w*|empeor\w*|subi\w+|baj\w+|tendencia"
)
# Of the record itself, and what it once held: what was withdrawn or set right may be told then.
OF_RECORD = _cue(
    r"(?:in|on|off|from|to) (?:my|the|her|his|our) (?:record|list|chart|file|notes|papers)"
    r"|(?:record|list|chart|file|notes) (?:once |ever |used to |wrongly )?(?:say|said|have|had|show|showed"
    r"|hold|held|state|stated|list)"
    r"|set (?:it|that|this|them) (?:straight|right)|(?:had to|did (?:we|you|i)|we) (?:fix|correct)|fixed"
    r"|wrong(?:ly)? (?:\w+ ){0,2}(?:readings?|numbers?|values?|dose|dates?)|correct(?:ed|ion|ions)"
    r"|by mistake|mistake(?:n|nly)?|withdr[ae]wn?|taken off"
    r"|(?:en|de) (?:mi|el|su) (?:historial|expediente|lista)"
)
CONTRADICTS = _cue(
    r"(?:(?:don't|doesn't|do not|does not|didn't) (?:\w+ )?(?:agree|match|fit|add up)(?! with (?:me|him|her"
    r"|us|my)\b)|disagree\w*|contradict\w*|conflict\w*"
    r"|inconsisten\w*|discrepan\w*|mismatch\w*|at odds|clash\w*|contradic\w+|no (?:coinciden?|cuadran?))"
)
SIDE = _cue(r"left|right(?! (?:way|now|away|one|thing|time|dose|track|direction|after|before))|izquierd[oa]|derech[oa]")
_RELATION = (
    r"(?:daughter|son|wife|husband|mother|father|mom|mum|dad|sister|brother|partner|friend|family|hij[oa]|espos[oa])"
)
_CLINICIAN = (
    r"(?:dra?\.? \w+|doctors?|nurse|\w+(?:ologist|iatrist|trician)|physician|therapist|dentist|pharmacist|m[ée]dic[oa])"
)
_SAID = r"(?:say|said|gave?|give|tell|told|mention\w*|report\w*|ask\w*|want\w*|warn\w*|dij[eo]|dice)"
SAYS: dict[Speaker, re.Pattern[str]] = {
    Speaker.PATIENT: _cue(rf"(?:did|have|what) i (?:\w+ )?{_SAID}|i {_SAID}"),
    Speaker.FAMILY: _cue(rf"{_RELATION}(?: \w+)? {_SAID}"),
    Speaker.CLINICIAN: _cue(rf"{_CLINICIAN}(?: \w+)? {_SAID}"),
}
# What one is to do is told by an instruction or a dose, not by a reading.
INSTRUCT = _cue(
    r"(?:should|must|may|can) (?:i|we|she|he)(?! (?:worry|be (?:worried|concerned)))|(?:am|are|is) (?:i|we"
    r"|she|he) (?:allowed|supposed)"
    r"|do (?:i|we) (?:have|need) to|how often (?:should|do|must)|(?:is it|would it be) (?:ok|okay|fine|safe"
    r"|all right)|debo|puedo"
)
HOLDS = _cue(r"skip\w*|hold(?:ing)?|omit\w*|leave out|stop\w*|pause\w*|miss(?:ed)?|saltar\w*|suspend\w*")
# What was said or happened on a day is no state that held then.
HAPPENED = _cue(r"happen\w*|(?:going|went|go|gone) on|t(?:ell|old)|pas[oó]|pasaba|dije|cont[eé]")
# A shot may be a vaccine, a medicine, or an injection into a joint, once the thing itself is named.
SHOT = _cue(r"shots?|jabs?|injections?|inyecci[oó]n(?:es)?")
STOPPED = _cue(r"stop(?:ped|s|ping)?|quit|off|discontinued?|gave up|given up|dej[eé]|suspend\w+|quit(?:ó|aron|é)")
OPERATED = _cue(r"surger(?:y|ies)|operat(?:ed?|ions?|ing)|oper(?:an|ar|aron|ación|ado|ada)|cirug[íi]as?")
NO_OPERATION = _cue(
    r"injections?|shots?|infusions?|scans?|echo\w*|ultrasound|\w+scopy|x-?rays?|mri|ct|biops\w+|tests?"
    r"|stud(?:y|ies)|ecg|ekg"
    r"|mammogram|inyecci[oó]n|colonoscop[íi]a"
)
WHEN = _cue(r"when|(?:what|which) (?:day|date|time)|cu[áa]ndo|qu[ée] d[íi]a|a qu[ée] hora")
SHE = _cue(r"she|her|hers|ella")
HE = _cue(r"he|his|him|él")
# Names of classes of drugs, as opposed to what drugs are for: these name the medicine itself.
DRUG_CLASS = _cue(
    r"\w*(?:blockers?|inhibitors?|statins?|thinners?|inhalers?|antibiotics?|diuretics?|insulins?|steroids?"
    r"|drops|arbs?|nsaids?"
    r"|opioids?|antidepressants?|anticoagulants?|ssris?)"
)
POINTS_BACK = _cue(r"it|its|that|this|those|these|them|they|one|he|she|him|her|eso|esa|esto")
# Who keeps a record for someone speaks of "her" allergies without pointing to what was said before.
POINTS_TO_A_THING = _cue(r"it|its|that|this|those|these|them|one|eso|esa|esto")
