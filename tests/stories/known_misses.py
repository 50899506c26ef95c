"""Stories that do not hold yet, each with its reason. The stories stay as the design wants them."""

_HEARING = "the local distiller: "

KNOWN_MISSES: dict[str, str] = {
    "wrong-reading-withdrawn": _HEARING + '"was never 6.0" about a reading is not heard as taken back',
    "wrong-change-withdrawn-reopens-the-old-dose": _HEARING
    + '"I never took 50 mg, that was a mistake" is heard as a negative, not as taken back',
    "the-same-correction-a-week-later": _HEARING
    + '"1.3, not 1.4" is no correction where the record no longer holds 1.4',
    "switch-to-a-drug-instead": _HEARING
    + '"changed my lisinopril to losartan 50 mg" ends lisinopril with the new dose in it',
    "for-later-called-off": _HEARING + '"the increase is cancelled" calls no plan off',
    "directive-stays-when-the-drug-is-stopped-elsewhere": _HEARING
    + 'units are not kept as said: "3 pounds" becomes "3 lb"',
    "frequency-as-needed": _HEARING + '"if I get a migraine I take …" is heard as supposed',
    "cardiologists-new-phone": _HEARING + '"changed, it is now 555-0199": the number is not heard in the second clause',
    "appointments-with-two-doctors": _HEARING + '"I also see Dr. Lind on October 8" is not heard',
    "preference-changes": _HEARING + '"from now on" is not heard as a change',
    "care-team-new-doctor": _HEARING + '"is now Dr. Adeyemi" is not heard',
    "cataract-of-both-eyes-told-apart": _HEARING + "a surgery's name is heard as a condition beside it",
    "eye-drops-side-corrected": _HEARING + "a symptom's side is not set right",
    "condition-beside-a-machine": _HEARING + '"I use a CPAP machine for my sleep apnea" names no condition to it',
    "a-range-is-an-instruction": _HEARING + '"wants my INR between 2 and 3" is heard as no instruction',
    "covid-booster": _HEARING + "a vaccine's disease is heard as a condition beside it",
    "blood-type-corrected": _HEARING + '"A positive, not O positive" is heard as no correction of a plain fact',
}
