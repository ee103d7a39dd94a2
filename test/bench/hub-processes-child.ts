// A hub of several processes that share a port, in a process of its own.
import cluster from "node:cluster";
import { HubProcesses } from "@edgeward/hub/hub-processes.ts";
import { standardLog } from "@edgeward/hub/main.ts";

const { DATABASE_URL = "", EDGEWARD_DATA = "", BENCH_PROCESSES = "1" } = process.env;
const count = Number(BENCH_PROCESSES);
const { processes, url } = await HubProcesses.start({
  count,
  dataFolder: EDGEWARD_DATA,
  env: { DATABASE_URL, EDGEWARD_HUB_PORT: "0", EDGEWARD_HUB_URL: "" },
  instance: `of${count}`,
  log: standardLog(),
});
const pids = Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid ?? 0);
process.on("SIGTERM", () => void processes.stop().then(() => process.exit(0)));
process.on("disconnect", () => void processes.stop().then(() => process.exit(0)));
process.send?.({ type: "ready", url, pids });
