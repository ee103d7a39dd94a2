/** Where a scanner hangs, as the registry keeps it. */
export type ScannerConnection =
  | { readonly kind: "usb"; readonly usb_vid: string; readonly usb_pid: string }
  | { readonly kind: "serial"; readonly path: string }
  | { readonly kind: "network"; readonly host: string; readonly port?: number };

/**
 * Reads a scanner's address as somebody types it: `05e0:1200` for USB, `/dev/ttyACM0` or `COM3` for a serial port,
 * `10.0.0.7:4001` for a serial server. Null for nothing.
 */
export function readScannerAddress(typed: string): ScannerConnection | null {
  const address = typed.trim();
  if (address === "") return null;
  const [, usb_vid, usb_pid] = /^([0-9a-f]{4}):([0-9a-f]{4})$/iu.exec(address) ?? [];
  if (usb_vid !== undefined && usb_pid !== undefined) {
    return { kind: "usb", usb_vid: usb_vid.toLowerCase(), usb_pid: usb_pid.toLowerCase() };
  }
  if (/^(?:\/|COM\d)/iu.test(address)) return { kind: "serial", path: address };
  const [, host = address, port] = /^(.+):(\d{1,5})$/u.exec(address) ?? [];
  return { kind: "network", host, ...(port === undefined ? {} : { port: Number(port) }) };
}
