import * as z from "zod";
import { issuesToFields } from "#contract/issues.ts";
import type { RecordFields } from "#contract/record-fields.ts";
import type { SqlRow } from "#db/model.ts";
import { sameJson } from "#kernel/canonical-json.ts";
import { AppError, fieldError, type FieldIssue } from "#kernel/errors.ts";
import type { WriteContext } from "./context.ts";

/** Refuses server-set fields whose value differs from the record's. @throws AppError read_only_field */
export function refuseReadOnly(
  body: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
  names: readonly string[],
): void {
  const fields = names
    .filter((name) => body[name] !== undefined && !sameJson(body[name], current[name]))
    .map((path): FieldIssue => ({
      path,
      code: "read_only_field",
      message: "is set by the server",
    }));
  if (fields.length > 0) throw fieldError(...fields);
}

/** A body may repeat tenant and branch, not name others. @throws AppError tenant_mismatch, branch_mismatch */
export function refuseForeignScope(
  body: { readonly tenant_id?: unknown; readonly branch_id?: unknown },
  ctx: Pick<WriteContext, "tenantId" | "branch">,
): void {
  const fields: FieldIssue[] = [];
  if (body.tenant_id !== undefined && body.tenant_id !== ctx.tenantId) {
    fields.push({
      path: "tenant_id",
      code: "tenant_mismatch",
      message: "differs from X-Tenant-Id",
    });
  }
  if (body.branch_id !== undefined && body.branch_id !== ctx.branch.id) {
    fields.push({
      path: "branch_id",
      code: "branch_mismatch",
      message: "differs from X-Branch-Id",
    });
  }
  if (fields.length > 0) throw fieldError(...fields);
}

/** A body as it is kept: what depends on the acting branch's country is read with it. @throws AppError that names the fields */
export function readAtBranch(
  fields: RecordFields,
  body: SqlRow,
  { country }: Pick<WriteContext["branch"], "country">,
): SqlRow {
  const forms = Object.entries(fields).flatMap(([name, { local }]) =>
    local === undefined || (body[name] ?? null) === null
      ? []
      : [[name, local.readIn(country)] as const],
  );
  if (forms.length === 0) return body;
  const read = z.looseObject(Object.fromEntries(forms)).safeParse(body);
  if (!read.success) throw fieldError(...issuesToFields(read.error));
  return read.data;
}

/** Refuses a change that did not see the record's newest version. @throws AppError version_conflict */
export function refuseStale(
  ctx: Pick<WriteContext, "ifMatch">,
  row: { readonly version: number },
): void {
  if (ctx.ifMatch === null || ctx.ifMatch === row.version) return;
  throw new AppError("version_conflict", "The record has been changed since it was read.", {
    current_version: row.version,
  });
}
