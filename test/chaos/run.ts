import { rmSync } from "node:fs";
import { webcrypto } from "node:crypto";
import type { History } from "./commands.ts";
import { makeTemplate, simulationFolder } from "./disk.ts";
import { openPostgres, startPostgres, type PostgresAddress } from "./postgres-ground.ts";
import { SimHub } from "./sim-hub.ts";
import { judge } from "./verdict.ts";
import type { Ground } from "./ground.ts";
import { simulationStart, tenantOf } from "./nodes.ts";
import { World } from "./world.ts";

let histories = 0;

/** What histories may be given instead of what they lay out themselves. */
interface Given {
  readonly address: PostgresAddress;
  /** The number of the first tenant, where others have been at work there before. */
  readonly firstTenant: number;
}

/** Lays out what all histories of a run share. @param given a database that is there already */
export async function layGround(given?: Given): Promise<Ground> {
  histories = given?.firstTenant ?? 0;
  const folder = simulationFolder();
  const pair = await webcrypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
  const { x = "" } = await webcrypto.subtle.exportKey("jwk", pair.publicKey);
  const publicJwk = { kty: "OKP", crv: "Ed25519", x, alg: "EdDSA", use: "sig" };
  const template = await makeTemplate(folder);
  const started = given === undefined ? await startPostgres() : null;
  const address = given?.address ?? started?.address;
  if (address === undefined) throw new Error("there is no database");
  const postgres = await openPostgres(address);
  return {
    folder,
    template,
    keys: { privateKey: pair.privateKey, publicJwk },
    postgres,
    clear: async () => {
      await postgres.close();
      await started?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** How one history is run. */
export interface RunOptions {
  readonly areClocksRight?: boolean;
  /** Looks at the world once every promise has been kept. */
  readonly after?: (world: World) => Promise<void>;
}

/** Runs a history to the point where nothing is left to exchange and every promise has been looked at. @throws Broken */
export async function runHistory(
  ground: Ground,
  history: History,
  options: RunOptions = {},
): Promise<void> {
  const time = { now: simulationStart };
  histories += 1;
  const tenantId = tenantOf(histories);
  const hub = new SimHub(ground.postgres, tenantId, () => time.now);
  await hub.enrol(ground, history.branches);
  const world = new World({
    ground,
    tenantId,
    hub,
    branches: history.branches,
    time,
    areClocksRight: options.areClocksRight ?? false,
  });
  try {
    await world.begin();
    await world.run(history);
    await world.quiesce();
    await judge(world);
    await options.after?.(world);
  } finally {
    await world.close();
  }
}
