import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { hearKeyboardScans } from "./keyboard-scans.ts";
import { ScanBus, type ScanListener } from "./scan-bus.ts";

const BusContext = createContext<ScanBus | null>(null);

/** Where the page's scans come together. */
export function useScanBus(): ScanBus {
  const bus = useContext(BusContext);
  if (bus === null) throw new Error("the page was drawn without its scans");
  return bus;
}

/** Hears the keyboard's scanners for its children, and hands every scan to whoever listens. */
export function ScansProvider({ children }: { readonly children: ReactNode }) {
  const [bus] = useState(() => new ScanBus());
  useEffect(() => hearKeyboardScans((text) => bus.hear(text)), [bus]);
  return <BusContext value={bus}>{children}</BusContext>;
}

/** Listens to scans as long as the component is there; the newest listener that takes a scan has it. */
export function useScans(listener: ScanListener): void {
  const bus = useScanBus();
  const current = useRef(listener);
  useEffect(() => {
    current.current = listener;
  }, [listener]);
  useEffect(() => bus.listen((text) => current.current(text)), [bus]);
}
