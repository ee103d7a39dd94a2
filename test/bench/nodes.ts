import { mkdirSync } from "node:fs";
import * as z from "zod";
import { enrolNode, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { ask } from "./ask.ts";
import type { BenchHub } from "./world.ts";

/** A code that enrols a node for a branch. */
export async function enrolmentCode(access: BenchHub["access"], branchId: string): Promise<string> {
  const answer = await ask(`${access.url}/operator/enrolment-codes`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${access.operator_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ tenant_id: access.demo.tenant_id, branch_id: branchId }),
  });
  return z.object({ code: z.string() }).parse(await answer.json()).code;
}

/** Enrols a node for a branch; it takes the place of an earlier one. */
export async function enrol(
  access: BenchHub["access"],
  branchId: string,
  folder: string,
): Promise<NodeIdentity> {
  mkdirSync(folder, { recursive: true });
  return enrolNode(folder, access.url, await enrolmentCode(access, branchId), "bench");
}
