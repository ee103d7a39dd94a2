import type { branchesTable, tenantsTable } from "#clinical/tenants/tenants.table.ts";
import { enumValueOf } from "#contract/enum-value.ts";
import {
  presentRecord,
  madeWithin,
  type RecordTimes,
  type Viewer,
  syncStatesOf,
} from "#db/read.ts";
import type { Reader } from "#db/session.ts";
import type { RowOf } from "#db/table.ts";
import {
  printLanguages,
  printNumerals,
  printPageSizes,
  templateSubjects,
  type EffectiveTemplate,
  type PrintTemplate,
  type TemplateSubject,
} from "./print-templates.contract.ts";
import type { PrintTemplateRow } from "./print-templates.table.ts";

/** Which templates a list is of. */
export interface TemplateFilters extends RecordTimes {
  readonly branchId: string;
  readonly scope?: "branch" | "tenant" | undefined;
  readonly document_type?: string | undefined;
}

/** The templates of the tenant and of one branch that the filters leave. */
export function filteredTemplates(db: Reader, tenantId: string, filters: TemplateFilters) {
  const { branchId, scope, document_type: subject } = filters;
  let rows = db.selectFrom("print_templates").selectAll().where("tenant_id", "=", tenantId);
  if (scope === "branch") rows = rows.where("branch_id", "=", branchId);
  if (scope === "tenant") rows = rows.where("branch_id", "is", null);
  if (scope === undefined) {
    rows = rows.where((either) =>
      either.or([either("branch_id", "=", branchId), either("branch_id", "is", null)]),
    );
  }
  if (subject !== undefined) rows = rows.where("document_type", "=", subject);
  return rows.where(madeWithin(filters));
}

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
  return templateOf(db, tenantId, { branchId }, subject);
}

/** How the documents of a type would come out at a branch that had set nothing of its own. */
export async function templateBeneathBranch(
  db: Reader,
  tenantId: string,
  branchId: string,
  subject: TemplateSubject,
): Promise<EffectiveTemplate> {
  return templateOf(db, tenantId, { branchId, scope: "tenant" }, subject);
}

async function templateOf(
  db: Reader,
  tenantId: string,
  filters: TemplateFilters,
  subject: TemplateSubject,
): Promise<EffectiveTemplate> {
  const rows = await filteredTemplates(db, tenantId, filters)
    .where("document_type", "in", ["all", subject])
    .execute();
  const nearest = rows.toSorted((one, other) => nearness(other) - nearness(one));
  const owner = await ownerOf(db, tenantId, filters.branchId);
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

function branchLines({ name, phone, address }: Branch): readonly string[] {
  const places = ["line1", "line2", "city", "postal_code"]
    .map((part) => address?.[part])
    .filter((part) => typeof part === "string" && part !== "");
  const written = [name, places.join(", "), phone ?? ""];
  return written.filter((line) => line !== "");
}

/** Rows as the wire answers them. */
export async function presentTemplates(
  viewer: Viewer,
  rows: readonly PrintTemplateRow[],
): Promise<PrintTemplate[]> {
  const stateOf = await syncStatesOf(
    viewer,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({ ...presentFields(row), ...presentRecord(row, stateOf(row.id)) }));
}

/** One row as the wire answers it. */
export async function presentTemplate(
  viewer: Viewer,
  row: PrintTemplateRow,
): Promise<PrintTemplate> {
  const [template] = await presentTemplates(viewer, [row]);
  if (template === undefined) throw new Error("a row was presented as nothing");
  return template;
}

const copied = (lines: readonly string[] | null) => (lines === null ? null : [...lines]);

function presentFields(row: PrintTemplateRow) {
  const { languages, numerals, page_size: pageSize } = row;
  return {
    id: row.id,
    branch_id: row.branch_id,
    document_type: enumValueOf(templateSubjects, row.document_type),
    display_name: row.display_name,
    header_lines: copied(row.header_lines),
    footer_lines: copied(row.footer_lines),
    extra_lines: copied(row.extra_lines),
    logo_png: row.logo_png,
    languages: languages?.map((word) => enumValueOf(printLanguages, word)) ?? null,
    numerals: numerals === null ? null : enumValueOf(printNumerals, numerals),
    page_size: pageSize === null ? null : enumValueOf(printPageSizes, pageSize),
    label_size: row.label_size,
  };
}
