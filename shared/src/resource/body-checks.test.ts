import { describe, expect, test } from "vitest";
import { str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { readAtBranch } from "./body-checks.ts";

const fields = {
  name: field.text(str(1, 20), {}),
  phone: field.phone({ optional: true }),
  fax: field.phone({ optional: true }),
};

describe("a body that is read at a branch", () => {
  test("has its telephone numbers as they are kept, and all else as it was", () => {
    const body = { name: "Praxis", phone: "030 901820", fax: null, metadata: { a: 1 } };
    const read = readAtBranch(fields, body, { country: "DE" });
    expect(read).toEqual({ ...body, phone: "+4930901820" });
    expect(readAtBranch(fields, read, { country: "IN" })).toEqual(read);
  });

  test("is refused by the name of each number that its country does not have", () => {
    const body = { name: "Praxis", phone: "12", fax: "call me" };
    expect(() => readAtBranch(fields, body, { country: "IN" })).toThrow(
      expect.objectContaining({
        details: {
          fields: [
            expect.objectContaining({ path: "phone", code: "validation_error" }),
            expect.objectContaining({ path: "fax", code: "validation_error" }),
          ],
        },
      }),
    );
  });

  test("takes only international numbers in a country without numbering rules", () => {
    const at = { country: "AQ" };
    expect(readAtBranch(fields, { phone: "+918022223333" }, at)).toEqual({
      phone: "+918022223333",
    });
    expect(() => readAtBranch(fields, { phone: "080 2222 3333" }, at)).toThrow("phone");
  });
});
