/**
 * What the page of the bench does by itself: it takes the parts that change from the server when asked to, so that a
 * text that is being typed stays. Without it the page is loaded again after each button.
 */
export const benchScript = `
"use strict";
let isBusy = false;
let isStale = false;

function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const part of page.querySelectorAll("[data-live]")) {
    const own = document.querySelector('[data-live="' + part.dataset.live + '"]');
    if (own !== null && own.innerHTML !== part.innerHTML) own.replaceChildren(...part.childNodes);
  }
}

async function renew() {
  isStale = isBusy;
  if (isBusy) return;
  isBusy = true;
  try {
    show(await (await fetch("/devices/virtual")).text());
  } catch {
    document.title = "Virtual devices · ended";
  } finally {
    isBusy = false;
  }
  if (isStale) await renew();
}

async function send(event) {
  event.preventDefault();
  const form = event.target;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  // The buttons are called "action", so the form's own property of that name is hidden behind them.
  const answer = await fetch(form.getAttribute("action"), { method: "POST", body });
  if (!answer.ok) return;
  form.reset();
  show(await answer.text());
}

document.addEventListener("submit", (event) => void send(event));
new EventSource("/devices/virtual/events").addEventListener("message", () => void renew());
`;
