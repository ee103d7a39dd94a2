import type * as z from "zod";
import { isoInstant } from "#kernel/clock.ts";
import type { WriteContext } from "#resource/context.ts";
import { nextState, type StateMachine } from "#resource/state-machine.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { draftStatuses, type draftsContract, type DraftStatus } from "./drafts.contract.ts";
import { draftsTable, type DraftRow } from "./drafts.table.ts";

type CreateBody = z.output<typeof draftsContract.create.body>;
type UpdateBody = z.output<typeof draftsContract.update.body>;

// A form that nobody has touched for a month is nobody's work any more.
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

const machine: StateMachine<DraftStatus> = {
  subject: "A draft",
  transitions: { open: ["submitted", "discarded"], submitted: [], discarded: [] },
};

function expiry(ctx: WriteContext): string {
  return isoInstant(ctx.now() + lifetimeMs);
}

/** Keeps a new draft for its author. */
export function createDraft(ctx: WriteContext, body: CreateBody): DraftRow {
  return ctx.write.insert(draftsTable, ctx.newId("drf"), {
    branch_id: ctx.branch.id,
    draft_kind: body.kind,
    subject_id: body.entity_id ?? null,
    owner_id: ctx.caller.id,
    device_id: ctx.write.origin.deviceId,
    form_state: body.form_state,
    draft_status: "open",
    expires_at: expiry(ctx),
    metadata: body.metadata ?? {},
  });
}

/** Changes an open draft, which then lasts another month. @throws AppError invalid_transition for one that is closed */
export function changeDraft(ctx: WriteContext, row: DraftRow, body: UpdateBody): DraftRow {
  const from = enumValueOf(draftStatuses, row.draft_status);
  const { form_state: formState, status = from, metadata } = body;
  const isChange = formState !== undefined || metadata !== undefined;
  // A closed draft stays as it was closed; saying again that it is closed is no change.
  if (status !== from || (from !== "open" && isChange)) nextState(machine, from, status);
  return ctx.write.update(draftsTable, row, {
    ...(formState === undefined ? {} : { form_state: formState, expires_at: expiry(ctx) }),
    ...(metadata === undefined ? {} : { metadata }),
    draft_status: status,
  });
}
