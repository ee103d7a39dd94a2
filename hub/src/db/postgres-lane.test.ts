import { expect, test } from "vitest";
import { kyselyOn } from "./postgres-lane.ts";

function asked(ids: readonly string[]) {
  const { sql, parameters } = kyselyOn(() => Promise.reject(new Error("only compiled")))
    .selectFrom("patients")
    .select("id")
    .where("tenant_id", "=", "ten_1")
    .where("id", "in", ids)
    .where("status", "!=", "merged")
    .compile();
  return { sql, parameters };
}

test("a list of values is one array, so that its text is the same whatever its length", () => {
  const two = asked(["pat_1", "pat_2", "pat_2"]);
  expect(two).toEqual({
    sql: `select "id" from "patients" where "tenant_id" = $1 and "id" = ANY($2) and "status" != $3`,
    parameters: ["ten_1", ["pat_1", "pat_2"], "merged"],
  });
  expect(asked(Array.from({ length: 400 }, (_, n) => `pat_${n}`)).sql).toBe(two.sql);
});
