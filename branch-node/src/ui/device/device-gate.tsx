import {
  createContext,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type FormEvent,
  type ReactNode,
} from "react";
import { readScannedCode } from "@edgeward/devices/scanner/scanned-code.ts";
import { useFloorSay, type FloorTextId } from "#ui/i18n/floor-text.ts";
import { useScans } from "#ui/scan/scans.tsx";
import { screenNames } from "#ui/test-names-screens.ts";
import { InsecureNotice } from "./insecure-notice.tsx";
import type { DeviceState, DeviceStore, PairingFault } from "./device-store.ts";

const StoreContext = createContext<DeviceStore | null>(null);

/** Hands the device's store to its page. */
export const DeviceStoreProvider = StoreContext.Provider;

/** The device's store. */
export function useDeviceStore(): DeviceStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error("the page was drawn without its device");
  return store;
}

function useDevice(): DeviceState {
  const store = useDeviceStore();
  return useSyncExternalStore(store.subscribe, store.get);
}

const faultTexts: Readonly<Record<PairingFault, FloorTextId>> = {
  wrongCode: "device.wrongCode",
  tooMany: "device.tooMany",
  unreachable: "device.unreachable",
};

/** The code behind the address's `#`, where a scanned QR code has put it; taken out of the address at once. */
function codeOfAddress(): string {
  const code = new URLSearchParams(globalThis.location.hash.slice(1)).get("pair") ?? "";
  if (code !== "") history.replaceState(null, "", globalThis.location.pathname);
  return code;
}

function usePairing() {
  const store = useDeviceStore();
  const [code, setCode] = useState(codeOfAddress);
  const [fault, setFault] = useState<PairingFault | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function pair(given: string): Promise<void> {
    if (isBusy || given === "") return;
    setBusy(true);
    setFault(await store.pair(given));
    setBusy(false);
  }

  useScans((text) => {
    const scanned = readScannedCode(text, new Date().getFullYear());
    if (scanned.kind !== "pairing") return false;
    setCode(scanned.pairingCode);
    void pair(scanned.pairingCode);
    return true;
  });
  return { code, setCode, fault, isBusy, pair };
}

function PairingForm() {
  const say = useFloorSay();
  const { code, setCode, fault, isBusy, pair } = usePairing();
  function submit(event: FormEvent): void {
    event.preventDefault();
    void pair(code.trim());
  }
  return (
    <form className="device-card" onSubmit={submit}>
      <h1>{say("device.pair")}</h1>
      <p>{say("device.lead")}</p>
      <label className="device-field">
        <span>{say("device.code")}</span>
        <input
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-describedby="device-code-hint"
          data-testid={screenNames.deviceCode}
        />
      </label>
      <p id="device-code-hint" className="muted">
        {say("device.codeHint")}
      </p>
      {fault === null ? null : (
        <p className="notice notice-danger" role="alert" data-testid={screenNames.fault}>
          {say(faultTexts[fault])}
        </p>
      )}
      <button type="submit" className="device-button" data-testid={screenNames.pairDevice}>
        {say(isBusy ? "device.pairing" : "device.pair")}
      </button>
    </form>
  );
}

function Message({ title, lead }: { readonly title: FloorTextId; readonly lead?: FloorTextId }) {
  const say = useFloorSay();
  return (
    <section className="device-card" aria-live="polite" data-testid={screenNames.deviceMessage}>
      <h1>{say(title)}</h1>
      {lead === undefined ? null : <p>{say(lead)}</p>}
    </section>
  );
}

/** Shows its children while the device is let in; otherwise why it is not, and nothing of what was there. */
export function DeviceGate({ children }: { readonly children: ReactNode }) {
  const store = useDeviceStore();
  const { phase } = useDevice();
  useEffect(() => void store.start(), [store]);
  if (phase === "ready") return children;
  return (
    <main className="device-page">
      {phase === "starting" ? <Message title="device.starting" /> : null}
      {phase === "insecure" ? <InsecureNotice /> : null}
      {phase === "unpaired" ? <PairingForm /> : null}
      {phase === "locked" ? <Message title="device.locked" lead="device.lockedLead" /> : null}
      {phase === "unreachable" ? <Message title="device.unreachable" /> : null}
    </main>
  );
}
