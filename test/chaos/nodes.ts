import type { SimNode } from "./hub.ts";

/** The moment at which every history begins. */
export const simulationStart = Date.parse("2026-11-23T03:00:00.000Z");

/** The tenant of the n-th history. */
export function tenantOf(ordinal: number): string {
  return `ten_${String(ordinal).padStart(26, "0")}`;
}

/** The n-th branch and its node. */
export function nodeOf(place: number): SimNode {
  const tail = String(place).padStart(26, "0");
  return { nodeId: `nod_${tail}`, branchId: `brn_${tail}` };
}

/** The n-th person who works for the tenant: one at each branch, and others. */
export function staffOf(place: number): string {
  return nodeOf(place).nodeId.replace("nod_", "stf_");
}

/** Who answers for the branch where somebody works. */
export function supervisorOf(authorId: string): string {
  return `${authorId.slice(0, -3)}8${authorId.slice(-2)}`;
}

/** Who decides at the hub. */
export const hubPerson = staffOf(900);

/** A machine that takes the place of the n-th branch's, with nothing on it. */
export function freshNodeOf(place: number): SimNode {
  return { ...nodeOf(place), nodeId: nodeOf(100 + place).nodeId };
}
