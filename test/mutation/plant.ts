import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { places } from "./places.ts";

// Loaded before anything else: the program that is judged has the fault of one place, and no file is changed.
const place = places[Number(process.env["EDGEWARD_PLANT"] ?? -1)];

if (place !== undefined) {
  const file = fileURLToPath(new URL(`../../${place.file}`, import.meta.url));
  registerHooks({
    load: (url, context, next) => {
      if (!url.startsWith("file:") || fileURLToPath(url) !== file) return next(url, context);
      const source = readFileSync(file, "utf8").replace(place.original, () => place.replacement);
      return { format: "module-typescript", source, shortCircuit: true };
    },
  });
}
