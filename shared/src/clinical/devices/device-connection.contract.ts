import * as z from "zod";
import { enumOf, int, str } from "#contract/fields.ts";
import { patternField } from "#contract/text-field.ts";
import { connectionKinds, serialFlowControls, serialParities } from "./device-values.contract.ts";

const usbId = patternField(/^[0-9a-f]{4}$/u, "must be four hexadecimal digits, such as 04b8");
const hostName = patternField(
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/u,
  "must be a host name or an IP address",
);

const fingerprint = patternField(
  /^([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}$/u,
  "must be the SHA-256 of a certificate, 64 hexadecimal digits with or without colons",
);

type Kind = (typeof connectionKinds)[number];

// What each way of reaching a device cannot do without.
const needed: Readonly<Record<Kind, readonly ("host" | "path" | "usb_vid" | "usb_pid")[]>> = {
  usb: ["usb_vid", "usb_pid"],
  serial: ["path"],
  network: ["host"],
  bluetooth: ["path"],
  browser: [],
  ipp: ["host"],
  spooler: ["path"],
};

// What means something for some ways alone.
const meantFor: Readonly<
  Record<"parity" | "flow_control" | "tls" | "certificate_sha256", readonly Kind[]>
> = {
  parity: ["serial", "bluetooth"],
  flow_control: ["serial", "bluetooth"],
  tls: ["ipp"],
  certificate_sha256: ["ipp"],
};

const onlySome = ["parity", "flow_control", "tls", "certificate_sha256"] as const;

/** Where a device is: an address on the network, a port of the machine, or a queue of its operating system. */
export const connectionField = z
  .strictObject({
    kind: enumOf(connectionKinds),
    usb_vid: usbId.optional(),
    usb_pid: usbId.optional(),
    /** The file of a serial port, the path of an IPP printer, or the name of a queue. */
    path: str(1, 255).optional(),
    baud: int(300, 4_000_000).optional(),
    parity: enumOf(serialParities).optional(),
    flow_control: enumOf(serialFlowControls).optional(),
    host: hostName.optional(),
    port: int(1, 65_535).optional(),
    /** IPP over TLS. */
    tls: z.boolean().optional(),
    /** The certificate that the printer must show; the first that it shows when absent. */
    certificate_sha256: fingerprint.optional(),
  })
  .check((payload) => {
    const { value } = payload;
    for (const name of needed[value.kind]) {
      if (value[name] !== undefined) continue;
      payload.issues.push({
        code: "custom",
        message: `is required for a device at ${value.kind}`,
        path: [name],
        input: value,
      });
    }
    for (const name of onlySome) {
      if (value[name] === undefined || meantFor[name].includes(value.kind)) continue;
      payload.issues.push({
        code: "custom",
        message: `is for a device at ${meantFor[name].join(" or ")} alone`,
        path: [name],
        input: value,
      });
    }
  });

/** Where a device is. */
export type DeviceConnection = z.output<typeof connectionField>;
