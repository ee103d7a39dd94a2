import { createRoot } from "react-dom/client";
import { DeviceGate, DeviceStoreProvider } from "#ui/device/device-gate.tsx";
import { DeviceStore } from "#ui/device/device-store.ts";
import { ScansProvider } from "#ui/scan/scans.tsx";
import { KioskLanguage, storedSpeech } from "./kiosk-language.tsx";
import { Kiosk } from "./kiosk.tsx";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/style/kiosk.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
const initial = await storedSpeech();
createRoot(root).render(
  <KioskLanguage initial={initial}>
    <ScansProvider>
      <DeviceStoreProvider value={new DeviceStore("kiosk")}>
        <DeviceGate>
          <Kiosk />
        </DeviceGate>
      </DeviceStoreProvider>
    </ScansProvider>
  </KioskLanguage>,
);
