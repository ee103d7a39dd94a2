import * as z from "zod";
import type { IdPrefix } from "#kernel/ids.ts";
import type { ResourceName } from "./access.ts";
import { noParams, noQuery, readEndpoint, writeEndpoint, type Home } from "./endpoint.ts";
import { enumOf, idOf, str } from "./fields.ts";
import { pageOf, pageQuery, recordFilters } from "./paging.ts";
import {
  answerShape,
  fieldsWith,
  patchShape,
  sentShape,
  type RecordFields,
} from "./record-fields.ts";
import { metadataField, readOnlyFields, recordReadOnly, recordShape } from "./record.ts";

/** What a resource's four endpoints are about. */
export interface CrudOptions {
  readonly path: `/v1/${string}`;
  readonly resource: ResourceName;
  /** One and many, in small letters: `["item", "items"]`. The first names its commands as well: `item.create`. */
  readonly noun: readonly [one: string, many: string];
  readonly prefix: IdPrefix;
  readonly home: Home;
  /** The field in whose order lists are unless they ask otherwise; otherwise the newest come first. */
  readonly sort?: string;
}

// Filters are given by whoever asks, and what is not given does not narrow.
function filterShape(fields: RecordFields): Readonly<Record<string, z.ZodType>> {
  const names = fieldsWith(fields, "filter");
  return Object.fromEntries(
    names.flatMap((name) => {
      const declared = fields[name];
      return declared === undefined ? [] : [[name, declared.sent.optional()] as const];
    }),
  );
}

function sortShape(fields: RecordFields) {
  const names = [...fieldsWith(fields, "sort"), "created_at"];
  return enumOf(["created_at", ...names.flatMap((name) => [name, `-${name}`])]).optional();
}

function listQuery(fields: RecordFields) {
  const words = fieldsWith(fields, "search").length === 0 ? {} : { q: str(1, 100).optional() };
  return z.strictObject({
    ...pageQuery,
    ...recordFilters,
    ...filterShape(fields),
    ...words,
    sort: sortShape(fields),
  });
}

/** The bodies and answers of a resource, by its fields. */
function shapesOf<F extends RecordFields>(fields: F, prefix: IdPrefix) {
  const scope = { tenant_id: idOf("ten").optional(), branch_id: idOf("brn").optional() };
  const readOnly = [...recordReadOnly, "branch_id"] as const;
  return {
    created: z.strictObject({ ...scope, ...sentShape(fields), metadata: metadataField }),
    changed: z.strictObject({
      ...readOnlyFields(readOnly),
      ...patchShape(fields),
      metadata: metadataField,
    }),
    answer: z.strictObject({
      id: idOf(prefix),
      branch_id: idOf("brn").nullable(),
      ...answerShape(fields),
      ...recordShape,
    }),
  };
}

function uniqueErrors(fields: RecordFields) {
  return Object.values(fields).flatMap(({ options }) => options.unique ?? []);
}

function named(verb: string, one: string): string {
  return `${verb} ${/^[aeiou]/.test(one) ? "an" : "a"} ${one}`;
}

/** What all endpoints of a resource have in common. */
function commonOf<F extends RecordFields>(fields: F, options: CrudOptions) {
  const { resource, noun, prefix } = options;
  const [one, many] = noun;
  return {
    tag: `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
    command: one.replaceAll(" ", "_"),
    params: z.strictObject({ id: idOf(prefix) }),
    access: (action: "create" | "read" | "update") => ({ resource, action }) as const,
    taken: uniqueErrors(fields),
    ...shapesOf(fields, prefix),
  };
}

type Common<F extends RecordFields> = ReturnType<typeof commonOf<F>>;

function readsOf<const F extends RecordFields>(
  fields: F,
  { path, noun: [one, many] }: CrudOptions,
  { tag, params, access, answer }: Common<F>,
) {
  return {
    list: readEndpoint({
      path,
      summary: `List ${many}`,
      tag,
      access: access("read"),
      params: noParams,
      query: listQuery(fields),
      response: pageOf(answer),
      errors: ["invalid_cursor", "cursor_expired"],
    }),
    get: readEndpoint({
      path: `${path}/{id}`,
      summary: `Get one ${one}`,
      tag,
      access: access("read"),
      params,
      query: noQuery,
      response: answer,
    }),
  } as const;
}

function writesOf<const F extends RecordFields>(
  { path, home, noun: [one] }: CrudOptions,
  { tag, command, params, access, taken, created, changed, answer }: Common<F>,
) {
  return {
    create: writeEndpoint({
      method: "POST",
      path,
      summary: named("Add", one),
      tag,
      access: access("create"),
      operation: `${command}.create`,
      home,
      params: noParams,
      query: noQuery,
      body: created,
      response: answer,
      status: 201,
      errors: ["tenant_mismatch", "branch_mismatch", ...taken],
    }),
    update: writeEndpoint({
      method: "PUT",
      path: `${path}/{id}`,
      summary: named("Change", one),
      tag,
      access: access("update"),
      operation: `${command}.update`,
      home,
      params,
      query: noQuery,
      body: changed,
      response: answer,
      status: 200,
      errors: ["version_conflict", "branch_mismatch", "read_only_field", ...taken],
    }),
  } as const;
}

/** The endpoints of a resource that is listed, read, made and changed, by its fields. */
export function crud<const F extends RecordFields>(fields: F, options: CrudOptions) {
  const common = commonOf(fields, options);
  return { ...readsOf(fields, options, common), ...writesOf(options, common) } as const;
}

/** The contract that `crud` makes of some fields. */
export type CrudContract<F extends RecordFields> = ReturnType<typeof crud<F>>;
