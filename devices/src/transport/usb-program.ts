import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { TransportError } from "#driver.ts";
import type { UsbNews } from "./usb-protocol.ts";

const ownProgram = fileURLToPath(new URL("usb-child.ts", import.meta.url));
// A tenth of a second on an ordinary machine, four seconds on one that is forty times slower.
const startMs = 20_000;

/**
 * Starts the program that talks to USB: the library ends its process on a host that has no USB, and a printer that hangs
 * must not hang the node. Rejects with a {@link TransportError} when it ends or says nothing.
 * @param file the program; our own when absent
 */
export function startUsbProgram(file: string = ownProgram): Promise<ChildProcess> {
  const child = fork(file, {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill("SIGKILL"), startMs);
    const fail = (error?: unknown) => {
      clearTimeout(timer);
      reject(new TransportError("unreachable", 0, error));
    };
    child.once("error", fail);
    child.once("exit", fail);
    child.once("message", (message) => {
      clearTimeout(timer);
      child.off("error", fail);
      child.off("exit", fail);
      // oxlint-disable-next-line typescript/consistent-type-assertions -- only our own child speaks here
      if ((message as UsbNews).kind === "ready") resolve(child);
      else fail();
    });
  });
}
