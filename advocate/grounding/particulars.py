"""The words that carry particulars: what was felt, where, what was found, eaten, done, used, and by whom.

Each line is one thing in its several words, roughly as people say it; the first is its name. A word that is on no line
is left to the other checks or says nothing that could be wrong.
"""

from __future__ import annotations

from functools import cache

from advocate.grounding import stance

_LINES = """
tremor shaking shake shaky shakes trembling temblor
swelling swollen puffy puffiness oedema edema swell swells hinchazon
vomiting vomit vomited vomits nausea nauseous nauseated queasy upset
breathless breathlessness breathing breath wheeze wheezing wheezy
tired tiredness fatigue fatigued exhausted exhaustion weary sleepy drowsy drowsiness
pain painful pains ache aches aching sore soreness hurt hurts hurting stiff stiffness tender duele dolor
insomnia sleepless awake wake wakes waking woke asleep
phlegm sputum mucus
reaction reactions reacted
rash hives itching itch itchy welts blister blisters
dizzy dizziness lightheaded giddy faint fainted fainting blackout mareo
fever feverish temperature chills fiebre
cough coughing coughed coughs tos
headache headaches migraine migraines
bang hit knock knocked bump bumped
tingling tingle tingled numb numbness pins
palpitations palpitation fluttering racing
bleeding bled bleed nosebleed nosebleeds
bruising bruise bruises
constipation constipated
diarrhea diarrhoea
heartburn reflux indigestion
cramps cramp cramping
weakness weak weaker
sweating sweats sweat sweaty
seizure seizures convulsion
hallucinations hallucination hallucinating
confusion confused
thirst thirsty
appetite hungry hunger
anxiety anxious panic panicky
depression depressed
arthritis arthritic
infection infected infections
forgetful forgetfulness
flashes flushes flushing
spread metastasis metastatic metastases
remission cured cure healed
cancer tumour tumor malignant carcinoma
clot clots thrombosis
fracture fractured broken broke
stroke strokes
diabetes diabetic prediabetes
asthma asthmatic
pregnant pregnancy
physiotherapist physio physiotherapy
dietitian dietician nutritionist
pharmacist chemist
midwife midwives
dentist dental
podiatrist chiropodist
optician optometrist ophthalmologist
psychologist therapist counsellor counselor
cardiologist cardiology
neurologist neurology
nephrologist nephrology
oncologist oncology
endocrinologist endocrinology
rheumatologist rheumatology
pulmonologist pulmonology
dermatologist dermatology
urologist urology
surgeon surgeons
psychiatrist psychiatry
scan scans mri ct tomography imaging
xray x-ray radiograph
ultrasound sonogram
biopsy biopsies
ecg ekg electrocardiogram
echo echocardiogram
swab culture cultures
transfusion transfused
vaccine vaccination vaccinated jab booster shot immunised immunized
surgery operation operated surgical lumpectomy
admitted admission hospital hospitalised hospitalized ward inpatient
ambulance paramedic paramedics
shoulder shoulders
arm arms
elbow elbows
wrist wrists
finger fingers thumb
hip hips
knee knees
ankle ankles
foot feet
toe toes
eye eyes
ear ears
throat
tongue
lip lips
jaw
neck carotid cervical
calf calves
breast breasts
alcohol wine beer drink drinking drinks alcoholic spirits whisky
coffee caffeine
grapefruit grapefruits
banana bananas
milk dairy cheese
peanut peanuts
egg eggs
shellfish shrimp prawns
smoking smoke smoked smoker cigarettes cigarette tobacco vape vaping
cannabis marijuana
driving drive drives drove
stairs staircase
swimming swim
jogging jog
gym exercise exercising workout
flying flight fly
lifting lift
crutches crutch
wheelchair
walker
cane
spacer
epipen adrenaline autoinjector
pacemaker
cpap mask
insulin
tablet tablets pill pills capsule capsules caplet
injection injections inject injected injecting syringe
patch patches
cream ointment gel lotion
inhaler inhalers puffer puff puffs
syrup suspension
suppository suppositories
"""

_GROUPS = [line.split() for line in _LINES.strip().splitlines()]


@cache
def _names() -> dict[str, str]:
    """Each word, roughly stemmed, with the name of its thing."""
    return {stem: group[0] for group in _GROUPS for word in group for stem in (word, *stance.content(word))}


def particulars(words: frozenset[str]) -> dict[str, str]:
    """Return the things that some words (stemmed, as of `stance.content`) name, each with the word for it."""
    known = _names()
    return {name: word for word in words if (name := known.get(word))}
