// The branch node as a process of its own: settings from the environment, news to the parent, an orderly end on a signal.
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { addedFonts, fontsVariable } from "@edgeward/devices/text/added-fonts.ts";
import { keepFilesPrivate } from "@edgeward/shared/files/private-files.ts";
import { guardProcess } from "@edgeward/shared/log/last-guard.ts";
import { giveBackStartMemory } from "@edgeward/shared/log/start-memory.ts";
import { KeptBranch } from "./kept-branch.ts";
import { readTlsPort, tlsPortVariable } from "#lan/tls/tls-port.ts";
import { hostNamesVariable, readHostNames } from "#lan/own-hosts.ts";
import { settingsPrintersShape } from "#printing/settings-printers.ts";

keepFilesPrivate();
// V8 has other threads help with each small collection of garbage, and the thread that answers waits until they have had their
// turn: on two cores 112 pages of 100 orders a second came so, and 127 come without, for a twentieth less of processor time.
setFlagsFromString("--no-parallel-scavenge");

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "")
    throw new Error(`the environment variable ${name} is not set`);
  return value;
}

const printers = settingsPrintersShape.parse(JSON.parse(process.env["EDGEWARD_PRINTERS"] ?? "[]"));
const hubUrl = process.env["EDGEWARD_HUB_URL"] ?? null;
const code = process.env["EDGEWARD_ENROL_CODE"];
const kept = await KeptBranch.start({
  folder: join(setting("EDGEWARD_DATA"), "branch"),
  host: process.env["EDGEWARD_BRANCH_HOST"] ?? "127.0.0.1",
  port: Number(process.env["EDGEWARD_BRANCH_PORT"] ?? "8081"),
  tlsPort: readTlsPort(process.env[tlsPortVariable]),
  hostNames: readHostNames(process.env[hostNamesVariable]),
  printers,
  hubUrl,
  operatorToken: process.env["EDGEWARD_OPERATOR_TOKEN"] ?? null,
  enrolment: code === undefined || hubUrl === null ? null : { hubUrl, code, name: "branch node" },
});

guardProcess({ log: () => kept.node.log, drain: () => kept.stop() });

// A branch without one of its further fonts prints all that the others can.
function fontFaults() {
  const folder = process.env[fontsVariable] ?? "";
  return folder === "" ? [] : addedFonts(folder).faults;
}

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await kept.stop();
  process.exit(0);
}

process.on("SIGTERM", () => void stop());
process.on("SIGINT", () => void stop());
process.on("disconnect", () => void stop());
const { url, identity } = kept.node;
process.send?.({ type: "ready", url, node_id: identity.nodeId });
for (const fault of fontFaults()) kept.node.log.warn("font_unusable", { code: fault.code });
giveBackStartMemory();
