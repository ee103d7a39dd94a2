import { Broken } from "./broken.ts";
import { flat } from "./invariants.ts";
import type { SimBranch } from "./branch.ts";
import type { Line } from "./line.ts";
import { inScope } from "./scope.ts";
import type { Station } from "./scene.ts";
import { travellingTables } from "./tables.ts";
import { freshNodeOf } from "./nodes.ts";
import type { World } from "./world.ts";

async function pullAll(branch: SimBranch): Promise<void> {
  for (let isMore = true; isMore;) isMore = (await branch.pull()).hasMore;
}

// What it has been given is old; everything else it asks the hub, another file included where the feed has gone on without it.
function handing(line: Line, file: unknown): Pick<Line, "get" | "post" | "download"> {
  let isGiven = false;
  return {
    get: async (path) => {
      if (isGiven || !path.startsWith("/v1/sync/bootstrap")) return line.get(path);
      isGiven = true;
      return file;
    },
    post: (path, body) => line.post(path, body),
    download: (path, from, onChunk) => line.download(path, from, onChunk),
  };
}

async function compareWithHub(world: World, branch: SimBranch, how: string): Promise<void> {
  for (const table of travellingTables) {
    const hubRows = await inScope(world.hub, branch.identity, table, await world.hub.rows(table));
    const wanted = hubRows.map(flat).toSorted();
    const here = (await branch.rows(table)).map(flat).toSorted();
    const missing = wanted.find((row) => !here.includes(row));
    const extra = here.find((row) => !wanted.includes(row));
    if (missing === undefined && extra === undefined) continue;
    throw new Broken(
      14,
      `${how}: ${table.name}\n wanted ${missing ?? "-"}\n here   ${extra ?? "-"}`,
    );
  }
}

async function replay(world: World, { place, line }: Station): Promise<void> {
  const branch = world.freshBranch(place, line.of(freshNodeOf(place)));
  try {
    await pullAll(branch);
    await compareWithHub(world, branch, "the whole feed");
  } finally {
    branch.disk.close();
  }
}

async function beginFrom(world: World, { place, line }: Station, file: unknown): Promise<void> {
  const hub = handing(line.of(freshNodeOf(place)), file);
  const branch = world.freshBranch(place, hub);
  try {
    await branch.beginAnew();
    await pullAll(branch);
    await compareWithHub(world, branch, "a file and the feed behind it");
  } finally {
    branch.disk.close();
  }
}

/** Whether a machine with nothing on it comes to the same as those that were there all along. @throws Broken */
export async function checkReplays(world: World): Promise<void> {
  const count = world.stations.length;
  const { length } = await world.hub.received();
  // One branch of each history reads the whole feed; which one, the history decides.
  const one = world.stations[length % count];
  if (one !== undefined) await replay(world, one);
  for (const station of world.stations) {
    const file = station.files.at(-1);
    if (file !== undefined) await beginFrom(world, station, file);
  }
}
