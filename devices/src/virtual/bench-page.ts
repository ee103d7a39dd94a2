/** A device of the bench, as its page shows it. */
export interface BenchDevice {
  readonly id: string;
  readonly title: string;
  /** What is typed in to register it. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly buttons: readonly { readonly action: string; readonly text: string }[];
  /** The addresses of what came out of it, newest first. */
  readonly papers: readonly string[];
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/gu, (character) => names[character] ?? "");
}

function section(device: BenchDevice): string {
  const facts = device.facts
    .map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`)
    .join("");
  const buttons = device.buttons
    .map(
      ({ action, text }) =>
        `<button name="action" value="${escaped(action)}">${escaped(text)}</button>`,
    )
    .join("");
  const field = device.id === "scanner" ? '<input name="text" aria-label="Code to scan">' : "";
  const papers = device.papers
    .map((address) => `<img src="${escaped(address)}" alt="What came out" loading="lazy">`)
    .join("");
  return `<section aria-label="${escaped(device.title)}"><h2>${escaped(device.title)}</h2>
<dl>${facts}</dl>
<form method="post" action="/devices/virtual/${escaped(device.id)}">${field}${buttons}</form>
<div class="papers">${papers}</div></section>`;
}

/** The page of the bench. It renews itself every other second, without a script. */
export function benchPage(devices: readonly BenchDevice[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="refresh" content="2">
<title>Virtual devices · Edgeward</title><style>
body{font:16px/1.5 system-ui,sans-serif;margin:24px;background:#eef1f1;color:#102a30}
main{display:grid;gap:20px;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));align-items:start}
section{background:#fff;border-radius:10px;padding:18px}h2{margin:0 0 8px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px}dd{margin:0;font-family:monospace}
form{display:flex;flex-wrap:wrap;gap:8px;margin:12px 0}button,input{font:inherit;padding:8px 12px;min-height:40px}
.papers{display:grid;gap:12px;max-height:640px;overflow:auto;background:#d6dddd;padding:12px}
.papers img{max-width:100%;background:#fff}</style></head>
<body><h1>Virtual devices</h1><p>What the branch prints comes out here. Register them on the desk under Devices.</p>
<main>${devices.map((device) => section(device)).join("")}</main></body></html>`;
}
