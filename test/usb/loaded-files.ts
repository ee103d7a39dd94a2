// Preloaded into a program and those it starts: notes each file that is loaded, a line each, in EDGEWARD_LOADED_FILES.
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

const list = process.env["EDGEWARD_LOADED_FILES"];

registerHooks({
  load: (url, context, nextLoad) => {
    if (list !== undefined && url.startsWith("file:")) {
      appendFileSync(list, `${fileURLToPath(url)}\n`);
    }
    return nextLoad(url, context);
  },
});
