import { createRoot } from "react-dom/client";
import { deskCatalog } from "#ui/i18n/desk-catalog.ts";
import { storedLanguage } from "#ui/i18n/language.tsx";
import { DeviceStore } from "#ui/device/device-store.ts";
import { createDeskClient, createQueryClient } from "#ui/net/api.ts";
import { SessionStore } from "#ui/net/session.ts";
import { BedsideApp } from "./bedside-app.tsx";
import "#ui/wire/plain-shapes.ts";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/kit/kit.css";
import "#ui/style/desk.css";
import "#ui/style/patient.css";
import "#ui/style/kiosk.css";
import "#ui/style/care.css";
import "#ui/style/scan.css";

const device = new DeviceStore("bedside_tablet");
const session = new SessionStore(sessionStorage);
const queries = createQueryClient();
const client = createDeskClient(session, () => device.get().token?.device.id ?? null);

// A tablet that may no longer act shows nobody's records: not when it is locked, and not when it is let in again.
device.subscribe(() => {
  const { phase } = device.get();
  if (phase !== "locked" && phase !== "unpaired") return;
  queries.clear();
  if (session.get().current !== null) void session.signOut();
});

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
const initialLanguage = await storedLanguage(deskCatalog);
createRoot(root).render(
  <BedsideApp
    device={device}
    services={{ session, client }}
    queries={queries}
    initialLanguage={initialLanguage}
  />,
);
