import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";
import { makePageFonts } from "./page-fonts/page-fonts.ts";
import { preloadFonts } from "./page-fonts/preload.ts";

const fonts = fileURLToPath(new URL("dist/page-fonts", import.meta.url));

// What several pages share stands together: each file for itself would bring its own headers, and be packed less well.
const groups = [
  { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: "floor",
    test: /\/ui\/(?:wire\/(?:read|room-text|shown-names)|net\/(?:backoff|live-socket|secure-address)|i18n\/(?:text|floor-text|language-choice|language-names|isolated)|test-names-screens)\.|\/department-text\./,
  },
  {
    name: "scanning",
    test: /\/ui\/scan\/(?:scans|keyboard-scans|scan-bus|scan-claim|may-use-camera)\.|\/devices\/src\/scanner\//,
  },
];

// Shapes are set up where their library is: in a file that comes before any in which one is made.
const consoleGroups = [{ name: "shapes", test: /\/ui\/wire\/plain-shapes\.|node_modules\/zod\// }];

const branchPages = ["desk", "display", "kiosk", "bedside", "trust", "kit"];

/**
 * Builds the pages that the branch node serves: plain HTML entries, everything else under /ui/assets. In the mode `console`
 * it builds the one that the hub serves, for itself: what it shares with the desk would otherwise cut the desk's files in two.
 */
export default defineConfig(async ({ mode }) => {
  await makePageFonts(fonts);
  return {
    root: "src/ui",
    base: "/ui/",
    resolve: { alias: [{ find: /^page-fonts\//u, replacement: `${fonts}/` }] },
    plugins: [
      react(),
      preloadFonts(),
      // Once, at build: a small machine must not press every file anew for every screen.
      compression({
        algorithms: ["gzip", "brotliCompress"],
        include: /\.(?:html|css|js|mjs|svg|ttf|wasm)$/u,
        threshold: 1024,
      }),
    ],
    // A worker is a file of ours like every other, and not a text that becomes one.
    worker: { format: "es" as const },
    build: {
      outDir: mode === "console" ? "../../dist/ui/console" : "../../dist/ui",
      emptyOutDir: true,
      target: "es2022",
      // Nothing as a data: address, so that a strict content security policy can stay strict.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: (mode === "console" ? ["console"] : branchPages).map(
          (page) => `src/ui/${page}.html`,
        ),
        output: { codeSplitting: { groups: mode === "console" ? consoleGroups : groups } },
      },
    },
  };
});
