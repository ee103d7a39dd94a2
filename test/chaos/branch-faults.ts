import * as z from "zod";
import { stateStatement } from "@edgeward/branch-node/db/node-state.ts";
import type { SimBranch } from "./branch.ts";
import type { Defects } from "./defects.ts";

/** The faults of a branch that work on what it pulls. */
export interface BranchFaults {
  readonly defects: Defects;
}

const pageShape = z.object({ cursor: z.string() });

/** Meddles with a branch while it reads a page, as a faulty one would. */
export async function pageFault(
  { defects }: BranchFaults,
  branch: SimBranch,
  page: unknown,
): Promise<void> {
  const { session } = branch;
  if (defects.has("cursor_first")) {
    const { cursor } = pageShape.parse(page);
    await session.runAll([stateStatement(session, "feed_cursor", cursor)]);
  }
  if (defects.has("pending_hidden")) await session.query("DELETE FROM pending_entities", []);
}
