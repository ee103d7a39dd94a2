import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the pages that the branch node serves: plain HTML entries, everything else under /ui/assets. */
export default defineConfig({
  root: "src/ui",
  base: "/ui/",
  plugins: [react()],
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
      input: ["desk", "display", "kiosk", "bedside", "trust"].map((page) => `src/ui/${page}.html`),
    },
  },
});
