import * as z from "zod";
import { enumOf, int, str } from "#contract/fields.ts";
import { patternField } from "#contract/text-field.ts";
import { connectionKinds } from "./device-values.contract.ts";

const usbId = patternField(/^[0-9a-f]{4}$/u, "must be four hexadecimal digits, such as 04b8");
const hostName = patternField(
  /^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/u,
  "must be a host name or an IP address",
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

/** Where a device is: an address on the network, a port of the machine, or a queue of its operating system. */
export const connectionField = z
  .strictObject({
    kind: enumOf(connectionKinds),
    usb_vid: usbId.optional(),
    usb_pid: usbId.optional(),
    /** The file of a serial port, the path of an IPP printer, or the name of a queue. */
    path: str(1, 255).optional(),
    baud: int(300, 4_000_000).optional(),
    host: hostName.optional(),
    port: int(1, 65_535).optional(),
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
  });

/** Where a device is. */
export type DeviceConnection = z.output<typeof connectionField>;
