import { holidaysContract } from "./holidays.contract.ts";

const { list, create, update } = holidaysContract;
const path = "/console/api/holidays";
const tag = "Console";

/** The tenant's holidays at the hub's console: what `/v1` answers to programs. */
export const consoleHolidaysContract = {
  list: { ...list, path, tag },
  create: { ...create, path, tag },
  update: { ...update, path: `${path}/{id}`, tag },
} as const;
