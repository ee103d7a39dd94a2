import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Two serial ports joined by a cable, made by `socat`: Node.js cannot open a pseudo-terminal by itself. */
export interface PtyPair {
  /** The end that a program opens as its port. */
  readonly near: string;
  /** The device's end. */
  readonly far: string;
  /** Pulls the cable: both ports are gone. */
  close(): Promise<void>;
}

const readyWithinMs = 5_000;

/** Whether this machine can make pairs. */
export function hasPtyPairs(): boolean {
  return spawnSync("socat", ["-V"], { stdio: "ignore" }).status === 0;
}

/** Makes a pair. @throws Error where `socat` is missing or makes none in time */
export async function openPtyPair(): Promise<PtyPair> {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-pty-"));
  const [near, far] = [join(folder, "near"), join(folder, "far")];
  const ends = [near, far].map((link) => `pty,rawer,link=${link}`);
  const child = spawn("socat", ends, { stdio: "ignore" });
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const end = performance.now() + readyWithinMs;
  while (!existsSync(near) || !existsSync(far)) {
    if (performance.now() > end || child.exitCode !== null) {
      throw new Error("socat made no pair of pseudo-terminals");
    }
    await pause(10);
  }
  return {
    near,
    far,
    close: async () => {
      child.kill("SIGKILL");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
