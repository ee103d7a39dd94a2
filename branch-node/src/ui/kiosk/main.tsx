import { createRoot } from "react-dom/client";
import { DeviceGate, DeviceStoreProvider } from "#ui/device/device-gate.tsx";
import { DeviceStore } from "#ui/device/device-store.ts";
import { LanguageProvider, storedLanguage } from "#ui/i18n/language.tsx";
import { ScansProvider } from "#ui/scan/scans.tsx";
import { Kiosk } from "./kiosk.tsx";
import "#ui/wire/plain-shapes.ts";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/style/kiosk.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
// Whoever chooses Hindi must not see boxes until its letters have come.
for (const weight of [400, 600]) void document.fonts.load(`${weight} 24px "Noto Sans"`, "क");
const initialLanguage = await storedLanguage();
createRoot(root).render(
  <LanguageProvider initial={initialLanguage} title="kiosk.title">
    <ScansProvider>
      <DeviceStoreProvider value={new DeviceStore("kiosk")}>
        <DeviceGate>
          <Kiosk />
        </DeviceGate>
      </DeviceStoreProvider>
    </ScansProvider>
  </LanguageProvider>,
);
