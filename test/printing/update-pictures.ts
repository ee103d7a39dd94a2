import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { bitmapOf, oneBitPng } from "./bitmap.ts";
import { goldenSlips } from "./slips.ts";
import { goldenDocuments, picturesOf } from "./golden-documents.ts";

// Run by hand after a change that is meant, then look at every picture that changed: `node test/printing/update-pictures.ts [name…]`.
const folder = new URL("pictures/", import.meta.url);
const wanted = process.argv.slice(2);

await mkdir(folder, { recursive: true });
const documents = goldenDocuments.map(({ name, request }) => ({
  name,
  pictures: () => picturesOf(request),
}));

for (const { name, pictures: draw } of [...documents, ...goldenSlips]) {
  if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue;
  for (const old of await readdir(folder)) {
    if (old.startsWith(`${name}-`)) await rm(new URL(old, folder));
  }
  const pictures = await draw();
  for (const [index, picture] of pictures.entries()) {
    const file = new URL(`${name}-${index + 1}.png`, folder);
    await writeFile(file, oneBitPng(await bitmapOf(picture)));
  }
}
