import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = join(root, "branch-node", "src", "process.ts");
// Each loads a library of its own from beside its files, so it stays where it is.
const nativePackages = new Set([
  "better-sqlite3",
  "@napi-rs/canvas",
  "@node-rs/argon2",
  "serialport",
  "usb",
]);

/** What a file looks for beside itself, it finds there still: migrations, fonts, and the programs that it starts. */
const keepPlaces: Plugin = {
  name: "keep-places",
  enforce: "pre",
  resolveId: (source, importer) => {
    if (importer === undefined || !nativePackages.has(source)) return null;
    return { id: createRequire(importer).resolve(source), external: "absolute" };
  },
  transform: (code, file) => {
    if (!code.includes("import.meta.")) return null;
    const place = JSON.stringify(pathToFileURL(file).href);
    return {
      code: code
        .replaceAll("import.meta.url", place)
        .replaceAll(/import\.meta\s*\.resolve\(/gu, `resolveFrom(${place},`),
      map: null,
    };
  },
};

const resolveFrom = `import { createRequire as requireFrom } from "node:module";
import { pathToFileURL as toUrl } from "node:url";
const resolveFrom = (place, name) => toUrl(requireFrom(place).resolve(name)).href;`;

/**
 * Writes the branch's program as a few files where it is hundreds: to find and read each costs some 10 ms on the
 * emulated machine, which is most of its start. What runs is the same. The file to start.
 */
export async function writeBranchProgram(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [keepPlaces],
    ssr: { noExternal: true },
    build: {
      ssr: program,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: "node24",
      rolldownOptions: {
        output: {
          banner: resolveFrom,
          entryFileNames: "branch.mjs",
          chunkFileNames: "[name]-[hash].mjs",
        },
      },
    },
  });
  return join(folder, "branch.mjs");
}
