// Signs of an emergency in a message, read before it is sent and without a network: the rules of advocate/emergency.py
// with the patterns of advocate/emergency_signs.py, which the server hands out. A test holds both to the same answers.

const SENTENCE = /(?<=[.!?;\n])\s+|\n|\bbut\b|\bhowever\b|\bpero\b/;
const ACCENTS = { á: "a", é: "e", í: "i", ó: "o", ú: "u", ü: "u", ñ: "n" };

export async function loadSigns(address) {
  const written = await (await fetch(address)).json();
  const flags = { sign: "g" };
  return Object.fromEntries(
    Object.entries(written).map(([name, pattern]) => [name, new RegExp(pattern, flags[name] ?? "")]),
  );
}

export function isEmergency(text, signs) {
  const plain = text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[áéíóúüñ]/g, (letter) => ACCENTS[letter])
    .replace(/[ \t]+/g, " ");
  return plain.split(SENTENCE).some((sentence) => sentence && happening(sentence, signs));
}

function happening(sentence, signs) {
  return [...sentence.matchAll(signs.sign)].some((sign) => !setAside(sentence, sign, signs));
}

function setAside(sentence, sign, signs) {
  const before = sentence.slice(0, sign.index);
  return denied(before, signs) || signs.condition.test(before) || past(sentence, sign[0], signs) || inGeneral(sentence, signs);
}

function denied(before, signs) {
  const denial = signs.denied.exec(before);
  return denial !== null && !signs.new_clause.test(denial.groups.between);
}

function past(sentence, sign, signs) {
  return signs.long_past.test(sentence) && !(signs.still.test(sentence) || signs.present.test(sign));
}

function inGeneral(sentence, signs) {
  return signs.general.test(sentence) && !signs.about_someone.test(sentence);
}
