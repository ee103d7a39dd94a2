import { sql, type SqlBool } from "kysely";
import type { branchesTable, tenantsTable } from "#clinical/tenants/tenants.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import type { Reader } from "#db/session.ts";
import type { RowOf } from "#db/table.ts";
import { recordList } from "#resource/record-list.ts";
import type { Condition } from "#resource/word-search.ts";
import {
  printLanguages,
  printNumerals,
  printPageSizes,
  templateFields,
  type EffectiveTemplate,
  type TemplateScope,
  type TemplateSubject,
} from "./print-templates.contract.ts";
import { printTemplatesTable, type PrintTemplateRow } from "./print-templates.table.ts";

/** The condition that templates are a branch's, the tenant's, or either. */
export function ownedBy(branchId: string, scope: TemplateScope | undefined): Condition {
  if (scope === "branch") return sql<SqlBool>`branch_id = ${branchId}`;
  if (scope === "tenant") return sql<SqlBool>`branch_id IS NULL`;
  return sql<SqlBool>`(branch_id = ${branchId} OR branch_id IS NULL)`;
}

const lists = recordList(printTemplatesTable, templateFields);

// The nearer a template is to the document, the more it has to say: branch before tenant, one type before all.
function nearness(row: PrintTemplateRow): number {
  return (row.document_type === "all" ? 0 : 1) + (row.branch_id === null ? 0 : 2);
}

type Branch = RowOf<typeof branchesTable>;
type Tenant = RowOf<typeof tenantsTable>;

/** How the documents of a type come out at a branch: what is set nearest to them, and else what follows from branch and tenant. */
export async function effectiveTemplate(
  db: Reader,
  tenantId: string,
  branchId: string,
  subject: TemplateSubject,
): Promise<EffectiveTemplate> {
  return templateOf(db, tenantId, { branchId, subject }, undefined);
}

/** How the documents of a type would come out at a branch that had set nothing of its own. */
export async function templateBeneathBranch(
  db: Reader,
  tenantId: string,
  branchId: string,
  subject: TemplateSubject,
): Promise<EffectiveTemplate> {
  return templateOf(db, tenantId, { branchId, subject }, "tenant");
}

async function templateOf(
  db: Reader,
  tenantId: string,
  { branchId, subject }: { readonly branchId: string; readonly subject: TemplateSubject },
  scope: TemplateScope | undefined,
): Promise<EffectiveTemplate> {
  const query = { document_type: ["all", subject] };
  const rows = await lists.rows(db, tenantId, query, [ownedBy(branchId, scope)]).execute();
  const nearest = rows.toSorted((one, other) => nearness(other) - nearness(one));
  const owner = await ownerOf(db, tenantId, branchId);
  return effective(nearest, { ...owner, subject });
}

async function ownerOf(db: Reader, tenantId: string, branchId: string) {
  const branch = await db
    .selectFrom("branches")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", branchId)
    .executeTakeFirstOrThrow();
  const tenant = await db
    .selectFrom("tenants")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", tenantId)
    .executeTakeFirstOrThrow();
  return { branch, tenant };
}

interface Owner {
  readonly branch: Branch;
  readonly tenant: Tenant;
  readonly subject: TemplateSubject;
}

function effective(
  nearest: readonly PrintTemplateRow[],
  { branch, tenant, subject }: Owner,
): EffectiveTemplate {
  const said = <Name extends keyof PrintTemplateRow>(name: Name) =>
    nearest.map((row) => row[name]).find((value) => value !== null) ?? null;
  const languages = said("languages") ?? [tenant.locale.startsWith("hi") ? "hi" : "en"];
  return {
    document_type: subject,
    branch_id: branch.id,
    display_name: said("display_name") ?? tenant.name,
    header_lines: [...(said("header_lines") ?? branchLines(branch))],
    footer_lines: [...(said("footer_lines") ?? [])],
    extra_lines: [...(said("extra_lines") ?? [])],
    logo_png: said("logo_png"),
    languages: languages.map((word) => enumValueOf(printLanguages, word)),
    numerals: enumValueOf(printNumerals, said("numerals") ?? "latn"),
    page_size: enumValueOf(printPageSizes, said("page_size") ?? "a4"),
    label_size: said("label_size"),
    time_zone: branch.time_zone,
  };
}

/** A branch as letterheads name it: its name, its address and its telephone. */
export function branchLines({ name, phone, address }: Branch): readonly string[] {
  const places = ["line1", "line2", "city", "postal_code"]
    .map((part) => address?.[part])
    .filter((part) => typeof part === "string" && part !== "");
  const written = [name, places.join(", "), phone ?? ""];
  return written.filter((line) => line !== "");
}
