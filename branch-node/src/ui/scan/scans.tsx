import {
  createContext,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { hearKeyboardScans } from "./keyboard-scans.ts";
import { ScanBus, type ScanListener } from "./scan-bus.ts";
import { ScanClaim } from "./scan-claim.ts";

interface Scans {
  readonly bus: ScanBus;
  readonly claim: ScanClaim;
}

const ScansContext = createContext<Scans | null>(null);

function useScansOfPage(): Scans {
  const scans = useContext(ScansContext);
  if (scans === null) throw new Error("the page was drawn without its scans");
  return scans;
}

/** Where the page's scans come together. */
export function useScanBus(): ScanBus {
  return useScansOfPage().bus;
}

/** What the page wants of the branch's own scanners. */
export function useScanClaim(): ScanClaim {
  return useScansOfPage().claim;
}

/** Hears the keyboard's scanners for its children, and hands every scan to whoever listens. */
export function ScansProvider({ children }: { readonly children: ReactNode }) {
  const [scans] = useState(() => ({ bus: new ScanBus(), claim: new ScanClaim(localStorage) }));
  useEffect(() => hearKeyboardScans((text) => scans.bus.hear(text)), [scans]);
  return <ScansContext value={scans}>{children}</ScansContext>;
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

// Whoever asks has the scanner in the hand. A window that waits longer would take a colleague's scan.
const patienceMs = 30_000;

/** How a part of the page asks for the next scan. */
export interface NextScan {
  readonly isAsking: boolean;
  /** Whether the scan comes here by now: before the branch has heard of it, it goes to another window. */
  readonly isReady: boolean;
  readonly ask: () => void;
  readonly cancel: () => void;
}

/** Lets a part of the page ask for the next scan of any kind, for half a minute. @param onScan has that one scan, and no other */
export function useNextScan(onScan: (text: string) => void): NextScan {
  const { bus, claim } = useScansOfPage();
  const [isAsking, setAsking] = useState(false);
  const isHeld = useSyncExternalStore(claim.subscribe, claim.isHeld);
  const current = useRef(onScan);
  useEffect(() => {
    current.current = onScan;
  }, [onScan]);
  useEffect(() => {
    if (!isAsking) return undefined;
    const stopAsking = claim.ask();
    const stopListening = bus.listen((text) => {
      stopListening();
      setAsking(false);
      current.current(text);
      return true;
    });
    const timer = setTimeout(() => setAsking(false), patienceMs);
    return () => {
      clearTimeout(timer);
      stopListening();
      stopAsking();
    };
  }, [bus, claim, isAsking]);
  return {
    isAsking,
    isReady: isAsking && isHeld,
    ask: () => setAsking(true),
    cancel: () => setAsking(false),
  };
}
