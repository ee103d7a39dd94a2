import * as z from "zod";
import type { Chance } from "@edgeward/hub/demo/chance.ts";

/** As much of a JSON Schema as values are made from. */
const schemaShape = z.looseObject({
  $ref: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  readOnly: z.boolean().optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
});
type Schema = z.output<typeof schemaShape>;

const plainTexts = [
  "Asha Patil",
  "लक्ष्मी",
  "+919812345678",
  "asha@example.org",
  "12345",
  "A1",
  "09:30",
  "Asia/Kolkata",
  "127.0.0.1",
  "https://example.org/x",
];
// What has no characters of its own, is cut in the middle, means something to a database or a shell, or is none of its kind.
const oddTexts = [
  "",
  " ",
  "\u0000",
  "\ud800",
  "a\udc00b",
  "\u202e",
  "\u200d",
  "😀",
  "ß".repeat(200),
  "x".repeat(5_000),
  "9".repeat(18),
  "%00",
  "%",
  "'",
  '"; --',
  "\\",
  "../..",
  "<b>",
  "null",
  "-1",
  "1e9",
  "EW1:T:apt_0",
];
const dates = ["2026-11-23", "1990-01-01", "2026-02-30", "0001-01-01", "9999-12-31", "0000-00-00"];
const instants = [
  "2026-11-23T10:00:00.000Z",
  "2026-11-23T10:00:00+14:00",
  "9999-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00Z",
  "2026-11-23T25:00:00Z",
];
const numbers = [
  0,
  1,
  -1,
  0.1,
  1e-7,
  2 ** 31,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1e308,
];
const wrongTypes = [null, "", "x", 0, -1, true, [], {}];

const oddShare = 0.25;
const wrongShare = 0.006;
const optionalShare = 0.4;
const mostItems = 4;

/** Makes values that a schema allows, most of them odd, and a few that it does not; ids are those that were seen. */
export class StrangeValues {
  readonly #chance: Chance;
  readonly #document: unknown;
  readonly #ids = new Map<string, string[]>();

  /** @param document the OpenAPI document in which references lead */
  constructor(chance: Chance, document: unknown) {
    this.#chance = chance;
    this.#document = document;
  }

  /** Remembers the ids in an answer. */
  notice(answer: unknown): void {
    if (typeof answer === "string") {
      const [, prefix] = /^([a-z]{3})_[0-9a-hjkmnp-tv-z]{26}$/u.exec(answer) ?? [];
      if (prefix === undefined) return;
      const known = this.#ids.get(prefix) ?? [];
      if (!known.includes(answer)) this.#ids.set(prefix, [...known, answer]);
      return;
    }
    if (typeof answer === "object" && answer !== null) Object.values(answer).forEach(this.#visit);
  }

  /** A value for a schema. */
  of(schema: unknown): unknown {
    const chance = this.#chance;
    if (chance.happens(wrongShare)) return chance.pick(wrongTypes);
    const read = this.#read(schema);
    if (read.const !== undefined) return read.const;
    if (read.enum !== undefined) return chance.pick(read.enum);
    const choice = read.anyOf ?? read.oneOf;
    if (choice !== undefined) return this.of(chance.pick(choice));
    const { type } = read;
    return this.#ofType(read, Array.isArray(type) ? chance.pick(type) : type);
  }

  readonly #visit = (part: unknown) => {
    this.notice(part);
  };

  #ofType(schema: Schema, type: string | undefined): unknown {
    switch (type) {
      case "object":
        return this.#object(schema);
      case "array":
        return this.#array(schema);
      case "integer":
      case "number":
        return this.#number(schema);
      case "boolean":
        return this.#chance.happens(0.5);
      case "null":
        return null;
      case "string":
        return this.#text(schema);
      case undefined:
      default:
        return this.#chance.pick<unknown>([...wrongTypes, "text"]);
    }
  }

  #object({ properties = {}, required = [] }: Schema): unknown {
    const chance = this.#chance;
    const given = Object.entries(properties).filter(([name, schema]) => {
      if (this.#read(schema).readOnly === true) return false;
      return chance.happens(required.includes(name) ? 0.99 : optionalShare);
    });
    const made = given.map(([name, schema]) => [name, this.of(schema)] as const);
    // Built from its text, as it arrives: `__proto__` is a name like any other.
    const odd = chance.happens(wrongShare) ? [['"__proto__":{"x":1}']] : [];
    const members = [
      ...odd,
      ...made.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
    ];
    return JSON.parse(`{${members.join(",")}}`);
  }

  #array({ items, minItems = 0, maxItems = mostItems }: Schema): unknown {
    const length = this.#chance.int(minItems, Math.min(maxItems, minItems + mostItems));
    return Array.from({ length }, () => this.of(items));
  }

  #number({ minimum, maximum }: Schema): unknown {
    const chance = this.#chance;
    const bounds = [minimum, maximum].filter((bound) => bound !== undefined);
    return bounds.length > 0 && chance.happens(0.7) ? chance.pick(bounds) : chance.pick(numbers);
  }

  #text(schema: Schema): unknown {
    const chance = this.#chance;
    const [, prefix = ""] = /\^([a-z]{3})_/u.exec(schema.pattern ?? "") ?? [];
    const known = this.#ids.get(prefix);
    if (known !== undefined && !chance.happens(0.1)) return chance.pick(known);
    if (schema.format === "date") return chance.pick(dates);
    if (schema.format === "date-time") return chance.pick(instants);
    return fitted(chance.pick(chance.happens(oddShare) ? oddTexts : plainTexts), schema);
  }

  #read(schema: unknown): Schema {
    const read = schemaShape.parse(schema ?? {});
    if (read.$ref !== undefined) return this.#read(this.#follow(read.$ref));
    return (read.allOf ?? []).reduce<Schema>(
      (all, part) => ({ ...all, ...this.#read(part) }),
      read,
    );
  }

  #follow(reference: string): unknown {
    let found = this.#document;
    for (const name of reference.split("/").slice(1)) {
      found = z.record(z.string(), z.unknown()).parse(found)[name];
    }
    return found;
  }
}

function fitted(text: string, { minLength = 0, maxLength = Infinity }: Schema): string {
  const cut = text.slice(0, maxLength);
  return cut.length < minLength ? cut.padEnd(minLength, "abcdefgh") : cut;
}
