import { Bonjour, type Service } from "bonjour-service";
import type { FoundDevice } from "./found-device.ts";

/** What printers call themselves on the network: bytes on a port, and IPP. */
const serviceTypes = ["pdl-datastream", "ipp"] as const;

function isIp(address: string): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/u.test(address);
}

function textOf(service: Service, name: string): string | null {
  const text: unknown = service.txt;
  if (typeof text !== "object" || text === null) return null;
  const value: unknown = Object.entries(text).find(([key]) => key === name)?.[1];
  return typeof value === "string" && value !== "" ? value : null;
}

function foundDevice(service: Service): FoundDevice {
  const { name, port, type } = service;
  const host = service.addresses?.find(isIp) ?? service.host;
  const path = textOf(service, "rp");
  return {
    source: "mdns",
    name,
    serialNo: textOf(service, "usb_SN") ?? textOf(service, "UUID"),
    vendor: textOf(service, "usb_MFG"),
    connection:
      type === "ipp"
        ? { kind: "ipp", host, port, ...(path === null ? {} : { path: `/${path}` }) }
        : { kind: "network", host, port },
  };
}

/**
 * Asks the network which printers announce themselves, and listens for so many milliseconds. Rejects where there is no
 * network that carries multicast.
 */
export function browsePrinters(listenMs: number): Promise<readonly FoundDevice[]> {
  return new Promise((resolve, reject) => {
    const found = new Map<string, FoundDevice>();
    const bonjour = new Bonjour({}, (error: unknown) => {
      clearTimeout(timer);
      bonjour.destroy();
      reject(error instanceof Error ? error : new Error(String(error)));
    });
    for (const type of serviceTypes) {
      bonjour.find({ type }, (service) => found.set(service.fqdn, foundDevice(service)));
    }
    const timer = setTimeout(() => {
      bonjour.destroy();
      resolve([...found.values()]);
    }, listenMs);
  });
}

/** What a node announces of itself on the network. */
export interface Announcement {
  readonly name: string;
  readonly port: number;
  readonly branchId: string;
  /** The name, ending in `.local`, that leads to this machine's addresses. */
  readonly host: string;
}

/** Announces a branch node as `_edgeward._tcp`; the returned function says goodbye. What goes wrong is notified, not thrown. */
export function announceNode(
  { name, port, branchId, host }: Announcement,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const bonjour = new Bonjour({}, onError);
  const txt = { branch: branchId };
  bonjour.publish({ name, type: "edgeward", port, host, txt, probe: false });
  return () =>
    new Promise<void>((resolve) => {
      bonjour.unpublishAll(() => {
        bonjour.destroy();
        resolve();
      });
    });
}
