// From closing a conversation to the facts remembered: asks for the state, and tells only what has changed.

const outcome = document.getElementById("outcome");
const state = document.getElementById("state");

function factLine(fact) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.className = "fact";
  link.href = fact.href;
  link.textContent = fact.about;
  const source = document.createElement("p");
  source.className = "source";
  source.textContent = [fact.kind, fact.when ? `${fact.who}, ${fact.when}` : fact.who].join(" · ");
  item.append(link, source);
  return item;
}

function finish(told) {
  document.getElementById("working")?.remove();
  document.getElementById("reload")?.remove();
  if (told.held || told.state === "failed") return location.reload(); // more to show than a list
  const list = document.createElement("ul");
  list.className = "facts";
  list.append(...told.remembered.map(factLine));
  if (told.remembered.length) outcome.append(list);
}

async function watch() {
  for (let pause = 400; ; pause = Math.min(pause * 1.25, 5000)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const response = await fetch(outcome.dataset.progress).catch(() => null);
    if (!response?.ok) continue;
    const told = await response.json();
    if (state.textContent !== told.label) state.textContent = told.label;
    outcome.dataset.state = told.state;
    if (told.final) return finish(told);
  }
}

if (!("final" in outcome.dataset) && outcome.dataset.state !== "open") watch();
