// The browser's time zone: told when signing up, offered in the settings.

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const hidden = document.querySelector("[data-browser-zone]");
const offer = document.getElementById("here");
const chosen = document.getElementById("id_time_zone");

if (hidden) hidden.value = here;
if (offer && [...chosen.options].some((option) => option.value === here) && chosen.value !== here) {
  offer.textContent = `Use this browser’s: ${here.replaceAll("_", " ")}`;
  offer.hidden = false;
  offer.addEventListener("click", () => {
    chosen.value = here;
    chosen.form.requestSubmit();
  });
}
