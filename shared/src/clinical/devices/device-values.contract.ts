/** What can be registered. */
export const deviceTypes = ["printer", "barcode", "scanner", "kiosk", "bedside_tablet"] as const;

/** One kind of device. */
export type DeviceType = (typeof deviceTypes)[number];

const onLabels = ["zpl_203", "zpl_300", "tspl", "epl", "cpcl"] as const;

/** The languages that printers are written to in. */
export const printingProfiles = [
  "escpos_80",
  "escpos_58",
  "escpos_76",
  "escpos_112",
  ...onLabels,
  "pdf_spooler",
] as const;

/** The language or way in which a device is spoken to. */
export const driverProfiles = [
  ...printingProfiles,
  "hid_keyboard",
  "serial_scanner",
  "twain",
  "kiosk_web",
  "tablet_web",
  "virtual",
] as const;

/** One way in which a device is spoken to. */
export type DriverProfile = (typeof driverProfiles)[number];

const scanning = ["hid_keyboard", "serial_scanner", "twain", "virtual"] as const;

/** The profiles that fit each kind of device. */
export const profilesOf: Readonly<Record<DeviceType, readonly DriverProfile[]>> = {
  printer: [...printingProfiles, "virtual"],
  barcode: [...onLabels, "hid_keyboard", "serial_scanner", "virtual"],
  scanner: scanning,
  kiosk: ["kiosk_web", "virtual"],
  bedside_tablet: ["tablet_web", "virtual"],
};

/** Where in the house a device stands. */
export const deviceModules = [
  "front_desk",
  "opd",
  "ipd",
  "er",
  "lab",
  "radiology",
  "pharmacy",
  "billing",
  "stores",
  "mrd",
  "admin",
] as const;

/** How a device is reached: `ipp` is a print server or driverless printer, `spooler` a queue of the operating system. */
export const connectionKinds = [
  "usb",
  "serial",
  "network",
  "bluetooth",
  "browser",
  "ipp",
  "spooler",
] as const;

/** What makes the bits of a serial port's byte come to an even or odd number. */
export const serialParities = ["none", "even", "odd"] as const;

/** How a serial device holds the line while its buffer is full: by a wire, by characters, or not at all. */
export const serialFlowControls = ["rts_cts", "xon_xoff", "none"] as const;

/** What a device is able to do beyond its kind. */
export const deviceCapabilities = [
  "cut",
  "drawer",
  /** The drawer hangs on pin 5 of the printer's socket; on pin 2 where this is not said. */
  "drawer_pin_5",
  "qr",
  "code128",
  "colour",
  "duplex",
  "rfid",
  "camera",
  "touch",
] as const;

/** What a printer is for: each document asks for one of these. */
export const printerRoles = [
  "token",
  "label",
  "lab_label",
  "wristband",
  "bill",
  "receipt",
  "prescription",
  "report",
  "discharge",
] as const;

/** One role of a printer. */
export type PrinterRole = (typeof printerRoles)[number];

/** From the registration to the day it is taken away. */
export const deviceStatuses = ["pending_pairing", "active", "blocked", "retired"] as const;

/** One state of a device. */
export type DeviceStatus = (typeof deviceStatuses)[number];

/** How a device is: `degraded` works and will soon need somebody, `error` is there and needs somebody now. */
export const healthStatuses = ["unknown", "online", "degraded", "offline", "error"] as const;

/** One word for how a device is. */
export type HealthStatus = (typeof healthStatuses)[number];

/** How much paper there is. */
export const paperStates = ["ok", "low", "out"] as const;
