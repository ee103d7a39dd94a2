import type { HtmlTagDescriptor, Plugin } from "vite";

// The fonts of each page's first picture; what is not named here is fetched when it is needed.
const firstFonts: Readonly<Record<string, readonly string[]>> = {
  "desk.html": ["latin-400", "latin-600"],
  "display.html": ["latin-600", "board-600"],
  "kiosk.html": ["latin-600"],
  "bedside.html": ["latin-400", "latin-600"],
  "console.html": ["latin-400", "latin-600"],
};

/** Has each page ask for the fonts of its first picture at once, and not when its style sheet has come. */
export function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler(_html, { path, bundle }) {
        const wanted = firstFonts[path.split("/").at(-1) ?? ""] ?? [];
        const files = Object.keys(bundle ?? {});
        return wanted.map((name): HtmlTagDescriptor => {
          const file = files.find((each) => each.startsWith(`assets/${name}-`));
          if (file === undefined) throw new Error(`the font ${name} was not built`);
          const attrs = {
            rel: "preload",
            as: "font",
            type: "font/ttf",
            href: `/ui/${file}`,
            crossorigin: "",
          };
          return { tag: "link", attrs, injectTo: "head" };
        });
      },
    },
  };
}
