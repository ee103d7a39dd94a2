import type * as z from "zod";
import type { Reader } from "#db/session.ts";
import { AppError, fieldError } from "#kernel/errors.ts";
import { deterministicId } from "#kernel/deterministic-id.ts";
import { isAllowed } from "#contract/access.ts";
import { refuseStale } from "#resource/body-checks.ts";
import type { WriteContext } from "#resource/context.ts";
import { recordMapping } from "#resource/record-mapping.ts";
import type { Records } from "#resource/records.ts";
import {
  templateFields,
  type EffectiveTemplate,
  type printTemplatesContract,
  type TemplateScope,
  type TemplateSubject,
} from "./print-templates.contract.ts";
import { isDrawable, undrawable } from "./print-templates.forms.ts";
import { effectiveTemplate } from "./print-templates.queries.ts";
import { printTemplatesTable, type PrintTemplateRow } from "./print-templates.table.ts";

type SetBody = z.output<typeof printTemplatesContract.set.body>;

const mapping = recordMapping(templateFields);

function refuseBrokenLogo(logo: string | null | undefined, path: string): void {
  if (logo === null || logo === undefined) return;
  if (isDrawable(logo)) return;
  throw fieldError({ path, code: "validation_error", message: undrawable });
}

// Two words of one language side by side are one word twice.
function refuseSameLanguage(languages: readonly string[] | null | undefined, path: string): void {
  if (new Set(languages ?? []).size === (languages ?? []).length) return;
  throw fieldError({ path, code: "validation_error", message: "names one twice" });
}

/**
 * Refuses a look that no document can have. @param place what stands before the names of its fields
 * @throws AppError validation_error
 */
export function refuseBrokenLook(
  look: {
    readonly logo_png?: string | null | undefined;
    readonly languages?: readonly string[] | null | undefined;
  },
  place = "",
): void {
  refuseBrokenLogo(look.logo_png, `${place}logo_png`);
  refuseSameLanguage(look.languages, `${place}languages`);
}

// Each template has one node that sets it (see the table).
function refuseElsewhere(ctx: WriteContext, scope: TemplateScope): void {
  if (scope === "tenant" && ctx.node.kind === "branch") {
    throw new AppError(
      "hub_only",
      "The tenant's documents are set at the hub; set the branch's here.",
    );
  }
  if (scope === "tenant" || ctx.node.kind === "branch" || !ctx.branch.hasNode) return;
  const message = "This branch has a node of its own; set its documents there.";
  throw new AppError("owned_by_branch", message, { branch_id: ctx.branch.id });
}

// What all branches print is not one branch's to say.
function refuseTenantWide(ctx: WriteContext): void {
  const held = ctx.role === null ? ctx.caller.roles : [ctx.role];
  if (isAllowed(held, "print_templates", "approve")) return;
  throw new AppError("forbidden", "Templates of the whole tenant are set by its administrator.");
}

/** How documents of a type come out at a branch now. */
export function templateFor(
  db: Reader,
  tenantId: string,
  branchId: string,
  subject: TemplateSubject,
): Promise<EffectiveTemplate> {
  return effectiveTemplate(db, tenantId, branchId, subject);
}

/**
 * Sets a template: of the acting branch, or of the tenant.
 * @throws AppError forbidden, hub_only, owned_by_branch, read_only_field, version_conflict, validation_error for a logo that cannot be drawn
 */
export async function setTemplate(
  ctx: WriteContext,
  records: Records<typeof templateFields, (typeof printTemplatesTable)["columns"]>,
  { subject, body }: { readonly subject: TemplateSubject; readonly body: SetBody },
): Promise<PrintTemplateRow> {
  const { scope = "branch" } = body;
  const branchId = scope === "tenant" ? null : ctx.branch.id;
  if (branchId === null) refuseTenantWide(ctx);
  refuseElsewhere(ctx, scope);
  refuseBrokenLook(body);
  const id = deterministicId("ptm", ctx.tenantId, branchId ?? "", subject);
  const row = await ctx.write.load(printTemplatesTable, id);
  if (row !== null) refuseStale(ctx, row);
  await records.refuseReadOnly(ctx, row, body);
  if (row !== null) return ctx.write.update(printTemplatesTable, row, mapping.later(body));
  const place = { branch_id: branchId, document_type: subject };
  return ctx.write.insert(printTemplatesTable, id, { ...mapping.first(body), ...place });
}
