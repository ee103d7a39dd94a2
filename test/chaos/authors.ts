import { noRightCode } from "@edgeward/hub/fleet/ingest/author-rights.ts";
import { lendingLimitCode } from "@edgeward/hub/fleet/ingest/lending.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { Broken } from "./broken.ts";
import type { ReceivedOperation } from "./hub.ts";
import { couldWrite } from "./hub-staff.ts";
import { isQuarantined } from "./quarantine.ts";
import type { SimHub } from "./sim-hub.ts";

const askingType = "grant_request.create";
const openingType = "emergency_access.create";

/** Whether an operation asks for other branches' records. */
function isWish({ operation }: ReceivedOperation): boolean {
  return operation.type === askingType;
}

/**
 * Whether nothing was taken that its author had no right to when it was made, but what somebody at the hub answers for, and
 * nothing lies aside for that which they had. @throws Broken
 */
async function checkRights(hub: SimHub, received: readonly ReceivedOperation[]): Promise<void> {
  const rights = await hub.staff.rights();
  for (const one of received) {
    const { operation, code, receivedAt, branchId } = one;
    const { actor, op_id: opId, type } = operation;
    // A clock that is ahead names a moment at which things may have changed since.
    const at = isoInstant(Date.parse(operation.at));
    if (actor.type !== "staff" || at > receivedAt || hub.decided.has(opId)) continue;
    const could = couldWrite(rights.get(actor.id) ?? [], branchId, at);
    if (code === noRightCode && could)
      throw new Broken(10, `${type} ${opId} lies aside, and its author had the right to it`);
    if (!isQuarantined(one) && !could)
      throw new Broken(10, `${type} ${opId} was taken, and its author had no right to it`);
  }
}

/** Whether what was asked for was lent to those who may ask, and to nobody else. @throws Broken */
async function checkLent(hub: SimHub, received: readonly ReceivedOperation[]): Promise<void> {
  const lent = await hub.grants.all();
  const rights = await hub.staff.rights();
  for (const one of received.filter(isWish)) {
    const { operation, receivedAt, branchId, code } = one;
    const { op_id: opId, actor, entity_id: wish } = operation;
    const isLent = lent.has(deterministicId("grt", wish));
    if (isLent === isQuarantined(one))
      throw new Broken(10, `${opId} is ${one.outcome}, and ${isLent ? "was" : "was not"} lent`);
    if (code === lendingLimitCode) throw new Broken(11, `${opId} was more than may be lent`);
    // Since then it was tried again, at another moment.
    if (hub.decided.has(opId) || one.waitedOnce) continue;
    const may = couldWrite(rights.get(actor.id) ?? [], branchId, receivedAt);
    if (isLent && !may) throw new Broken(10, `${opId} was lent to somebody who may not ask`);
    if (code === "forbidden" && may) throw new Broken(11, `${opId} was not lent, and may be`);
  }
}

/** Whether nothing was lent for an emergency but to those who may open records in one. @throws Broken */
async function checkOpened(hub: SimHub, received: readonly ReceivedOperation[]): Promise<void> {
  const lent = await hub.grants.all();
  const rights = await hub.staff.rights();
  for (const one of received) {
    const { operation, receivedAt, branchId } = one;
    const { op_id: opId, actor, entity_id: opening, type } = operation;
    if (type !== openingType || !lent.has(deterministicId("grt", opening))) continue;
    if (isQuarantined(one)) throw new Broken(10, `${opId} was lent by, and lies aside`);
    // Since then it was tried again, at another moment.
    if (hub.decided.has(opId) || one.waitedOnce) continue;
    if (!couldWrite(rights.get(actor.id) ?? [], branchId, receivedAt))
      throw new Broken(10, `${opId} was lent by, for somebody who may open nothing`);
  }
}

/** Whether everybody did what they could do then, and no more. @throws Broken */
export async function checkAuthors(
  hub: SimHub,
  received: readonly ReceivedOperation[],
): Promise<void> {
  if (!hub.staff.isWhole) return;
  await checkRights(hub, received);
  await checkLent(hub, received);
  await checkOpened(hub, received);
}
