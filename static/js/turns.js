// The list of messages: made here while a reply streams, else as the server shows it. Everything shown is text.

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function addTurn(kind, name, text) {
  const turn = element("li", `turn ${kind}`);
  const by = element("p", "by");
  by.append(element("span", "name", name));
  const words = element("div", "words", text);
  words.dataset.text = "";
  turn.append(by, words);
  document.getElementById("turns").append(turn);
  return { turn, words, sources: null };
}

export function addSource(reply, source) {
  if (!reply.sources) {
    reply.sources = element("ul", "sources");
    reply.sources.setAttribute("aria-label", "Where this comes from");
    reply.turn.append(reply.sources);
  }
  const chip = element("a", "chip");
  chip.href = source.href;
  chip.append(element("span", "chip-kind", source.kind), ` · ${source.who}${source.when ? `, ${source.when}` : ""}`);
  chip.append(element("span", "unseen", `: ${source.about}`));
  const item = element("li");
  item.append(chip);
  reply.sources.append(item);
}

export async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) yield JSON.parse(part);
  }
}

// Shows the conversation as the server has it; what is being typed stays.
export async function freshTalk(address) {
  const page = await fetch(address).then((response) => (response.ok && !response.redirected ? response.text() : null)).catch(() => null);
  const fresh = page && new DOMParser().parseFromString(page, "text/html");
  const talk = fresh?.getElementById("talk");
  if (!talk) return;
  document.getElementById("talk").replaceWith(document.adoptNode(talk));
  document.getElementById("ending").hidden = fresh.getElementById("ending").hidden;
  if (!fresh.getElementById("emergency").hidden) document.getElementById("emergency").hidden = false;
}
