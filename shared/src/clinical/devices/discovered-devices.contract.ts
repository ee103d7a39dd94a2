import * as z from "zod";
import { noParams, readEndpoint } from "#contract/endpoint.ts";
import { str } from "#contract/fields.ts";

/** Where devices are looked for. */
const discoverySources = ["mdns", "subnet", "serial", "usb"] as const;

/** A device that was found, with what is needed to register it. */
export const discoveredDeviceShape = z.strictObject({
  source: z.enum(discoverySources),
  name: z.string(),
  serial_no: z.string().nullable(),
  vendor: z.string().nullable(),
  connection: z.strictObject({
    kind: z.enum(["network", "ipp", "serial", "usb"]),
    host: z.string().optional(),
    port: z.int().optional(),
    path: z.string().optional(),
    usb_vid: z.string().optional(),
    usb_pid: z.string().optional(),
  }),
  /** The device as which it stands in the register already. */
  device_id: z.string().nullable(),
});

/** A device that was found. */
export type DiscoveredDevice = z.output<typeof discoveredDeviceShape>;

/** What a branch node finds around it. Only a node has surroundings, so the hub does not answer this. */
export const discoveredDevicesContract = {
  list: readEndpoint({
    path: "/v1/discovered-devices",
    summary:
      "Look for printers: those that announce themselves, serial and USB ports, and a range of addresses if one is named",
    tag: "Devices",
    access: { resource: "devices", action: "create" },
    params: noParams,
    query: z.strictObject({
      /** `192.168.1.0/24`: each address is connected to on port 9100, and sent nothing. */
      subnet: str(9, 18).optional(),
    }),
    response: z.strictObject({
      data: z.array(discoveredDeviceShape),
      /** Where this machine could not look. */
      unavailable: z.array(z.enum(discoverySources)),
    }),
  }),
} as const;
