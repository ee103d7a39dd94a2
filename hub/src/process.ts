// The hub as a process of its own: settings from the environment, news to the parent, an orderly end on a signal.
import { join } from "node:path";
import { keepFilesPrivate } from "@edgeward/shared/files/private-files.ts";
import { guardProcess } from "@edgeward/shared/log/last-guard.ts";
import { giveBackStartMemory } from "@edgeward/shared/log/start-memory.ts";
import { prepareDemo } from "#demo/prepare-demo.ts";
import { readTrustedProxies, trustedProxiesVariable } from "./trusted-proxies.ts";
import { standardLog, startHub } from "./main.ts";

keepFilesPrivate();

function setting(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "")
    throw new Error(`the environment variable ${name} is not set`);
  return value;
}

function optional(name: string): string | null {
  const value = process.env[name];
  return value === undefined || value === "" ? null : value;
}

const isDemo = process.env["EDGEWARD_DEMO"] === "1";
const isTrading = process.env["EDGEWARD_DEMO_TRADE"] === "1";
const folder = join(setting("EDGEWARD_DATA"), "hub");
const log = standardLog();
const settings = {
  databaseUrl: setting("DATABASE_URL"),
  folder,
  port: Number(process.env["EDGEWARD_HUB_PORT"] ?? "8080"),
  host: process.env["EDGEWARD_HUB_HOST"] ?? "127.0.0.1",
  instance: process.env["EDGEWARD_HUB_INSTANCE"] ?? "hub",
  publicUrl: optional("EDGEWARD_HUB_URL"),
  allowLoopbackHttp: isDemo,
  trustedProxies: readTrustedProxies(process.env[trustedProxiesVariable]),
  operatorToken: optional("EDGEWARD_OPERATOR_TOKEN"),
};

/** Tells whoever keeps this process why it does not start, and ends it. */
function fail(error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : null;
  const message = error instanceof Error ? error.message : String(error);
  log.error("start_failed", { code: code ?? undefined }, error);
  process.send?.({ type: "failed", code, message });
  process.exit(1);
}

const running = await startHub(settings, log).catch(fail);
guardProcess({ log: () => log, drain: () => running.stop() });
const demo = isDemo ? await prepareDemo(running, folder, isTrading) : null;

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
process.send?.({ type: "ready", url: running.url, operator_token: running.operatorToken, demo });
giveBackStartMemory();
