import { createHash } from "node:crypto";

const replacements: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text that means itself within HTML, also within an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => replacements[character] ?? "");
}

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
h2 { border-bottom: 2px solid; margin-top: 3rem; }
section { margin-bottom: 3rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid GrayText; padding: .25rem .5rem; text-align: left; vertical-align: top; }
code { overflow-wrap: anywhere; }
pre { border: 1px solid GrayText; overflow-x: auto; padding: .5rem; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** What a page of ours may load: its own style, and nothing else from anywhere. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** A whole page around some HTML. @param body trusted HTML: what came from elsewhere has to be escaped in it */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}
