import * as z from "zod";
import type { ErrorCode } from "#kernel/errors.ts";
import { enumOf } from "./fields.ts";

/** How a field's value is kept. */
type FieldKind = "text" | "int" | "bool" | "json";

/** What is said of a field besides the form of its values. */
export interface FieldOptions {
  /** Whether a record may have no value. */
  readonly optional?: true;
  /** Whether it is given once and never changed. */
  readonly fixed?: true;
  /** Whether only one record of the tenant may hold a value, and how a second is refused. */
  readonly unique?: ErrorCode;
  /** Whether `q` finds the words of it. */
  readonly search?: "words";
  /** Whether lists can be in its order. */
  readonly sort?: true;
  /** Whether lists can be narrowed to a value. */
  readonly filter?: true;
}

/** One field of a record: how it is sent, kept and answered. */
export interface Field<
  Sent extends z.ZodType = z.ZodType,
  Answered extends z.ZodType = z.ZodType,
  Options extends FieldOptions = FieldOptions,
> {
  readonly kind: FieldKind;
  /** What a body may say. */
  readonly sent: Sent;
  /** What an answer says. */
  readonly answered: Answered;
  readonly options: Options;
}

/** A record's own fields, by name. */
export type RecordFields = Readonly<Record<string, Field>>;

/** The fields of records, by how their values are kept. */
export const field = {
  text: <Sent extends z.ZodType<string>, const O extends FieldOptions>(sent: Sent, options: O) =>
    ({ kind: "text", sent, answered: z.string(), options }) as const,
  int: <Sent extends z.ZodType<number>, const O extends FieldOptions>(sent: Sent, options: O) =>
    ({ kind: "int", sent, answered: z.int(), options }) as const,
  bool: <const O extends FieldOptions>(options: O) =>
    ({ kind: "bool", sent: z.boolean(), answered: z.boolean(), options }) as const,
  word: <const Words extends readonly [string, ...string[]], const O extends FieldOptions>(
    words: Words,
    options: O,
  ) => ({ kind: "text", sent: enumOf(words), answered: z.enum(words), options }) as const,
  json: <Sent extends z.ZodType, Answered extends z.ZodType, const O extends FieldOptions>(
    sent: Sent,
    answered: Answered,
    options: O,
  ) => ({ kind: "json", sent, answered, options }) as const,
} as const;

type IsOptional<F extends Field> = F["options"] extends { readonly optional: true } ? true : false;
type IsFixed<F extends Field> = F["options"] extends { readonly fixed: true } ? true : false;

/** The shape of a body that makes a record. */
export type SentShape<F extends RecordFields> = {
  readonly [Name in keyof F]: IsOptional<F[Name]> extends true
    ? z.ZodOptional<z.ZodNullable<F[Name]["sent"]>>
    : F[Name]["sent"];
};

/** The shape of a body that changes one: what is fixed may be repeated. */
export type PatchShape<F extends RecordFields> = {
  readonly [Name in keyof F]: IsFixed<F[Name]> extends true
    ? z.ZodOptional<z.ZodUnknown>
    : IsOptional<F[Name]> extends true
      ? z.ZodOptional<z.ZodNullable<F[Name]["sent"]>>
      : z.ZodOptional<F[Name]["sent"]>;
};

/** The shape of a record's own fields in an answer. */
export type AnswerShape<F extends RecordFields> = {
  readonly [Name in keyof F]: IsOptional<F[Name]> extends true
    ? z.ZodNullable<F[Name]["answered"]>
    : F[Name]["answered"];
};

function shapeOf(
  fields: RecordFields,
  shape: (declared: Field) => z.ZodType,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, declared]) => [name, shape(declared)] as const),
  );
}

/** The shape of a body that makes a record of these fields. */
export function sentShape<F extends RecordFields>(fields: F): SentShape<F> {
  const shape = shapeOf(fields, ({ sent, options }) =>
    options.optional === true ? sent.nullable().optional() : sent,
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry for each field, as the type says
  return shape as SentShape<F>;
}

/** The shape of a body that changes a record of these fields. */
export function patchShape<F extends RecordFields>(fields: F): PatchShape<F> {
  const shape = shapeOf(fields, ({ sent, options }) => {
    if (options.fixed === true) return z.unknown().optional();
    return (options.optional === true ? sent.nullable() : sent).optional();
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry for each field, as the type says
  return shape as PatchShape<F>;
}

/** The shape of these fields in an answer. */
export function answerShape<F extends RecordFields>(fields: F): AnswerShape<F> {
  const shape = shapeOf(fields, ({ answered, options }) =>
    options.optional === true ? answered.nullable() : answered,
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry for each field, as the type says
  return shape as AnswerShape<F>;
}

/** Names of the fields for which something is said. */
export function fieldsWith(fields: RecordFields, option: keyof FieldOptions): readonly string[] {
  return Object.entries(fields)
    .filter(([, { options }]) => options[option] !== undefined)
    .map(([name]) => name);
}
