import { expect, test } from "vitest";
import * as z from "zod";
import { pageOf } from "#contract/paging.ts";
import { KeptRows } from "#db/kept-rows.ts";
import { madeOnce } from "#resource/kept-answers.ts";
import { checkedText } from "./checked-text.ts";

const shape = z.strictObject({ id: z.string(), said: z.string().nullable() });
const page = pageOf(shape);

const rest = { has_more: true, next_cursor: 'a"data":[]', prev_cursor: null };

function keptAnswer(said: unknown) {
  const row = { id: "1", said };
  new KeptRows().keep("people", "1", "a", row);
  return madeOnce(row, { maker: shape, state: "synced", computed: undefined }, () => ({ ...row }));
}

test("writes a page as it would be written whole, with and without rows that have their text", () => {
  for (const data of [[], [{ id: "2", said: null }], [keptAnswer("a,]"), { id: "2", said: "}" }]]) {
    const output = { data, ...rest };
    const whole = JSON.stringify(page.parse(output));
    expect([checkedText(page, output), checkedText(page, output)]).toEqual([whole, whole]);
  }
});

test.each([
  ["a row that is not of the contract", { data: [{ id: "1" }], ...rest }],
  ["a kept row that is not", { data: [keptAnswer(5)], ...rest }],
  ["a row with a member too many", { data: [{ id: "1", said: null, more: 1 }], ...rest }],
  ["a page without its cursors", { data: [] }],
  ["rows that are none", { ...rest, data: {} }],
  ["nothing", null],
])("refuses %s", (_, output) => {
  expect(() => checkedText(page, output)).toThrow(z.ZodError);
  // Also the second time.
  expect(() => checkedText(page, output)).toThrow(z.ZodError);
});

test("holds one kept answer to each contract by which it is answered", () => {
  const answer = keptAnswer("yes");
  expect(checkedText(shape, answer)).toBe('{"id":"1","said":"yes"}');
  expect(() => checkedText(z.strictObject({ id: z.string() }), answer)).toThrow(z.ZodError);
});

test("looks at the whole of a page whose contract does", () => {
  const few = page.refine(({ data }) => data.length < 2, "too many");
  const output = { data: [keptAnswer("a"), keptAnswer("b")], ...rest };
  expect(() => checkedText(few, output)).toThrow("too many");
});
