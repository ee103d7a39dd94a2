import * as z from "zod";
import type { IdPrefix } from "#kernel/ids.ts";
import type { ResourceName } from "./access.ts";
import { noParams, noQuery, readEndpoint, writeEndpoint, type Home } from "./endpoint.ts";
import { enumOf, idOf, str } from "./fields.ts";
import { pageOf, pageQuery, recordFilters } from "./paging.ts";
import {
  answerShape,
  fieldsWith,
  keptForm,
  patchShape,
  sentShape,
  type FieldOptions,
  type RecordFields,
} from "./record-fields.ts";
import { metadataField, readOnlyFields, recordReadOnly, recordShape } from "./record.ts";

/** What a resource's endpoints are about. */
export interface CrudOptions {
  readonly path: `/v1/${string}`;
  readonly resource: ResourceName;
  /** One and many, in small letters: `["item", "items"]`. The first names its commands as well: `item.create`. */
  readonly noun: readonly [one: string, many: string];
  /** What groups the endpoints in the reference; usually the many. */
  readonly tag?: string;
  readonly prefix: IdPrefix;
  readonly home: Home;
  /** The field in whose order lists are unless they ask otherwise; otherwise the newest come first. */
  readonly sort?: string;
  /** The orders that lists can ask for, `-` before a field for the last first; usually those of the sorted fields and of the time of making. */
  readonly orders?: readonly string[];
  /** Whether lists can ask for another branch than the acting one. */
  readonly ofBranches?: true;
}

type Shape = Readonly<Record<string, z.ZodType>>;

type FieldsSaying<F extends RecordFields, Said extends FieldOptions> = {
  [Name in keyof F]: F[Name]["options"] extends Said ? Name : never;
}[keyof F];

type ListShape<F extends RecordFields, O extends CrudOptions> = typeof pageQuery &
  typeof recordFilters & {
    readonly [Name in FieldsSaying<F, { readonly filter: true }>]: z.ZodOptional<F[Name]["sent"]>;
  } & (FieldsSaying<F, { readonly search: "words" }> extends never
    ? unknown
    : { readonly q: z.ZodOptional<z.ZodString> }) &
  (O extends { readonly orders: readonly [] }
    ? unknown
    : { readonly sort: z.ZodOptional<z.ZodType<string, string>> }) &
  (O extends { readonly ofBranches: true }
    ? { readonly branch_id: z.ZodOptional<z.ZodString> }
    : unknown);

// Filters are given by whoever asks, and what is not given does not narrow.
function filterShape(fields: RecordFields): Shape {
  const names = new Set(fieldsWith(fields, "filter"));
  const filters = Object.entries(fields).filter(([name]) => names.has(name));
  return Object.fromEntries(filters.map(([name, one]) => [name, keptForm(one).optional()]));
}

function ordersOf(fields: RecordFields): readonly string[] {
  return [...fieldsWith(fields, "sort"), "created_at"].flatMap((name) => [name, `-${name}`]);
}

function listShape<F extends RecordFields, const O extends CrudOptions>(
  fields: F,
  options: O,
): ListShape<F, O> {
  const [first, ...more] = options.orders ?? ordersOf(fields);
  const shape: Shape = {
    ...pageQuery,
    ...recordFilters,
    ...filterShape(fields),
    ...(fieldsWith(fields, "search").length === 0 ? {} : { q: str(1, 100).optional() }),
    ...(options.ofBranches === true ? { branch_id: idOf("brn").optional() } : {}),
    ...(first === undefined ? {} : { sort: enumOf([first, ...more]).optional() }),
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a parameter for each that the type says
  return shape as ListShape<F, O>;
}

/** A record of a resource, as the wire writes it. */
export function recordAnswer<F extends RecordFields>(fields: F, { prefix }: CrudOptions) {
  return z.strictObject({
    id: idOf(prefix),
    branch_id: idOf("brn").nullable(),
    ...answerShape(fields),
    ...recordShape,
  });
}

const given = {
  tenant_id: idOf("ten").optional(),
  branch_id: idOf("brn").optional(),
  metadata: metadataField,
} as const;

function uniqueErrors(fields: RecordFields) {
  return Object.values(fields).flatMap(({ options }) => options.unique ?? []);
}

function named(verb: string, one: string): string {
  return `${verb} ${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`;
}

/** What all endpoints of a resource have in common. */
function commonOf({ noun: [one, many], tag, resource, prefix }: CrudOptions) {
  return {
    tag: tag ?? `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
    command: one.replaceAll(" ", "_"),
    params: z.strictObject({ id: idOf(prefix) }),
    access: (action: "create" | "read" | "update") => ({ resource, action }) as const,
  };
}

/** The list of a resource. @param more parameters of its own beside those of its fields */
export function listEndpoint<
  const F extends RecordFields,
  const O extends CrudOptions,
  const More extends Shape,
>(fields: F, options: O, more: More) {
  const { tag, access } = commonOf(options);
  return readEndpoint({
    path: options.path,
    summary: `List ${options.noun[1]}`,
    tag,
    access: access("read"),
    params: noParams,
    query: z.strictObject({ ...listShape(fields, options), ...more }),
    response: pageOf(recordAnswer(fields, options)),
    errors: ["invalid_cursor", "cursor_expired"],
  });
}

/** One record of a resource. */
export function getEndpoint<const F extends RecordFields>(fields: F, options: CrudOptions) {
  const { tag, access, params } = commonOf(options);
  return readEndpoint({
    path: `${options.path}/{id}`,
    summary: `Get one ${options.noun[0]}`,
    tag,
    access: access("read"),
    params,
    query: noQuery,
    response: recordAnswer(fields, options),
  });
}

/** Making a record. @param more members of the body beside its fields */
export function createEndpoint<const F extends RecordFields, const More extends Shape>(
  fields: F,
  options: CrudOptions,
  more: More,
) {
  const { tag, access, command } = commonOf(options);
  return writeEndpoint({
    method: "POST",
    path: options.path,
    summary: named("Add", options.noun[0]),
    tag,
    access: access("create"),
    operation: `${command}.create`,
    home: options.home,
    params: noParams,
    query: noQuery,
    body: z.strictObject({ ...given, ...sentShape(fields), ...more }),
    response: recordAnswer(fields, options),
    status: 201,
    errors: ["tenant_mismatch", "branch_mismatch", ...uniqueErrors(fields)],
  });
}

/** Changing a record. @param more members of the body beside its fields */
export function updateEndpoint<const F extends RecordFields, const More extends Shape>(
  fields: F,
  options: CrudOptions,
  more: More,
) {
  const { tag, access, command, params } = commonOf(options);
  return writeEndpoint({
    method: "PUT",
    path: `${options.path}/{id}`,
    summary: named("Change", options.noun[0]),
    tag,
    access: access("update"),
    operation: `${command}.update`,
    home: options.home,
    params,
    query: noQuery,
    body: z.strictObject({
      ...readOnlyFields([...recordReadOnly, "branch_id"]),
      ...patchShape(fields),
      metadata: metadataField,
      ...more,
    }),
    response: recordAnswer(fields, options),
    status: 200,
    errors: ["version_conflict", "branch_mismatch", "read_only_field", ...uniqueErrors(fields)],
  });
}

/** The endpoints of a resource that is listed, read, made and changed, by its fields. */
export function crud<const F extends RecordFields, const O extends CrudOptions>(
  fields: F,
  options: O,
) {
  return {
    list: listEndpoint(fields, options, {}),
    get: getEndpoint(fields, options),
    create: createEndpoint(fields, options, {}),
    update: updateEndpoint(fields, options, {}),
  } as const;
}
