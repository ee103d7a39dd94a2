import { eventTypes } from "#contract/event-types.ts";

/** What is published of devices. */
export const deviceEvents = eventTypes("device", {
  registered: "a printer, scanner, kiosk or tablet was registered",
  online: "a device answers",
  offline: "a device does not answer any more",
  blocked: "a device was blocked",
});
