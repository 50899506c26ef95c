// The conversation: a message is sent with fetch, and its reply is read as it streams. Everything shown is text.
// Without this script the form posts a whole page instead.

const composer = document.getElementById("composer");
const message = document.getElementById("message");
const turns = document.getElementById("turns");
const send = composer.querySelector("button");
const errorLine = document.getElementById("error");
const live = document.getElementById("live");
const count = document.getElementById("count");
const limit = Number(message.dataset.limit);
const figures = new Intl.NumberFormat("en");

function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

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

function addTurn(kind, name, text) {
  const turn = element("li", `turn ${kind}`);
  const by = element("p", "by");
  by.append(element("span", "name", name));
  const words = element("div", "words", text);
  words.dataset.text = "";
  turn.append(by, words);
  turns.append(turn);
  return { turn, words, sources: null };
}

function addSource(reply, source) {
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

async function* lines(body) {
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

function follow(event, state) {
  if (event.event === "heard") {
    state.heard = true;
    document.getElementById("welcome")?.remove();
    document.getElementById("ending").hidden = false;
    addTurn("person", "You", state.text);
    if (message.value === state.text) message.value = ""; // what was typed meanwhile stays
    countLetters();
    composer.elements.turn.value = crypto.randomUUID();
    state.reply = addTurn("advocate", "Your advocate", "");
    state.reply.words.setAttribute("aria-busy", "true");
    if (event.emergency) document.getElementById("emergency").hidden = false;
    state.reply.turn.scrollIntoView({ block: "nearest" });
  } else if (event.event === "say") {
    state.reply.words.textContent = (state.reply.words.textContent + event.text).trimStart();
    for (const source of event.sources) addSource(state.reply, source);
  } else if (event.event === "end") {
    state.ended = true;
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

async function submit(event) {
  event.preventDefault();
  if (send.disabled || !message.value.trim()) return;
  const state = { text: message.value, heard: false, ended: false, reply: null };
  send.disabled = true;
  showError("");
  try {
    const body = new FormData(composer);
    const response = await fetch(composer.dataset.say, { method: "POST", body, headers: { "X-CSRFToken": body.get("csrfmiddlewaretoken") } });
    if (!response.ok) return await refused(response);
    for await (const line of lines(response.body)) follow(line, state);
    if (!state.ended) throw new Error("cut");
    live.textContent = `Your advocate: ${state.reply.words.textContent}`; // once, whole: no chatter
  } catch {
    showError(
      state.heard
        ? "The connection was lost. Your message is kept; reload the page to see what is stored of the reply."
        : "There is no connection. Your message is still here: try again.",
    );
  } finally {
    state.reply?.words.removeAttribute("aria-busy");
    send.disabled = false;
    message.focus();
  }
}

async function waitForReply(note) {
  for (let pause = 1000; ; pause = Math.min(pause * 1.5, 8000)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const response = await fetch(note.dataset.waiting).catch(() => null);
    if (!response?.ok) continue;
    if ((await response.json()).state === "settled" && !message.value) return location.reload();
  }
}

composer.addEventListener("submit", submit);
message.addEventListener("input", countLetters);
message.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return; // Shift+Enter breaks the line
  event.preventDefault();
  composer.requestSubmit();
});
countLetters();
document.querySelectorAll("[data-waiting]").forEach(waitForReply);
if (turns.children.length) turns.lastElementChild.scrollIntoView({ block: "nearest" });
