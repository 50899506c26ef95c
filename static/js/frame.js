// On every page of somebody who is signed in: a form is sent once, and logging out in one tab clears them all.

export const tabs = new BroadcastChannel("anamnesis");
const sent = new WeakSet();

function leave() {
  sessionStorage.clear(); // what was typed and not sent
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (sent.has(form)) return event.preventDefault();
  sent.add(form);
  setTimeout(() => sent.delete(form), 10000); // should nothing have come of it
  if ("leaves" in form.dataset) {
    leave();
    tabs.postMessage("signed out");
  }
});

tabs.addEventListener("message", async (event) => {
  if (event.data !== "signed out") return;
  leave();
  for (let tries = 0; tries < 20; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (await isSignedOut()) return location.replace("/");
  }
});

async function isSignedOut() {
  return (await fetch(document.body.dataset.now).catch(() => null))?.redirected ?? false;
}

// A page that the browser had kept may be of somebody who has logged out, or of a record that has changed. What
// answered a form is not asked for again: that would send the form once more.
addEventListener("pageshow", async (event) => {
  if (!event.persisted) return;
  if (await isSignedOut()) location.replace("/");
  else if (!("posted" in document.body.dataset)) location.reload();
});
