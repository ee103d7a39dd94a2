import { labelModels, labelPrinterOf } from "@edgeward/devices/model/label-models.ts";
import { printerModels } from "@edgeward/devices/model/printer-models.ts";
import {
  printingProfiles,
  type DriverProfile,
  type PrinterRole,
} from "@edgeward/shared/clinical/devices/device-values.contract.ts";
import type { DiscoveredDevice } from "@edgeward/shared/clinical/devices/discovered-devices.contract.ts";
import type { RegisterBody } from "./device-queries.ts";

/** The ways of reaching a printer that can be typed in. */
export const connectionChoices = ["network", "serial", "usb", "ipp", "spooler"] as const;

/** One way of reaching a printer. */
export type ConnectionChoice = (typeof connectionChoices)[number];

/** What the bits of a serial port can come to besides nothing. */
export const parities = ["even", "odd"] as const;

/** The ways of stopping a serial line besides the usual wire. */
export const flowControls = ["xon_xoff", "none"] as const;

/** A printer as somebody types it in. */
export interface DeviceDraft {
  readonly name: string;
  readonly serialNo: string;
  /** A model's id, or a driver profile for a printer of which no more is known. */
  readonly kind: string;
  readonly connection: ConnectionChoice;
  /** `host`, `host:port`, a port of the machine, `vendor:product`, or the name of a queue. */
  readonly address: string;
  /** Of a serial port, in bits a second; the usual one when empty. */
  readonly baud: string;
  /** Of a serial port; none when empty. */
  readonly parity: (typeof parities)[number] | "";
  /** Of a serial port; by a wire when empty. */
  readonly flowControl: (typeof flowControls)[number] | "";
  /** Of IPP. */
  readonly isEncrypted: boolean;
  readonly roles: readonly PrinterRole[];
}

const labelRoles: readonly PrinterRole[] = ["label", "lab_label", "wristband"];
const pageRoles: readonly PrinterRole[] = ["prescription", "discharge", "report"];

/** What a kind of printer is usually for: no slip comes out of a label printer. */
function usualRoles(kind: string): readonly PrinterRole[] {
  const profile = profileOf(kind);
  if (labelPrinterOf(profile, null) !== null) return labelRoles;
  return profile === "pdf_spooler" ? pageRoles : ["token"];
}

/** A draft of another kind of printer; what it is for follows, unless somebody has chosen that already. */
export function draftOfKind(draft: DeviceDraft, kind: string): DeviceDraft {
  const isUsual = draft.roles.join() === usualRoles(draft.kind).join();
  return { ...draft, kind, roles: isUsual ? usualRoles(kind) : draft.roles };
}

/** Nothing typed yet: a receipt printer on the network that prints tokens. */
export const emptyDraft: DeviceDraft = {
  name: "",
  serialNo: "",
  kind: "escpos_80",
  connection: "network",
  address: "",
  baud: "",
  parity: "",
  flowControl: "",
  isEncrypted: false,
  roles: ["token"],
};

/** Printers of which only the language is known. */
export const plainKinds = printingProfiles;

/** Every model that can be chosen by what is printed on its box. */
export const knownModels = [...printerModels, ...labelModels];

function addressOf({ host = "", port, path, usb_vid, usb_pid }: DiscoveredDevice["connection"]) {
  if (usb_vid !== undefined) return `${usb_vid}:${usb_pid ?? ""}`;
  if (host === "") return path ?? "";
  return `${host}${port === undefined ? "" : `:${port}`}${path ?? ""}`;
}

/** What is known of a printer that was found; what kind it is, somebody has to say. */
export function draftOfFound(found: DiscoveredDevice): Partial<DeviceDraft> {
  const { connection, name, serial_no: serialNo } = found;
  return {
    name: name.slice(0, 100),
    serialNo: (serialNo ?? "").slice(0, 64),
    connection: connection.kind,
    address: addressOf(connection),
    ...(connection.kind === "ipp" ? { kind: "pdf_spooler" } : {}),
  };
}

function profileOf(kind: string): DriverProfile {
  const model = knownModels.find(({ id }) => id === kind);
  if (model !== undefined) return model.driverProfile;
  return plainKinds.find((plain) => plain === kind) ?? "escpos_80";
}

function networkPlace(address: string) {
  const [host = "", port] = address.trim().split(/:(?=\d+$)/u);
  return { host, ...(port === undefined ? {} : { port: Number(port) }) };
}

function ippPlace(address: string) {
  const [place = "", ...path] = address.trim().split("/");
  const rest = path.length === 0 ? {} : { path: `/${path.join("/")}` };
  return { ...networkPlace(place), ...rest };
}

function lineOf({ baud, parity, flowControl }: DeviceDraft) {
  return {
    ...(baud === "" ? {} : { baud: Number(baud) }),
    ...(parity === "" ? {} : { parity }),
    ...(flowControl === "" ? {} : { flow_control: flowControl }),
  };
}

function connectionOf(draft: DeviceDraft) {
  const { connection: kind, address } = draft;
  if (kind === "network") return { kind, ...networkPlace(address) };
  if (kind === "ipp") {
    return { kind, ...ippPlace(address), ...(draft.isEncrypted ? { tls: true } : {}) };
  }
  if (kind === "usb") {
    const [usb_vid = "", usb_pid = ""] = address.trim().toLowerCase().split(":");
    return { kind, usb_vid, usb_pid };
  }
  const path = address.trim();
  return kind === "serial" ? { kind, path, ...lineOf(draft) } : { kind, path };
}

/** What is sent for a draft. What is wrong with it, the server says, field by field. */
export function registerBodyOf(draft: DeviceDraft): RegisterBody {
  const model = knownModels.find(({ id }) => id === draft.kind);
  const receiptPrinter = printerModels.find(({ id }) => id === draft.kind);
  const capabilities = [
    ...(receiptPrinter?.hasCutter === true ? ["cut" as const] : []),
    ...(receiptPrinter?.hasDrawer === true ? ["drawer" as const] : []),
  ];
  return {
    device_type: "printer",
    driver_profile: profileOf(draft.kind),
    serial_no: draft.serialNo,
    ...(draft.name.trim() === "" ? {} : { name: draft.name }),
    ...(model === undefined ? {} : { model: model.id, vendor: model.vendor }),
    connection: connectionOf(draft),
    roles: [...draft.roles],
    capabilities,
  };
}
