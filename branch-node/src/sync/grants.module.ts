import type * as z from "zod";
import { grantRequestsTable } from "@edgeward/shared/clinical/grant-requests/grant-requests.table.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { knownPatient } from "@edgeward/shared/clinical/patients/patients.commands.ts";
import { refuseWithheldSharing } from "@edgeward/shared/clinical/consents/consents.commands.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineModule, type Module } from "@edgeward/shared/resource/module.ts";
import { mostAskedInAnHour, refuseGranting } from "@edgeward/shared/sync/wire/grant-rights.ts";
import {
  grantRequestContract,
  type GrantRequest,
} from "@edgeward/shared/sync/wire/grants.contract.ts";

const hourMs = 3_600_000;

type GrantBody = z.output<typeof grantRequestContract.create.body>;

async function refuseTooMany(ctx: WriteContext): Promise<void> {
  const { count } = await ctx.db
    .selectFrom("grant_requests")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("tenant_id", "=", ctx.tenantId)
    .where("branch_id", "=", ctx.branch.id)
    .where("created_at", ">", isoInstant(ctx.now() - hourMs))
    .executeTakeFirstOrThrow();
  if (count < mostAskedInAnHour) return;
  throw new AppError(
    "rate_limited",
    `A branch asks for the records of ${mostAskedInAnHour} patients an hour at the most.`,
    { retry_after: hourMs / 1_000 },
  );
}

async function askForGrant(ctx: WriteContext, wanted: GrantBody): Promise<GrantRequest> {
  refuseGranting(ctx.role === null ? ctx.caller.roles : [ctx.role]);
  const patient = await knownPatient(ctx, "patient_id", wanted.patient_id);
  await refuseWithheldSharing(ctx, "patient_id", patient);
  await refuseTooMany(ctx);
  const row = ctx.write.insert(grantRequestsTable, ctx.newId("grq"), {
    branch_id: ctx.branch.id,
    patient_id: wanted.patient_id,
    grant_reason: wanted.reason,
    grant_days: wanted.days,
    metadata: {},
  });
  return {
    id: row.id,
    branch_id: ctx.branch.id,
    patient_id: row.patient_id,
    reason: row.grant_reason,
    days: row.grant_days,
    requested_by: row.created_by,
    requested_at: row.created_at,
  };
}

/** `POST /v1/sync/grants` of a branch: the wish goes up, and what is lent comes down. */
export const grantRequestsModule: Module = defineModule("sync-grants", grantRequestContract, {
  create: ({ body }, ctx) => askForGrant(ctx, body),
});
