import * as z from "zod";
import { requiredMessage } from "./issues.ts";

type Entries = Readonly<Record<string, string>>;

interface WordDef extends z.core.$ZodEnumDef<Entries> {
  /** The words of the list by their names in small letters. */
  readonly byName: ReadonlyMap<string, string>;
}

const usual: z.core.$constructor<z.ZodEnum> = z.ZodEnum;

// An enumeration that reads a word however it is written. It is described as any other enumeration is, and as fast for
// words as the list has them: a step before it would be taken for every value.
const WordField = z.core.$constructor<z.ZodEnum<Entries>, WordDef>("WordField", (inst, def) => {
  usual.init(inst, def);
  const parseWord = inst._zod.parse.bind(inst._zod);
  const words = new Set(Object.values(def.entries));
  inst._zod.parse = (payload, context) => {
    const sent: unknown = payload.value;
    if (typeof sent === "string" && !words.has(sent))
      payload.value = def.byName.get(sent.toLowerCase()) ?? sent;
    return parseWord(payload, context);
  };
});

/**
 * One of a list of words, read in capital and small letters and kept as the list has it; any other is `invalid_enum`, and
 * the sentence lists what is allowed. @param otherNames of words of the list, which are understood as well
 */
export function enumOf<const Values extends readonly [string, ...string[]]>(
  values: Values,
  otherNames?: Readonly<Record<string, Values[number]>>,
): z.ZodEnum<{ [Value in Values[number]]: Value }>;
/** The same, of whatever words. */
export function enumOf(values: readonly string[], otherNames: Entries = {}): z.ZodEnum<Entries> {
  const names = [...Object.entries(otherNames), ...values.map((word) => [word, word] as const)];
  return new WordField({
    type: "enum",
    entries: Object.fromEntries(values.map((word) => [word, word])),
    byName: new Map(names.map(([name, word]) => [name.toLowerCase(), word])),
    error: ({ input }: { readonly input: unknown }) =>
      input === undefined ? requiredMessage : `must be one of ${values.join(", ")}`,
  });
}
