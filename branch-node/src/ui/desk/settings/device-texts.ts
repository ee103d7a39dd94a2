import type { Device } from "@edgeward/shared/clinical/devices/devices.contract.ts";
import { printerModels } from "@edgeward/devices/model/printer-models.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/desk/shell/status-texts.ts";

/** How a device is, for people: a sentence, and how urgent it is. */
export interface HealthText {
  readonly text: TextId;
  readonly tone: Tone;
}

const troubles: Readonly<Record<string, HealthText>> = {
  paper_out: { text: "devices.paperOut", tone: "danger" },
  cover_open: { text: "devices.coverOpen", tone: "danger" },
  cutter_error: { text: "devices.cutterError", tone: "danger" },
  offline: { text: "devices.offline", tone: "danger" },
  unreachable: { text: "devices.unreachable", tone: "danger" },
};

/** What a person should know of a device, most important first: its state, its fault, its paper. */
export function healthText(device: Pick<Device, "status" | "health_status" | "health">) {
  if (device.status === "blocked") return health("devices.blocked", "warning");
  if (device.status === "retired") return health("devices.retired", "warning");
  if (device.status === "pending_pairing") return health("devices.pending", "busy");
  const trouble = troubles[device.health.error_code ?? ""];
  if (trouble !== undefined) return trouble;
  switch (device.health_status) {
    case "online":
      return health("devices.online", "good");
    case "degraded":
      return health("devices.paperLow", "warning");
    case "offline":
      return health("devices.offline", "danger");
    case "error":
      return health("devices.error", "danger");
    case "unknown":
      return health("devices.unknown", "busy");
  }
}

/** What a printer is known to report, or null where that is not known yet. */
export function answerText({
  device_type: type,
  health: { answers },
}: Pick<Device, "device_type" | "health">): TextId | null {
  if (type !== "printer" || answers === null) return null;
  if (answers.language === "star") return "devices.speaksStar";
  if (answers.confirms) return "devices.confirms";
  if (answers.tells_status) return "devices.reportsPaper";
  return answers.tells_paper ? "devices.reportsPaperAlone" : "devices.tellsNothing";
}

function plain(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/gu, "");
}

/** The model that a printer is registered as, where it calls itself something else. */
export function otherModelOf({
  model,
  health: { answers },
}: Pick<Device, "model" | "health">): string | null {
  const known = printerModels.find(({ id }) => id === model);
  const identity = answers?.identity ?? null;
  if (known === undefined || identity === null) return null;
  // The box may say more than the printer, such as how it takes its paper.
  const [label = ""] = known.label.split(" ");
  return plain(identity).includes(plain(label)) ? null : `${known.vendor} ${known.label}`;
}

/** Which device it is, as its box and its label say: maker, model and number, each once. */
export function madeText({
  vendor,
  model,
  serial_no: serial,
  name,
}: Pick<Device, "vendor" | "model" | "serial_no" | "name">): string {
  const known = printerModels.find(({ id }) => id === model);
  const maker = known === undefined ? vendor : known.vendor;
  const parts = [maker, known?.label ?? model, serial === name ? null : serial];
  return parts.filter((part) => part !== null && part !== "").join(" ");
}

function health(text: TextId, tone: Tone): HealthText {
  return { text, tone };
}

/** The scanners, kiosks and tablets that are at work, were there, and are gone. */
export function devicesAway(devices: readonly Device[]): readonly Device[] {
  return devices.filter(
    (device) =>
      device.device_type !== "printer" &&
      device.status === "active" &&
      device.health_status === "offline",
  );
}

/** The printers that somebody has to see to: they are at work, and cannot, or soon cannot any more. */
export function printersInTrouble(devices: readonly Device[]): readonly Device[] {
  return devices.filter(
    (device) =>
      device.device_type === "printer" &&
      device.status === "active" &&
      ["degraded", "error", "offline"].includes(device.health_status),
  );
}
