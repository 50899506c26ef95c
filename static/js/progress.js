// From closing a conversation to the facts remembered: asks for the state, tells only what has changed, and shows the
// card as the server has made it. A reload shows the same.

import { tabs } from "./frame.js";

const outcome = document.getElementById("outcome");
const state = document.getElementById("state");

async function showCard() {
  const page = await fetch(location.href).then((response) => (response.ok ? response.text() : null)).catch(() => null);
  const card = page && new DOMParser().parseFromString(page, "text/html").getElementById("card");
  if (card) document.getElementById("card").replaceWith(document.adoptNode(card));
}

async function watch() {
  let shown = `${outcome.dataset.state} ${"ready" in outcome.dataset}`;
  for (let pause = 400; ; pause = Math.min(pause * 1.25, 5000)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const response = await fetch(outcome.dataset.progress).catch(() => null);
    if (!response?.ok) continue;
    const told = await response.json();
    if (shown === `${told.state} ${told.ready}`) continue;
    shown = `${told.state} ${told.ready}`;
    await showCard();
    if (state.textContent !== told.label) state.textContent = told.label;
    outcome.dataset.state = told.state;
    outcome.toggleAttribute("data-final", told.final);
    outcome.toggleAttribute("data-ready", told.ready);
    if (told.ready) return;
  }
}

if (outcome.dataset.state !== "open") tabs.postMessage("ended"); // a tab that shows it as open looks again
if (!("ready" in outcome.dataset) && outcome.dataset.state !== "open") watch();
