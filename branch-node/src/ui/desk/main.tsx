import { createRoot } from "react-dom/client";
import { entryCatalog } from "#ui/i18n/entry-catalog.ts";
import { storedLanguage } from "#ui/i18n/language.tsx";
import { AccessReasons } from "#ui/net/access-reasons.ts";
import { createDeskClient, createQueryClient } from "#ui/net/api.ts";
import { SessionStore } from "#ui/net/session.ts";
import { App } from "#ui/desk/session/app.tsx";
import "#ui/wire/plain-shapes.ts";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/kit/kit.css";
import "#ui/style/desk.css";

const session = new SessionStore(sessionStorage);
const queries = createQueryClient();
const reasons = new AccessReasons(sessionStorage);
const services = { session, reasons, client: createDeskClient(session, undefined, reasons) };

// Nothing that one person has read stays on the screen for the next.
let staffId = session.get().current?.signedIn.staff.id;
session.subscribe(() => {
  const nextId = session.get().current?.signedIn.staff.id;
  if (nextId !== staffId) {
    queries.clear();
    reasons.clear();
    // Nor does an address lead the next person to whom the last one looked at.
    if (staffId !== undefined) history.replaceState(null, "", "/desk");
  }
  staffId = nextId;
});

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
const initialLanguage = await storedLanguage(entryCatalog);
createRoot(root).render(
  <App services={services} queries={queries} initialLanguage={initialLanguage} />,
);
