/** A device that was found, with what is needed to register it. */
export interface FoundDevice {
  readonly source: "mdns" | "subnet" | "serial" | "usb";
  /** What it calls itself, or where it is. */
  readonly name: string;
  /** Null for one that does not report it. */
  readonly serialNo: string | null;
  readonly vendor: string | null;
  readonly connection:
    | {
        readonly kind: "network" | "ipp";
        readonly host: string;
        readonly port: number;
        readonly path?: string;
      }
    | { readonly kind: "serial"; readonly path: string }
    | { readonly kind: "usb"; readonly usb_vid: string; readonly usb_pid: string };
}
