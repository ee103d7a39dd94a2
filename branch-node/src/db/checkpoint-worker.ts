// Brings what is in the WAL into the database, beside the thread that answers: its fsyncs are waited for here.
import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { openHandle } from "./sqlite-handle.ts";

const fileShape = z.object({ file: z.string(), key: z.instanceof(Uint8Array) });
const checkpointShape = z.tuple([z.object({ log: z.number() })]);

const handle = openHandle(fileShape.parse(workerData));
// Pages are read once and written once; the thread needs no memory for them.
handle.pragma("cache_size = -512");
const port = parentPort;
port?.on("message", (asked: unknown) => {
  if (asked === "end") {
    handle.close();
    port.close();
    return;
  }
  const [result] = checkpointShape.parse(handle.pragma("wal_checkpoint(PASSIVE)"));
  port.postMessage({ frames: result.log });
});
