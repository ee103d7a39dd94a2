import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { declaredPlaces } from "./declared-places.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const place = declaredPlaces[Number(process.env["EDGEWARD_PLANT"] ?? -1)];

/** The test files that hold declarations, run with the fault of one place; no file is changed. */
export default defineConfig({
  root,
  plugins: [
    {
      name: "planted-fault",
      enforce: "pre",
      load: (id) =>
        place !== undefined && id === `${root}${place.file}`
          ? readFileSync(id, "utf8").replace(place.original, () => place.replacement)
          : null,
    },
  ],
  test: {
    pool: "forks",
    // What was made of a file with one fault would be taken for the file with another.
    fsModuleCache: false,
    isolate: false,
    include: [...new Set(declaredPlaces.map(({ test }) => test))],
    globalSetup: ["test/support/run-folder.ts"],
    testTimeout: 60_000,
    hookTimeout: 240_000,
  },
});
