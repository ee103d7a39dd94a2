import * as z from "zod";
import {
  FileOutput,
  noParams,
  noQuery,
  readEndpoint,
  writeEndpoint,
} from "@edgeward/shared/contract/endpoint.ts";
import { eventTypes } from "@edgeward/shared/contract/event-types.ts";
import { int, str } from "@edgeward/shared/contract/fields.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import {
  insertStatement,
  selectByKeyStatement,
  updateRows,
} from "@edgeward/shared/db/statements.ts";
import { column, defineTable, type RowOf } from "@edgeward/shared/db/table.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import type { TenantScope, WriteContext } from "@edgeward/shared/resource/context.ts";
import { defineTenantModule } from "@edgeward/shared/resource/module.ts";
import { Existing } from "@edgeward/shared/resource/outcome.ts";

/** A tenant's notices: they stay at the hub, so they have no branch, no stamps and no origin. */
export const noticesTable = defineTable({
  name: "notices",
  columns: {
    tenant_id: column.text(),
    id: column.text(),
    version: column.int(),
    title: column.text(),
    day: column.text(),
    withdrawn_at: column.nullable.text(),
  },
});

const noticeEvents = eventTypes("notice", { sent: "a notice was sent to people" });

type NoticeRow = RowOf<typeof noticesTable>;
type NoticeContext = WriteContext<TenantScope>;

const noticeShape = z.strictObject({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  day: z.string(),
});
const params = z.strictObject({ id: str(1, 40) });
const tag = "Notices";
const changes = { resource: "tenants", action: "update" } as const;
const reads = { resource: "tenants", action: "read" } as const;
const text = "text/calendar; charset=utf-8";

/** The endpoints of notices. */
export const noticesContract = {
  create: writeEndpoint({
    method: "POST",
    path: "/account/notices",
    summary: "Put up a notice under an id of the caller's own",
    tag,
    access: changes,
    operation: "notice.create",
    home: "hub",
    params: noParams,
    query: noQuery,
    body: z.strictObject({ id: str(1, 40), title: str(1, 100), day: z.iso.date() }),
    response: noticeShape,
    status: 201,
    existingStatus: 200,
  }),
  change: writeEndpoint({
    method: "PATCH",
    path: "/account/notices/{id}",
    summary: "Change what is named",
    tag,
    access: changes,
    operation: "notice.change",
    home: "hub",
    params,
    query: noQuery,
    body: z.strictObject({ title: str(1, 100).optional(), day: z.iso.date().optional() }),
    response: noticeShape,
    status: 200,
    errors: ["gone", "version_conflict"],
  }),
  send: writeEndpoint({
    method: "POST",
    path: "/account/notices/{id}/deliveries",
    summary: "Send it to some people, when there is time",
    tag,
    access: changes,
    operation: "notice.send",
    home: "hub",
    params,
    query: noQuery,
    body: z.strictObject({ people: int(1, 1000) }),
    response: z.strictObject({ queued: z.int() }),
    status: 202,
    errors: ["gone"],
  }),
  withdraw: writeEndpoint({
    method: "DELETE",
    path: "/account/notices/{id}",
    summary: "Take it down for good",
    tag,
    access: changes,
    operation: "notice.withdraw",
    home: "hub",
    params,
    query: noQuery,
    body: null,
    response: null,
    status: 204,
    errors: ["gone"],
  }),
  get: readEndpoint({
    path: "/account/notices/{id}",
    summary: "A notice",
    tag,
    access: reads,
    params,
    query: noQuery,
    response: noticeShape,
    errors: ["gone"],
  }),
  calendar: readEndpoint({
    path: "/account/notices/{id}/calendar",
    summary: "Its day, for a calendar",
    tag,
    access: reads,
    params,
    query: noQuery,
    response: { contentTypes: ["text/calendar"] },
    errors: ["gone"],
  }),
} as const;

async function find(
  session: Session,
  tenantId: string,
  id: string,
): Promise<NoticeRow | undefined> {
  const statement = selectByKeyStatement(session.dialect, noticesTable, [tenantId, id]);
  const [row] = await session.query(statement.text, statement.values);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns are those that the table declares
  return row as NoticeRow | undefined;
}

async function standing(
  ctx: { readonly session: Session; readonly tenantId: string },
  id: string,
): Promise<NoticeRow> {
  const row = await find(ctx.session, ctx.tenantId, id);
  if (row === undefined) throw new AppError("not_found", "There is no such notice.");
  if (row.withdrawn_at !== null) throw new AppError("gone", "The notice has been withdrawn.");
  return row;
}

function present({ id, version, title, day }: NoticeRow) {
  return { id, version, title, day };
}

function note(ctx: NoticeContext, id: string, action: string): void {
  ctx.write.audit({
    module: "tenants",
    action,
    outcome: "success",
    entity_type: "notices",
    entity_id: id,
    patient_id: null,
    changes: [],
  });
}

async function change(ctx: NoticeContext, id: string, patch: Partial<NoticeRow>) {
  const row = await standing(ctx, id);
  if (ctx.ifMatch !== null && ctx.ifMatch !== row.version) {
    throw new AppError("version_conflict", "The notice has been changed since.");
  }
  const after = { ...row, ...patch, version: row.version + 1 };
  await ctx.session.runAll([
    ...updateRows(ctx.session.dialect, noticesTable, [{ before: row, after }]),
  ]);
  note(ctx, id, "update");
  return after;
}

/** The handlers of notices: not one of them knows a branch. */
export const noticesModule = defineTenantModule("notices", noticesContract, {
  create: async ({ body }, ctx) => {
    const known = await find(ctx.session, ctx.tenantId, body.id);
    if (known !== undefined) return new Existing(present(known));
    const row = { ...body, tenant_id: ctx.tenantId, version: 1, withdrawn_at: null };
    await ctx.session.runAll([insertStatement(ctx.session.dialect, noticesTable, row)]);
    note(ctx, body.id, "create");
    return present(row);
  },

  change: async ({ params: { id }, body: { title, day } }, ctx) => {
    const patch = {
      ...(title === undefined ? {} : { title }),
      ...(day === undefined ? {} : { day }),
    };
    return present(await change(ctx, id, patch));
  },

  send: async ({ params: { id }, body }, ctx) => {
    const row = await standing(ctx, id);
    note(ctx, id, "send");
    ctx.write.emit(noticeEvents.sent, noticesTable, { ...row, branch_id: null }, {});
    return { queued: body.people };
  },

  withdraw: async ({ params: { id } }, ctx) => {
    await change(ctx, id, { withdrawn_at: ctx.write.at });
  },

  get: async ({ params: { id } }, ctx) => present(await standing(ctx, id)),

  calendar: async ({ params: { id } }, ctx) => {
    const { title, day } = await standing(ctx, id);
    const start = `DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`;
    const event = ["BEGIN:VEVENT", `UID:${id}`, start, `SUMMARY:${title}`, "END:VEVENT"];
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", ...event, "END:VCALENDAR", ""];
    const bytes = new TextEncoder().encode(lines.join("\r\n"));
    return new FileOutput(text, bytes, { filename: "notice.ics" });
  },
});
