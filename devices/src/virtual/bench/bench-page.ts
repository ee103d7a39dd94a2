import { createHash } from "node:crypto";

/** A device of the bench, as its page shows it. */
export interface BenchDevice {
  readonly id: string;
  readonly title: string;
  /** What is typed in to register it. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What stands on its screen, if it has one: its state in a word, and the words before whom it stands. */
  readonly screen: { readonly state: string; readonly text: string } | null;
  /** What its text field is for, if it has one. */
  readonly field: string | null;
  readonly buttons: readonly { readonly action: string; readonly text: string }[];
  /** The addresses of what came out of it, newest first. */
  readonly printouts: readonly string[];
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

function factList({ id, facts }: BenchDevice): string {
  const lines = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  return `<dl data-live="${escaped(id)}-facts">${lines.join("")}</dl>`;
}

function screenOf({ id, screen }: BenchDevice): string {
  if (screen === null) return "";
  const [state, text] = [escaped(screen.state), escaped(screen.text)];
  return `<output class="screen" data-live="${escaped(id)}-screen"><strong>${state}</strong><span>${text}</span></output>`;
}

function formOf({ id, field, buttons }: BenchDevice): string {
  const shown = buttons.map(
    ({ action, text }) =>
      `<button name="action" value="${escaped(action)}">${escaped(text)}</button>`,
  );
  const input =
    field === null
      ? ""
      : `<input name="text" aria-label="${escaped(field)}" placeholder="${escaped(field)}" autocomplete="off">`;
  return `<form method="post" action="/devices/virtual/${escaped(id)}">${input}${shown.join("")}</form>`;
}

function printoutsOf({ id, printouts }: BenchDevice): string {
  const pictures = printouts.map(
    (address) => `<img src="${escaped(address)}" alt="What came out" loading="lazy">`,
  );
  return `<div class="printouts" data-live="${escaped(id)}-printouts">${pictures.join("")}</div>`;
}

function section(device: BenchDevice): string {
  return `<section aria-label="${escaped(device.title)}"><h2>${escaped(device.title)}</h2>
${screenOf(device)}${factList(device)}${formOf(device)}${printoutsOf(device)}</section>`;
}

const style = `
body{font:16px/1.5 system-ui,sans-serif;margin:24px;background:#eef1f1;color:#102a30}
main{display:grid;gap:20px;grid-template-columns:repeat(auto-fit,minmax(320px,1fr));align-items:start}
section{background:#fff;border-radius:10px;padding:18px}h2{margin:0 0 8px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px}dd{margin:0;font-family:monospace}
form{display:flex;flex-wrap:wrap;gap:8px;margin:12px 0}button,input{font:inherit;padding:8px 12px;min-height:40px}
.screen{display:grid;gap:6px;align-content:center;text-align:center;min-height:130px;padding:16px;
background:#102a30;color:#fff;border:8px solid #33474d;border-radius:12px;margin-bottom:12px}.screen strong{font-size:1.3rem}
.printouts{display:grid;gap:12px;max-height:640px;overflow:auto;background:#d6dddd;padding:12px}.printouts:empty{display:none}
.printouts img{max-width:100%;background:#fff}`;
const styleHash = createHash("sha256").update(style).digest("base64");

/** What the page may load and do: its own style, script and pictures, and nothing else from anywhere. */
export const benchPolicy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${styleHash}'`,
  "script-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page of the bench. Its script keeps it at what is; without scripts it renews itself every other second. */
export function benchPage(devices: readonly BenchDevice[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<noscript><meta http-equiv="refresh" content="2"></noscript>
<title>Virtual devices · Edgeward</title><style>${style}</style>
<script src="/devices/virtual/bench.js" defer></script></head>
<body><h1>Virtual devices</h1><p>What the branch prints comes out here. Register them on the desk: printers under Devices,
the scanner and the kiosk under Screens and scanners.</p>
<main>${devices.map((device) => section(device)).join("")}</main></body></html>`;
}
