import type * as z from "zod";
import { isoInstant } from "#kernel/clock.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import { nextState } from "#resource/state-machine.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import { draftFields, draftStatuses, type draftsContract } from "./drafts.contract.ts";
import { draftMachine } from "./drafts.states.ts";
import { draftsTable, type DraftRow } from "./drafts.table.ts";

type CreateBody = z.output<typeof draftsContract.create.body>;
type UpdateBody = z.output<typeof draftsContract.update.body>;

// A form that nobody has touched for a month is nobody's work any more.
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

const mapping = recordMapping(draftFields);

function expiry(ctx: WriteContext): string {
  return isoInstant(ctx.now() + lifetimeMs);
}

/** Keeps a new draft for its author. */
export function createDraft(ctx: WriteContext, body: CreateBody): DraftRow {
  return ctx.write.insert(draftsTable, ctx.newId("drf"), {
    ...mapping.first(body),
    branch_id: ctx.branch.id,
    owner_id: ctx.caller.id,
    device_id: ctx.write.origin.deviceId,
    expires_at: expiry(ctx),
  });
}

/** Changes an open draft, which then lasts another month. @throws AppError invalid_transition for one that is closed */
export function changeDraft(ctx: WriteContext, row: DraftRow, body: UpdateBody): DraftRow {
  const from = enumValueOf(draftStatuses, row.draft_status);
  const { form_state: formState, status = from, metadata } = body;
  const isChange = formState !== undefined || metadata !== undefined;
  // A closed draft stays as it was closed; saying again that it is closed is no change.
  if (status !== from || (from !== "open" && isChange)) nextState(draftMachine, from, status);
  const lasting = formState === undefined ? {} : { expires_at: expiry(ctx) };
  return ctx.write.update(draftsTable, row, { ...mapping.later(body), ...lasting });
}
