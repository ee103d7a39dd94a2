import { parseHlc } from "@edgeward/shared/kernel/hlc.ts";
import { Broken } from "./broken.ts";
import type { SimHub } from "./sim-hub.ts";
import { isCentral, travellingTables } from "./tables.ts";

const central = travellingTables.filter(({ name }) => isCentral(name));

function isOfHub(stamp: string): boolean {
  return parseHlc(stamp.replace(/_+$/u, ""))?.nodeTag === "hub";
}

/** Whether nothing of what only the hub may write was written by a branch. @throws Broken */
export async function checkCentral(hub: SimHub): Promise<void> {
  for (const table of central) {
    for (const row of await hub.rows(table)) {
      const strange = [row.hlc, ...Object.values(row.stamps)].find((stamp) => !isOfHub(stamp));
      if (strange !== undefined)
        throw new Broken(10, `${table.name}/${row.id} was written elsewhere than at the hub`);
    }
  }
}
