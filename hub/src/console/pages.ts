import { builtAssets, builtPage } from "@edgeward/shared/http/built-pages.ts";
import type { Express } from "@edgeward/shared/http/express.ts";

/** The console's pages: each address is its one document, which then draws the page that is asked for. */
const addresses = [
  "/console",
  "/console/branches/:branch",
  "/console/webhooks{/*rest}",
  "/console/holidays",
];

/** Serves the console's pages from the folder into which they were built, beside the branch's. */
export function mountConsolePages(app: Express, folder: string): void {
  const console = builtPage(folder, "console.html");
  app.get("/", (_request, response) => response.redirect("/console"));
  for (const address of addresses) app.get(address, console);
  app.use("/ui", builtAssets(folder));
}
