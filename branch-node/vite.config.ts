import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compression } from "vite-plugin-compression2";

/** Builds the pages that the branch node serves: plain HTML entries, everything else under /ui/assets. */
export default defineConfig({
  root: "src/ui",
  base: "/ui/",
  plugins: [
    react(),
    // Once, at build: a small machine must not press every file anew for every screen.
    compression({ algorithms: ["gzip", "brotliCompress"], threshold: 1024 }),
  ],
  // A worker is a file of ours like every other, and not a text that becomes one.
  worker: { format: "es" },
  build: {
    outDir: "../../dist/ui",
    emptyOutDir: true,
    target: "es2022",
    // Nothing as a data: address, so that a strict content security policy can stay strict.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["desk", "display", "kiosk", "bedside", "trust", "kit"].map(
        (page) => `src/ui/${page}.html`,
      ),
    },
  },
});
