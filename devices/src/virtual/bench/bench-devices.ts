import type { BenchDevice } from "./bench-page.ts";
import type { KioskPairingFault, KioskPhase, VirtualKiosk } from "#virtual/kiosk/kiosk.ts";
import type {
  VirtualLabelPrinter,
  VirtualLabelPrinterChange,
} from "#virtual/label/label-printer.ts";
import type { VirtualPrinter } from "#virtual/printer.ts";
import type { VirtualPrinterChange } from "#virtual/printer-options.ts";
import type { VirtualScanner } from "#virtual/scanner.ts";

const ready: VirtualPrinterChange = {
  paperOut: false,
  paperLow: false,
  coverOpen: false,
  offline: false,
  slowMsPerKb: 0,
};

type Actions<Change> = Readonly<Record<string, readonly [text: string, change: Change]>>;

/** What the buttons of the receipt printer do to it. */
export const receiptActions: Actions<VirtualPrinterChange> = {
  ready: ["All well", ready],
  paper_out: ["Paper out", { paperOut: true }],
  paper_low: ["Paper low", { paperLow: true }],
  cover_open: ["Cover open", { coverOpen: true }],
  offline: ["Offline", { offline: true }],
  slow: ["Slow", { slowMsPerKb: 2_000 }],
};

/** What the buttons of the label printer do to it. */
export const labelActions: Actions<VirtualLabelPrinterChange> = {
  ready: ["All well", { labelsOut: false, headOpen: false, paused: false, plugged: true }],
  labels_out: ["Labels out", { labelsOut: true }],
  head_open: ["Head open", { headOpen: true }],
  paused: ["Paused", { paused: true }],
  unplug: ["Unplug", { plugged: false }],
};

function buttonsOf(actions: Actions<unknown>): BenchDevice["buttons"] {
  return Object.entries(actions).map(([action, [text]]) => ({ action, text }));
}

/** How the receipt printer is shown. */
export function showReceiptPrinter(
  printer: VirtualPrinter,
  printouts: readonly string[],
): BenchDevice {
  return {
    id: "receipt",
    title: "Receipt printer",
    facts: [
      ["Address", `127.0.0.1:${printer.port}`],
      ["Model", "Epson TM-m30"],
      ["Drawer opened", String(printer.drawerKicks())],
    ],
    screen: null,
    field: null,
    buttons: [...buttonsOf(receiptActions), { action: "power_cut", text: "Power cut" }],
    printouts,
  };
}

/** What kind of label printer it is, in words. */
export function labelKind({ speech }: Pick<VirtualLabelPrinter, "speech">): string {
  return `${speech.language.toUpperCase()}, ${speech.dpi} dpi`;
}

/** How the label printer is shown. */
export function showLabelPrinter(
  printer: VirtualLabelPrinter,
  printouts: readonly string[],
): BenchDevice {
  return {
    id: "label",
    title: "Label printer",
    facts: [
      ["Address", `127.0.0.1:${printer.port}`],
      ["Kind", labelKind(printer)],
    ],
    screen: null,
    field: null,
    buttons: buttonsOf(labelActions),
    printouts,
  };
}

/** How the scanner is shown. */
export function showScanner(scanner: VirtualScanner): BenchDevice {
  const path = scanner.path === null ? [] : ([["Serial port", scanner.path]] as const);
  return {
    id: "scanner",
    title: "Scanner",
    facts: [
      ["Serial server", `127.0.0.1:${scanner.port}`],
      ...path,
      ["Read by", scanner.isHeard() ? "the branch" : "nobody"],
    ],
    screen: null,
    field: "Code to scan",
    buttons: [{ action: "scan", text: "Scan" }],
    printouts: [],
  };
}

const phaseWords: Readonly<Record<KioskPhase, readonly [state: string, text: string]>> = {
  unpaired: ["Waiting for pairing", "Ask the desk for a code."],
  connecting: ["Connecting", "One moment."],
  paired: ["Paired", "Welcome. Touch to begin."],
  locked: ["Locked", "This device has been locked. Please go to the desk."],
  revoked: ["Taken away", "The branch has removed this device. Its key is gone; ask for a code."],
  wiped: ["Wiped", "Its key and name are gone. Ask the desk for a code."],
  offline: ["Offline", "The network cable is out."],
  unreachable: ["Unreachable", "The branch does not answer. It is tried again every second."],
};

const vitalFaultText: Readonly<Record<KioskPairingFault, string>> = {
  wrong_code: "That code is not known, was used already, or is older than ten minutes.",
  too_many: "Too many wrong codes. Wait a little.",
  no_code: "The branch gave no code. It gives none for a kiosk that is locked.",
  unreachable: "The branch cannot be reached.",
};

/** How the kiosk is shown. @param canTake whether the page may fetch a code for it by itself */
export function showKiosk(kiosk: VirtualKiosk, canTake: boolean): BenchDevice {
  const { phase, fault, name, branchName, heartbeats } = kiosk.screen;
  const [state, text] = phaseWords[phase];
  const take = canTake ? [{ action: "take", text: "Register and pair by itself" }] : [];
  return {
    id: "kiosk",
    title: "Kiosk",
    facts: [
      ["Branch", kiosk.branchUrl],
      ["Name", name === null ? "none" : `${name}, ${branchName ?? ""}`],
      ["Heartbeats", String(heartbeats)],
    ],
    screen: { state, text: fault === null ? text : vitalFaultText[fault] },
    field: "One-time code or pairing address",
    buttons: [
      { action: "pair", text: "Pair" },
      ...take,
      { action: "offline", text: "Offline" },
      { action: "online", text: "Online" },
      { action: "wipe", text: "Wipe" },
    ],
    printouts: [],
  };
}
