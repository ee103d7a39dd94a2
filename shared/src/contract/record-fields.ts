import * as z from "zod";
import type { ErrorCode } from "#kernel/errors.ts";
import type { IdPrefix } from "#kernel/ids.ts";
import { enumOf, idOf, phone, storedPhone, writtenPhone } from "./fields.ts";

/** How a field's value is kept; `none` is worked out for each answer. */
type FieldKind = "text" | "int" | "bool" | "json" | "none";

/** What is said of a field besides the form of its values. */
export interface FieldOptions {
  /** Whether a record may have no value. */
  readonly optional?: true;
  /** Whether a body gives it only when the record is made, only later, or never: the server sets it. Otherwise always. */
  readonly given?: "once" | "later" | "never";
  /** What it begins with where the body that makes a record leaves it out. */
  readonly initial?: unknown;
  /** Whether only one record of the tenant may hold a value, and how a second is refused. */
  readonly unique?: ErrorCode;
  /** Whether `q` finds the words of it. */
  readonly search?: "words";
  /** Whether lists can be in its order. */
  readonly sort?: true;
  /** Whether lists can be narrowed to a value. */
  readonly filter?: true;
  /** The column that keeps it, where that has another name. */
  readonly column?: string;
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
  /** Of what means something else in another country: the form in which it is kept, and that in which a country's branch reads it. */
  readonly local?: { readonly kept: z.ZodType; readonly readIn: (country: string) => z.ZodType };
}

/** A record's own fields, by name. */
export type RecordFields = Readonly<Record<string, Field>>;

/** The fields of records, by how their values are kept. */
export const field = {
  text: <Sent extends z.ZodType<string>, const O extends FieldOptions>(sent: Sent, options: O) =>
    ({ kind: "text", sent, answered: z.string(), options }) as const,
  /** The id of another record. */
  id: <const O extends FieldOptions>(prefix: IdPrefix, options: O) =>
    ({ kind: "text", sent: idOf(prefix), answered: idOf(prefix), options }) as const,
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
  /** A telephone number: national or international in a body, kept as E.164. */
  phone: <const O extends FieldOptions>(options: O) =>
    ({
      kind: "text",
      sent: writtenPhone,
      answered: z.string(),
      options,
      local: { kept: storedPhone, readIn: phone },
    }) as const,
  /** Worked out for each answer, and kept nowhere. */
  computed: <Answered extends z.ZodType>(answered: Answered) =>
    ({ kind: "none", sent: z.never(), answered, options: { given: "never" } }) as const,
} as const;

type IsOptional<F extends Field> = F["options"] extends { readonly optional: true } ? true : false;
type HasInitial<F extends Field> = F["options"] extends { readonly initial: unknown }
  ? true
  : false;
type IsGivenFirst<F extends Field> = F["options"] extends { readonly given: "later" | "never" }
  ? false
  : true;
type IsGivenLater<F extends Field> = F["options"] extends { readonly given: "once" | "never" }
  ? false
  : true;

/** Names of the fields that a body gives which makes a record. */
type GivenFirst<F extends RecordFields> = {
  [Name in keyof F]: IsGivenFirst<F[Name]> extends true ? Name : never;
}[keyof F];

/** Names of the fields that a body gives which changes one. */
export type GivenLater<F extends RecordFields> = {
  [Name in keyof F]: IsGivenLater<F[Name]> extends true ? Name : never;
}[keyof F];

/** The shape of a body that makes a record. */
export type SentShape<F extends RecordFields> = {
  readonly [Name in GivenFirst<F>]: IsOptional<F[Name]> extends true
    ? z.ZodOptional<z.ZodNullable<F[Name]["sent"]>>
    : HasInitial<F[Name]> extends true
      ? z.ZodOptional<F[Name]["sent"]>
      : F[Name]["sent"];
};

/** The shape of a body that changes one: what it does not give may be repeated. */
export type PatchShape<F extends RecordFields> = {
  readonly [Name in keyof F]: IsGivenLater<F[Name]> extends true
    ? IsOptional<F[Name]> extends true
      ? z.ZodOptional<z.ZodNullable<F[Name]["sent"]>>
      : z.ZodOptional<F[Name]["sent"]>
    : z.ZodOptional<z.ZodUnknown>;
};

/** The shape of a record's own fields in an answer. */
export type AnswerShape<F extends RecordFields> = {
  readonly [Name in keyof F]: IsOptional<F[Name]> extends true
    ? z.ZodNullable<F[Name]["answered"]>
    : F[Name]["answered"];
};

function isGivenFirst({ options: { given } }: Field): boolean {
  return given === undefined || given === "once";
}

/** Whether a body gives the field that changes a record. */
export function isGivenLater({ options: { given } }: Field): boolean {
  return given === undefined || given === "later";
}

/** Names of the fields that a change may only repeat. */
export function readOnlyOf(fields: RecordFields): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name] && !isGivenLater(fields[name]));
}

function shapeOf(
  fields: RecordFields,
  shape: (declared: Field) => z.ZodType,
): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, declared]) => [name, shape(declared)] as const),
  );
}

function firstShape({ sent, options }: Field): z.ZodType {
  if (options.optional === true) return sent.nullable().optional();
  return options.initial === undefined ? sent : sent.optional();
}

function laterShape(declared: Field): z.ZodType {
  const { sent, options } = declared;
  if (!isGivenLater(declared)) return z.unknown().optional();
  return (options.optional === true ? sent.nullable() : sent).optional();
}

/** The shape of a body that makes a record of these fields. */
export function sentShape<F extends RecordFields>(fields: F): SentShape<F> {
  const given = Object.entries(fields).filter(([, declared]) => isGivenFirst(declared));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry for each field, as the type says
  return shapeOf(Object.fromEntries(given), firstShape) as SentShape<F>;
}

/** The shape of a body that changes a record of these fields. */
export function patchShape<F extends RecordFields>(fields: F): PatchShape<F> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry for each field, as the type says
  return shapeOf(fields, laterShape) as PatchShape<F>;
}

/** The shape of these fields in an answer. */
export function answerShape<F extends RecordFields>(fields: F): AnswerShape<F> {
  const shape = shapeOf(fields, ({ answered, options }) =>
    options.optional === true ? answered.nullable() : answered,
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- one entry for each field, as the type says
  return shape as AnswerShape<F>;
}

/** The form in which a field's value is kept. */
export function keptForm({ sent, local }: Field): z.ZodType {
  return local?.kept ?? sent;
}

/** The shape of what a person can give the columns of a record, by their names: also what no other change gives. */
export function changeableShape(fields: RecordFields): Readonly<Record<string, z.ZodType>> {
  const shapes = Object.entries(fields).flatMap(([name, declared]) => {
    const { options } = declared;
    const kept = keptForm(declared);
    const shape = options.optional === true ? kept.nullable() : kept;
    return options.given === "never" ? [] : [[options.column ?? name, shape] as const];
  });
  return Object.fromEntries(shapes);
}

/** Names of the fields for which something is said. */
export function fieldsWith(fields: RecordFields, option: keyof FieldOptions): readonly string[] {
  return Object.entries(fields)
    .filter(([, { options }]) => options[option] !== undefined)
    .map(([name]) => name);
}
