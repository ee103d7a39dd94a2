import type { Express } from "@edgeward/shared/http/express.ts";
import { builtAssets, builtPage, builtPagePolicy } from "@edgeward/shared/http/built-pages.ts";

// It asks the branch over HTTPS from a page that came over HTTP: another origin, and the only one of its kind.
const trustPolicy = builtPagePolicy.replace("connect-src 'self'", "connect-src 'self' https:");

/** The addresses of the desk's pages: each of them is its one document, which then draws the page that is asked for. */
export const deskAddresses: readonly string[] = [
  "/desk",
  "/today",
  "/my-patients",
  "/vitals",
  "/appointments{/*rest}",
  "/patients{/*rest}",
  "/visits/:visit",
  "/ward",
  "/emergency",
  "/billing",
  "/billing/invoices/:invoice",
  "/claims",
  "/claims/:claim",
  "/claims/preauth/:preauth",
  "/shift",
  "/revenue{/*rest}",
  "/lab",
  "/lab/orders/:order",
  "/radiology",
  "/radiology/studies/:study",
  "/pharmacy",
  "/pharmacy/counter",
  "/pharmacy/prescriptions/:prescription",
  "/pharmacy/dispenses/:dispense",
  "/stores",
  "/stores/stock/:batch",
  "/stores/orders/:purchase",
  "/stores/orders/:purchase/receive",
  "/stores/receipts/:receipt",
  "/stores/items",
  "/stores/items/:item",
  "/stores/suppliers",
  "/stores/suppliers/:supplier",
  "/stores/opening",
  "/attention",
  "/settings/:area",
];

/** Serves the branch's pages from the folder into which they were built. */
export function mountPages(app: Express, folder: string): void {
  const desk = builtPage(folder, "desk.html");
  // Whose day begins where is known when somebody has signed in.
  app.get("/", (_request, response) => response.redirect("/desk"));
  for (const address of deskAddresses) app.get(address, desk);
  app.get("/kiosk", builtPage(folder, "kiosk.html"));
  app.get("/bedside", builtPage(folder, "bedside.html"));
  app.get("/kit", builtPage(folder, "kit.html"));
  app.get("/trust", builtPage(folder, "trust.html", trustPolicy));
  app.get("/display/:code", builtPage(folder, "display.html"));
  app.use("/ui", builtAssets(folder));
}
