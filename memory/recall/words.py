"""The words that say nothing of a question's topic, and those that say too little alone."""

from __future__ import annotations

STOP = frozenset(
    """itself ve veo ven ver keep keeps a about above after again all also am an and any anybody anyone anything are
    aren't around as ask asked at be been being both but by can cannot could did do does doing don't done each
    either else ever every feel for from get getting gets give given go goes going gone got had has have having
    he her here hers him his how however i if in into is isn't it its just kind know known let like list look
    made make many may me mention mentioned might more most much must my myself need no not now of off ok on
    once one only or other our out over own please put really recall record recorded remember remind right said
    same say says see seen shall she should show since so some someone something still such supposed take tell
    than thank thanks that the their them then there these they thing things think this those though through
    till to told too under until up us use used using very want was way we well were what what's when when's
    where where's which while who who's whom whose why will with would written yes yet you your yours yourself
    i'm i've i'd i'll it's agree agreed nervous worried worries worrying because thought instead can't dije dijo dijeron
    happen puts gave between two three four five six seven eight nine ten dos tres cuatro cinco cuántos cuántas
    awful terrible horrible nasty weird funny strange scary crazy stuff down didn't wasn't couldn't won't went
    saw whatever guy else's add added adds up-to-date end ended ends you're today yesterday tomorrow currently
    current moment last latest recent recently next first previous previously earlier before past history ago
    new changed change changes changing different start started begin began stop stopped long often time times
    exactly actually coming upcoming highest lowest planned planning report reported complain complained running
    develop developed development trend course fast slow better worse usually allowed able okay fine everything
    find found finding finds measure measured decide decides decided bad explain mean means discuss discussed
    write wrote note noted believe wish needed try tried lose lost losing gain gained switch switched work works
    come came bring kept stay stayed leave left send sent looked turn turned become became describe described
    notice noticed experience experienced suffer suffered deal matter matters concern concerned happens sure
    certain possible likely sort ways part lot lots bit quite almost enough big small large little old young
    short far near early late sometimes rarely twice listed call called name named irregular unwell feeling felt
    feels records file files chart charts check checked prescribe prescribed order ordered raised increased
    decreased lowered dropped reduced anymore somebody nobody whole entire ones brought hello hi hey happened
    happening lately que qué cual cuál cuales cuáles como cómo cuando cuándo cuanto cuánto cuanta donde dónde
    quien quién es son era estoy está estaba tengo tiene tenía hay mi mis te tu tus su sus el la los las un una
    unos unas de del en y o al con para por se lo le sí si ya más muy ahora hoy ayer soy eres somos fui fueron
    ha han hemos había habia hace desde hasta sobre tan tanto todo toda todos todas otro otra próximo próxima
    próximos próximas último última últimos últimas cada pongo pone ponen puse debo debe puedo puede quiero
    necesito dio dieron dice muestra dime llama llamo llaman comer comía hablar pasa pasó paso sirve significa
    hizo hicieron encontró midió toca tocan necesita parece siento siente empecé empezó empiezo dejé dejó eran
    tener tienen hacer fue estuve estuvo estaban pusieron puesto llamarme llamarte debes usar uso cambió sido
    hablamos tuvo tuve tenido contra sigo sigue tomando vez veces mucho mucha poco alguna algún alguno ninguna
    nunca siempre entonces qual quais quando quanto onde quem é são estou tenho tem meu minha meus minhas os um
    uma da das em e ou com não sim já mais agora hoje ontem""".split()
)
# Words of grammar alone: what turns are not searched by.
GRAMMAR = frozenset(
    """a about after again all am an and any are as at be been before being but by can could did do does don't down
    during for from had has have having he her here him his how i if in into is it it's its just may me might
    mine must my no not now of off on once or our out over shall she should so than that the their them then
    there these they this those to too under until up us very was we were what what's when where which while who
    whom whose why will with would you your yours i'm i've i'd i'll you're que cual como cuando cuanto donde
    quien es son mi mis te tu su sus el la los las un una de del en y o al con para por se lo le qual quando
    quanto onde quem meu minha os um uma da dos das em e ou com""".split()
)
# On their own they do not make a topic.
WEAK = frozenset(
    """er urgent tested exam screening primera primero segunda segundo tercera first second third fourth strong
    strength big small clinic office visit visits doctora doctor medico médico cabecera enfermera dosis noche
    mañana tarde día días semana mes año años blood body health medical function value values result results
    level levels number numbers reading readings test tests status problem problems issue issues amount doctors
    dr nurse morning night evening afternoon noon day days daily week weekly month year years twice name names
    date dates bad good normal high low mg ml dose condition treatment side effect effects anymore home feeling
    sudden main total called regular usual wrong trouble matter""".split()
)
