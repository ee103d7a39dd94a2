// Takes the place of the program that holds a USB printer, for the tests of what its parent makes of it.
import type { UsbNews, UsbRequest } from "@edgeward/devices/transport/usb-protocol.ts";

const plan = process.env["EDGEWARD_USB_STAND_IN"] ?? "";
// The answers of its port, one after the other: `port 24 56`.
const statuses = plan.startsWith("port ") ? plan.slice(5).split(" ").map(Number) : [];
let taken = 0;
let looks = 0;

function notify(news: UsbNews): void {
  process.send?.(news);
}

function takeBytes(bytes: string): void {
  taken += Buffer.from(bytes, "base64").length;
  if (plan === "dies" && taken > 10_000) process.kill(process.pid, "SIGKILL");
  else if (plan === "stalls" && taken > 10_000) return;
  else if (plan === "fails" && taken > 10_000) notify({ kind: "failed", reason: "io" });
  else if (plan === "pulled" && taken > 10_000) notify({ kind: "gone" });
  else notify({ kind: "written" });
  if (plan === "names")
    notify({ kind: "data", bytes: Buffer.from(String(process.pid)).toString("base64") });
  if (plan === "answers") notify({ kind: "data", bytes: Buffer.from("ok").toString("base64") });
}

process.on("message", (message) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- only our own parent speaks here
  const request = message as UsbRequest;
  const isThere = plan !== "comes" || looks++ > 1;
  if (request.kind === "open" && plan === "held") notify({ kind: "failed", reason: "refused" });
  else if (request.kind === "open" && !isThere) notify({ kind: "failed", reason: "unreachable" });
  else if (request.kind === "open") notify({ kind: "opened", name: "Maker POS-80" });
  if (request.kind === "status" && plan !== "deaf")
    notify({ kind: "status", byte: statuses.shift() ?? null });
  if (request.kind === "reset") notify({ kind: "reset" });
  if (request.kind === "write") takeBytes(request.bytes);
  if (request.kind === "close") {
    notify({ kind: "closed" });
    if (plan === "ends") process.disconnect();
  }
});
process.on("disconnect", () => process.exit(0));
notify({ kind: "ready" });
