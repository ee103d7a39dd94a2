import { patientsTable } from "@edgeward/shared/clinical/patients/patients.table.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import * as acts from "./acts.ts";
import { abhaIds } from "./desk-acts.ts";
import type { HubChange } from "./hub.ts";
import { stands } from "./hub-changes.ts";
import type { Scene } from "./scene.ts";
import { tableNamed } from "./tables.ts";

/** Somebody at the hub changes a patient. */
export async function editAtHub({ hub, at, one, two }: Scene): Promise<void> {
  const known = await hub.rows(patientsTable);
  const rows = known.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const row = rows[one % Math.max(1, rows.length)];
  if (row === undefined) return;
  const field = acts.editableFields[two % acts.editableFields.length] ?? "phone";
  const isClaim = at > 5;
  const patch = isClaim
    ? { abha_id: abhaIds[two] ?? null }
    : { [field]: acts.editedValue(field, at % 4) };
  await acts.editAtHub(hub, row.id, patch);
}

/** Somebody at the hub decides about an operation of the branch that lies aside. */
export async function decide({ hub, station, one, two }: Scene): Promise<void> {
  const aside = (await hub.received()).filter(
    ({ nodeId, outcome, code }) =>
      nodeId === station.node.nodeId &&
      (outcome === "held" || outcome === "rejected") &&
      code !== "discarded",
  );
  const chosen = aside[one % Math.max(1, aside.length)];
  if (chosen === undefined) return;
  await hub.decide(station.node, chosen.operation.op_id, two > 1 ? "retry" : "discard");
}

async function isHeld({ hub, stations }: Pick<Scene, "hub" | "stations">, one: HubChange) {
  const table = tableNamed(one.change.table);
  const isThis = ({ id }: RecordRow) => id === one.change.id;
  if (stands(one, (await hub.rows(table)).find(isThis))) return true;
  for (const { branch } of stations) {
    const row = (await branch.rows(table)).find(isThis);
    if (stands(one, row)) return true;
  }
  return false;
}

/** Forgets what is nowhere any more: it is nobody's promise, for no program could bring it back. */
export async function forgetLost(scene: Pick<Scene, "hub" | "stations">): Promise<void> {
  const { hub, stations } = scene;
  const received = new Set((await hub.received()).map(({ operation }) => operation.op_id));
  const isAtHub = (opId: string) => received.has(opId);
  for (const { branch, tablet } of stations) {
    await branch.forgetLost(isAtHub);
    await tablet.loseWhatBranchLost(isAtHub);
  }
  await hub.changes.forget((change) => isHeld(scene, change));
}

/** Notes who has what the hub had lost; what it returns forgets what was kept then and is nowhere after a further loss. */
export async function noteKept(
  scene: Pick<Scene, "hub" | "stations">,
): Promise<() => Promise<void>> {
  const { changes } = scene.hub;
  const held = new Set<HubChange>();
  await changes.forget(async (change) => {
    if (await isHeld(scene, change)) held.add(change);
    return true;
  });
  return () => changes.forget(async (change) => !held.has(change) || isHeld(scene, change));
}

/** The hub's machine is lost; another one gets its newest backup. */
export async function putHubBack(scene: Scene): Promise<void> {
  const { hub, stations, two } = scene;
  if (!(await hub.putBack(two > 1))) return;
  for (const station of stations) {
    station.line.forgetAnswers();
    // Its connections broke with it: whoever comes back says first who it is.
    station.branch.handshakeSoon();
    station.files.length = 0;
  }
  await forgetLost(scene);
}
