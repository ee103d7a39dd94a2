// Reads a database from end to end, beside the thread that answers.
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { openHandle } from "./sqlite-handle.ts";

const fileShape = z.object({ file: z.string(), key: z.instanceof(Uint8Array) });

function look(): string {
  try {
    const handle = openHandle(fileShape.parse(workerData));
    const found = String(handle.pragma("quick_check", { simple: true }));
    handle.close();
    return found;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
parentPort?.postMessage(look());
