"use strict";
// Keeps an open page true: asks once a second whether anything changed, and if so takes the new content in.

const EVERY = 1000;
let known = Number(document.body.dataset.revision);

function remember(root) {
  const fields = [...root.querySelectorAll("textarea, input, select")].filter((field) => field.id && field.value !== field.defaultValue);
  const open = [...root.querySelectorAll("details")].map((details, index) => [details.id || index, details.open]);
  return { values: fields.map((field) => [field.id, field.value]), open: new Map(open), focus: document.activeElement?.id };
}

function restore(root, memory) {
  [...root.querySelectorAll("details")].forEach((details, index) => {
    const open = memory.open.get(details.id || index);
    if (open !== undefined && details.classList.contains("quiet-form")) details.open = open;
  });
  for (const [id, value] of memory.values) {
    const field = document.getElementById(id);
    if (field && root.contains(field)) field.value = value;
  }
  if (memory.focus) document.getElementById(memory.focus)?.focus({ preventScroll: true });
}

async function refresh() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [from, to] = [fresh.getElementById("live"), document.getElementById("live")];
  if (!from || !to || from.innerHTML === to.innerHTML) return;
  const memory = remember(to);
  to.replaceChildren(...from.childNodes);
  restore(to, memory);
}

async function look() {
  try {
    const { revision } = await (await fetch("/-/revision")).json();
    if (revision !== known) {
      known = revision;
      await refresh();
    }
  } catch {
    // The server is gone for now; the next look will tell.
  }
  setTimeout(look, EVERY);
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});

document.addEventListener("click", (event) => {
  const filler = event.target.closest("[data-fill]");
  if (filler) {
    const field = document.getElementById(filler.dataset.fill);
    field.value = filler.dataset.value;
    field.focus();
  }
  const row = event.target.closest("tr[data-line] .number")?.closest("tr");
  if (row) {
    const details = row.closest(".file").querySelector(".line-form");
    const form = details.querySelector("form");
    details.open = true;
    form.elements.line.value = row.dataset.line;
    form.elements.side.value = row.dataset.side;
    form.elements.body.focus();
  }
});

setTimeout(look, EVERY);
