// The branch node as a process of its own: settings from the environment, news to the parent, an orderly end on a signal.
import { join } from "node:path";
import { epson80mm, generic58mm, generic80mm } from "@edgeward/devices/printer/profile.ts";
import * as z from "zod";
import { startBranch } from "./main.ts";

const profiles = { epson_80: epson80mm, generic_80: generic80mm, generic_58: generic58mm };

const printersShape = z.array(
  z.strictObject({
    id: z.string(),
    role: z.string(),
    host: z.string(),
    port: z.int(),
    profile: z.enum(["epson_80", "generic_80", "generic_58"]),
  }),
);

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "")
    throw new Error(`the environment variable ${name} is not set`);
  return value;
}

const printers = printersShape.parse(JSON.parse(process.env["EDGEWARD_PRINTERS"] ?? "[]"));
const hubUrl = process.env["EDGEWARD_HUB_URL"] ?? null;
const code = process.env["EDGEWARD_ENROL_CODE"];
const running = await startBranch({
  folder: join(setting("EDGEWARD_DATA"), "branch"),
  host: process.env["EDGEWARD_BRANCH_HOST"] ?? "127.0.0.1",
  port: Number(process.env["EDGEWARD_BRANCH_PORT"] ?? "8081"),
  printers: printers.map((printer) => ({ ...printer, profile: profiles[printer.profile] })),
  hubUrl,
  operatorToken: process.env["EDGEWARD_OPERATOR_TOKEN"] ?? null,
  enrolment: code === undefined || hubUrl === null ? null : { hubUrl, code, name: "branch node" },
});

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await running.stop();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
process.on("disconnect", () => void stop());
process.send?.({ type: "ready", url: running.url, node_id: running.identity.nodeId });
