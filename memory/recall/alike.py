"""What people say for one and the same thing: everyday words beside a clinician's, English beside Spanish.

A word stands for all words of its groups, in all their forms; what is only related (a cat and a dog, salt and food) is
not alike. Single words only: names of several words, of medicines, measures and conditions are the engine's to know.
"""

from __future__ import annotations

_GROUPS = """
    pay copay copayment; clot clots clotting; lightheaded light-headed dizzy dizziness woozy faint; weigh weight
    scale pounds heavy peso pesar pesaba; mask cpap; drink fluid fluids water beber agua líquido líquidos; mother
    mom mum mamá mama madre ma; father dad papá papa padre pa; sister hermana; brother hermano; grandmother grandma
    granny abuela; grandfather grandpa abuelo; aunt tía; uncle tío; cousin primo prima; daughter hija; son hijo; eat
    ate eaten comer comí comió; drink drank drunk; sleep slept sleeping; break broke broken fracture fractured;
    throw threw thrown vomit; wake woke woken waking; drive drove driven driving; fly flew flying airplane volar
    avión; wear wore worn; bite bit bitten; shake shook shaky shaking tremor; buy bought; speak spoke spoken; grow
    grew grown; scared scary afraid frightened panic panicked fear miedo; worry worried anxious nervous preocupada
    preocupado; bowel colon colonoscopy intestine; ultrasound echo echocardiogram sonogram ecografía ultrasonido;
    picture scan imaging image; heartburn reflux acidez; lump nodule growth mass bulto nódulo; blister ampolla
    ampollas; glue adhesive pegamento tape sticker; mask máscara mascarilla; machine device aparato máquina;
    language idioma lengua; burn burning ardor arde arden quema; walk caminar camino; emergency emergencia; tickle
    cough; cane bastón; arm brazo brazos; leg pierna piernas; hand mano manos; finger dedo dedos; shoulder hombro;
    neck cuello; throat garganta; ear oído oídos; mouth boca; wrist muñeca; elbow codo; needle aguja; injected
    injection shot jab inyección; night noche; morning mañana; die died death murió falleció; feet foot soles toes
    pies pie; tingling numb numbness pins; tired fatigue exhausted drowsy; vomit vomiting throwing nausea sick;
    stool bowel poop; drive driving car conducir manejar; pump pumping ejection; dark night; tall height; sugar
    glucose azúcar; heart cardiac corazón; doctor physician; dizzy dizziness mareo mareos marear mareada mareado
    mareaba; head cabeza; knee rodilla; surgery operation operated operación operaron cirugía; pharmacy farmacia;
    blood sangre; pressure presión tensión; skin piel; chest pecho; back espalda; height estatura altura; sleep
    insomnia dormir sueño; protein albumin; drink alcohol wine beer booze liquor licor vino cerveza; therapy
    therapist terapia terapeuta; pharmacy pharmacist drugstore chemist; hospital discharge admitted inpatient; stand
    standing levantarme levanto levantarse levanta; joint joints articulación articulaciones; exercise walk workout
    gym; breath breathing breathless breathe respirar; cough coughing tos; ache pain hurt sore dolor duele; eye
    vision sight ojo ojos vista; bleed bleeding bled; write writing reply answer; shot vaccine injection jab; mood
    depression anxiety; diet food eat eating; stomach belly tummy gut abdomen abdominal estómago barriga panza
    vientre; poop stool feces diarrhea runs popó heces diarrea; constipation constipated estreñimiento estreñida
    estreñido; pee urine urinate urination urinary bladder orina orinar vejiga; period menstruation menstrual regla
    menopause menopausia; hearing deaf audiogram audífono; ringing tinnitus buzzing zumbido; glasses spectacles
    lenses lentes anteojos gafas; eyesight vision sight vista; blurry blurred borroso; cataract cataratas catarata
    cloudy; nostril nose nasal sinus sinuses nariz; snore snoring apnea roncar ronquidos; lung lungs pulmonary
    pulmón pulmones; wheeze wheezing asthma silbido asma; puffer inhaler inhalador; prick fingerstick poke pinchazo;
    cholesterol ldl lipids lipid colesterol; clot clots thrombosis dvt embolism coágulo trombo; stroke derrame
    embolia; flutter fluttering palpitations palpitation pounding racing skipping palpitaciones; heartbeat
    heartbeats latido latidos; rhythm arrhythmia arritmia; faint fainted collapsed syncope desmayo desmayé; fever
    feverish fiebre calentura; infection infected infección; wound herida llaga; callus corn blister callo; bruise
    bruises bruising bruised moretón moretones; stitches sutures puntos; itch itchy itching rash hives eczema
    picazón comezón ronchas sarpullido; mole lunar; stiff stiffness rigid rigidez tieso; unsteady balance wobbly
    equilibrio; fall fell fallen falls tripped slipped caída caídas caí caerse; tremble trembling shaking shaky
    tremor temblor tiembla; forget forgetful memory memoria olvido olvida; sad blue depressed depression mood triste
    tristeza depresión; nerves anxiety anxious nervios ansiedad; nightmare nightmares dreams dream pesadilla
    pesadillas sueños; tired fatigue exhausted cansancio cansada cansado; appetite hungry hunger apetito hambre;
    thirst thirsty sed; sweat sweats sweaty sweating sudor sudores; cramp cramps spasm spasms calambre calambres;
    numb numbness tingling hormigueo adormecido entumecido; swell swelled swollen swelling edema puffy hinchado
    hinchada hinchazón hinchados; gallbladder vesícula; appendix appendectomy apéndice; womb uterus hysterectomy
    útero matriz; prostate próstata; breast breasts seno senos; mammogram mamografía; thyroid tiroides; kidney renal
    nephro riñón riñones; liver hepatic hígado; pancreas páncreas pancreatitis; spine spinal columna; bone bones
    hueso huesos; joint joints coyunturas articulaciones; muscle muscles músculo músculos; thigh thighs muslo; gout
    gota; hip cadera hips; nail toenail uña; barefoot descalza descalzo; tooth teeth dental dentist molar denture
    gum gums diente dientes muela dentista; swallow swallowing tragar; hoarse voice voz; hair bald pelo cabello;
    x-ray radiograph radiografía placa; endoscopy scope endoscopia; pacemaker marcapasos; implant implants
    implanted; drip infusion iv intravenous suero infusión; transfusion transfused transfusión; oxygen saturation
    oxígeno saturación; cast yeso; splint férula; exercise exercises workout gym stretch stretches swim ejercicio
    ejercicios; lift lifting carry cargar; salt salty sal; coffee caffeine café cafeína; smoke smoked smoking smoker
    cigarettes cigarette tobacco nicotine vape fumar fumo fumaba cigarro cigarros; allergic allergy react reaction
    reacted alergia alérgica alérgico; pollen seasonal polen; job occupation work worked employed retired career
    trabajo trabajaba jubilada jubilado; live lives home house household apartment casa vivo vive departamento;
    stairs escaleras; alone sola solo; widow widowed viuda viudo; child children kids kid son daughter hijos niños;
    cat gato; dog perro; religion religious faith religión; church iglesia; interpreter translator intérprete;
    resuscitation resuscitate cpr dnr reanimación; proxy surrogate decisions poder apoderado apoderada; insurance
    insured insurer coverage seguro aseguranza; letter print font letters letra; short brief concise corto corta
    breve; neighbor neighbour vecina vecino; refill refills renew renewal surtir resurtir; vaccine vaccination
    vaccinated immunization shot shots booster jab vacuna vacunas vacunaron; flu influenza gripe gripa; covid
    coronavirus; tetanus tdap tétanos; pneumonia neumonía pulmonía; shingles zoster herpes culebrilla; wean taper
    tapered; skip hold omit miss missed saltar omitir; meal meals food comidas; fasting ayunas; dinner supper cena;
    grapefruit toronja; milk dairy leche lácteos; nuts nueces; peanut peanuts cacahuate; seafood shellfish mariscos;
    shrimp camarones; fish pescado; bee abeja; wasp avispa; latex gloves rubber látex; dye contrast contraste;
    anesthesia anesthetic anestesia; sulfa sulfonamide sulfas; vitamin vitamina; supplement supplements suplemento
    herbal herb; turmeric cúrcuma curcumin; ankle ankles tobillo tobillos; sprain sprained twisted torcí esguince;
    lump lumps nodule nodules bump mass bulto nódulo; cancer tumor malignant chemo chemotherapy cáncer; polyp polyps
    pólipo pólipos; dialysis diálisis; seizure seizures convulsión convulsiones; epilepsy epilepsia; migraine
    migraña jaqueca; blind blindness ciego ciega; phlegm mucus flema; cold congestion stuffy runny resfriado
    catarro; wife husband spouse partner married marriage esposa esposo marido pareja
"""
ALIKE: tuple[tuple[str, ...], ...] = tuple(tuple(group.split()) for group in _GROUPS.split(";"))
