import { webcrypto } from "node:crypto";
import type { History } from "./commands.ts";
import { noDefects, type Defects } from "./defects.ts";
import { makeTemplate, simulationFolder } from "./disk.ts";
import { HubModel } from "./hub-model.ts";
import type { SimHub } from "./hub.ts";
import { judge } from "./verdict.ts";
import { simulationStart, tenantOf, World, type Ground } from "./world.ts";

/** Lays out what all histories of a run share. */
export async function layGround(): Promise<Ground> {
  const folder = simulationFolder();
  const pair = await webcrypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("Ed25519 gave no key pair");
  const { x = "" } = await webcrypto.subtle.exportKey("jwk", pair.publicKey);
  const publicJwk = { kty: "OKP", crv: "Ed25519", x, alg: "EdDSA", use: "sig" };
  const template = await makeTemplate(folder);
  return { folder, template, keys: { privateKey: pair.privateKey, publicJwk } };
}

/** How one history is run. */
export interface RunOptions {
  readonly defects?: Defects;
  readonly areClocksRight?: boolean;
  /** Looks at the world once every promise has been kept. */
  readonly after?: (world: World) => Promise<void>;
  /** Another hub than the one in memory. */
  readonly hub?: (tenantId: string, now: () => number, branches: number) => Promise<SimHub>;
}

let histories = 0;

/** Runs a history to the point where nothing is left to exchange and every promise has been looked at. @throws Broken */
export async function runHistory(
  ground: Ground,
  history: History,
  options: RunOptions = {},
): Promise<void> {
  const time = { now: simulationStart };
  const defects = options.defects ?? noDefects;
  histories += 1;
  const tenantId = tenantOf(histories);
  const now = () => time.now;
  const hub = await options.hub?.(tenantId, now, history.branches);
  const world = new World({
    ground,
    tenantId,
    hub: hub ?? new HubModel({ tenantId, now, defects }),
    branches: history.branches,
    defects,
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
    world.close();
  }
}
