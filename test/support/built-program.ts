import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { madeOnce } from "./made-once.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The programs that tests start as processes of their own, each with its first file. */
const programs = {
  hub: join(root, "hub", "src", "process.ts"),
  branch: join(root, "branch-node", "src", "process.ts"),
  edgeward: join(root, "bin", "edgeward.ts"),
} as const;

/** One of the programs. */
type ProgramName = keyof typeof programs;

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

/** Writes programs as a few files where their sources are hundreds. What runs is the same. */
export async function writePrograms(
  folder: string,
  names: readonly ProgramName[],
): Promise<(name: ProgramName) => string> {
  // Loaded where it is wanted: most that start a program find it built.
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [keepPlaces],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: "node24",
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, programs[name]])),
        output: {
          banner: resolveFrom,
          entryFileNames: "[name].mjs",
          chunkFileNames: "[name]-[hash].mjs",
        },
      },
    },
  });
  return (name) => join(folder, `${name}.mjs`);
}

/**
 * The file to start a program by. To find and read hundreds of sources is two thirds of the processor time of a start
 * (hub 0.8 -> 0.25 s, branch 0.9 -> 0.35 s), and the tests start some three hundred processes. That the sources
 * themselves run is seen wherever a test starts the product by `npm start`.
 */
export async function builtProgram(name: ProgramName): Promise<string> {
  const folder = await madeOnce("programs", async (to) => {
    await writePrograms(to, ["hub", "branch", "edgeward"]);
  });
  return join(folder, `${name}.mjs`);
}
