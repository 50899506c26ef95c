// The conversation: a message is sent with fetch, and its reply is read as it streams. Everything shown is text.
// Without this script the form posts a whole page instead.

import { isEmergency, loadSigns } from "./emergency.js";
import { tabs } from "./frame.js";
import { addSource, addTurn, element, freshTalk, lines } from "./turns.js";

const composer = document.getElementById("composer");
const message = document.getElementById("message");
const send = document.getElementById("send");
const stop = document.getElementById("stop");
const errorLine = document.getElementById("error");
const live = document.getElementById("live");
const count = document.getElementById("count");
const limit = Number(message.dataset.limit);
const figures = new Intl.NumberFormat("en");
const signs = loadSigns(composer.dataset.signs).catch(() => null);
let underWay = null; // the reply that streams

function showError(text, where) {
  errorLine.textContent = text;
  if (where) {
    const link = element("a", "", "Go there");
    link.href = where;
    errorLine.append(" ", link);
  }
  errorLine.hidden = !text;
  message.toggleAttribute("aria-invalid", false);
}

function showEmergency() {
  document.getElementById("emergency").hidden = false;
}

function countLetters() {
  const length = [...message.value].length;
  const over = length > limit;
  count.textContent = over
    ? `${figures.format(length - limit)} characters too many: send it in parts`
    : length > limit * 0.8
      ? `${figures.format(limit - length)} of ${figures.format(limit)} characters left`
      : `Up to ${figures.format(limit)} characters`;
  count.classList.toggle("over", over);
}

// What is typed and not sent lives in this tab alone, until it is sent or its person logs out.

function keepDraft() {
  if (message.value) sessionStorage.setItem("draft", JSON.stringify({ who: composer.dataset.who, text: message.value }));
  else sessionStorage.removeItem("draft");
}

function takeDraft() {
  const draft = JSON.parse(sessionStorage.getItem("draft") ?? "null");
  if (draft && draft.who !== composer.dataset.who) sessionStorage.removeItem("draft");
  else if (draft && !message.value) message.value = draft.text;
}

function busy(state) {
  underWay = state;
  send.disabled = Boolean(state);
  stop.hidden = !state;
}

function heard(event, state) {
  state.heard = event.turn;
  document.getElementById("welcome")?.remove();
  document.querySelectorAll("[data-again]").forEach((form) => form.remove());
  document.getElementById("ending").hidden = false;
  document.getElementById("talk").dataset.session = event.session;
  addTurn("person", "You", state.text);
  if (message.value === state.text) message.value = ""; // what was typed meanwhile stays
  keepDraft();
  countLetters();
  composer.elements.turn.value = crypto.randomUUID();
  state.reply = addTurn("advocate", "Your advocate", "");
  state.reply.words.setAttribute("aria-busy", "true");
  if (event.emergency) showEmergency();
  state.reply.turn.scrollIntoView({ block: "nearest" });
}

function follow(event, state) {
  if (event.event === "heard") heard(event, state);
  else if (event.event === "say") {
    state.reply.words.textContent = (state.reply.words.textContent + event.text).trimStart();
    for (const source of event.sources) addSource(state.reply, source);
  } else if (event.event === "end") {
    state.ended = true;
    state.again = event.again;
    const why = element("a", "", "Why this answer");
    why.href = event.why;
    const line = element("p", "aside");
    line.append(why);
    state.reply.turn.append(line);
  }
}

async function refused(response) {
  const told = (response.headers.get("Content-Type") || "").startsWith("application/json")
    ? await response.json()
    : { todo: "Something went wrong on our side. Your message is still here: try again in a minute." };
  showError(told.todo, told.where);
}

async function stream(state) {
  const body = new FormData(composer);
  body.set("message", state.text);
  body.set("turn", state.turn);
  const headers = { "X-CSRFToken": body.get("csrfmiddlewaretoken") };
  const response = await fetch(composer.dataset.say, { method: "POST", body, headers, signal: state.leaving.signal });
  if (!response.ok) return refused(response);
  for await (const line of lines(response.body)) follow(line, state);
  if (!state.ended) throw new Error("cut");
  live.textContent = `Your advocate: ${state.reply.words.textContent}`; // once, whole: no chatter
  tabs.postMessage("said");
  if (state.again) await refresh(); // with a button to ask again
}

async function say(text, turn) {
  if (underWay || !text.trim()) return;
  const state = { text, turn, leaving: new AbortController(), heard: "", ended: false, reply: null };
  busy(state);
  showError("");
  const known = await Promise.race([signs, new Promise((resolve) => setTimeout(resolve, 200))]);
  if (known && isEmergency(text, known)) showEmergency(); // whatever becomes of the message
  try {
    await stream(state);
  } catch {
    if (!state.heard) showError(state.stopped ? "Stopped. Your message is still here." : "There is no connection. Your message is still here: try again.");
    else await broken(state);
  } finally {
    state.reply?.words.removeAttribute("aria-busy");
    busy(null);
    message.focus();
  }
}

// The reader has left, or the line has broken: what is stored of the reply is shown as soon as it stands.
async function broken(state) {
  live.textContent = state.stopped ? "Stopped." : "";
  if (!state.stopped) showError("The connection was lost. Your message is kept, and what came of the reply is shown as soon as it can be.");
  state.reply.words.removeAttribute("aria-busy");
  await settled(`${composer.dataset.say}${state.heard}/`);
  await refresh();
  showError("");
  tabs.postMessage("said");
}

async function settled(address) {
  for (let pause = 300; ; pause = Math.min(pause * 1.5, 8000)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const response = await fetch(address).catch(() => null);
    if (response?.ok && (await response.json()).state === "settled") return;
    if (response && response.status === 404) return;
  }
}

async function refresh() {
  await freshTalk(location.pathname);
  document.querySelectorAll("[data-waiting]").forEach(waitFor);
}

async function waitFor(note) {
  await settled(note.dataset.waiting);
  if (!underWay) await refresh();
}

// Another tab or device may have gone on with the conversation, or ended it.
async function catchUp() {
  if (underWay || document.hidden) return;
  const now = await fetch(composer.dataset.now).then((response) => (response.ok ? response.json() : null)).catch(() => null);
  const shown = document.querySelectorAll("#turns > .turn").length;
  if (!now || underWay || (now.session === document.getElementById("talk").dataset.session && now.turns === shown)) return;
  await refresh();
}

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  say(message.value, composer.elements.turn.value);
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-again]")) return;
  event.preventDefault();
  say(event.target.elements.message.value, crypto.randomUUID());
}, true);
stop.addEventListener("click", () => {
  underWay.stopped = true;
  underWay.leaving.abort();
});
message.addEventListener("input", countLetters);
message.addEventListener("input", keepDraft);
message.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return; // Shift+Enter breaks the line
  event.preventDefault();
  composer.requestSubmit();
});
tabs.addEventListener("message", catchUp);
document.addEventListener("visibilitychange", catchUp);
addEventListener("focus", catchUp);
takeDraft();
countLetters();
document.querySelectorAll("[data-waiting]").forEach(waitFor);
document.getElementById("turns").lastElementChild?.scrollIntoView({ block: "nearest" });
