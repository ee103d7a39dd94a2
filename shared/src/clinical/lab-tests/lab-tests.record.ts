import { eventTypes } from "#contract/event-types.ts";
import { fieldError } from "#kernel/errors.ts";
import { refuseForeignScope } from "#resource/body-checks.ts";
import type { WriteContext } from "#resource/context.ts";
import { defineRecord } from "#resource/record.ts";
import { labTestCrud, labTestFields, labTestsContract } from "./lab-tests.contract.ts";
import { refusePanel } from "./lab-tests.panels.ts";
import { testsBelow } from "./lab-tests.commands.ts";
import { labTestsTable, type LabTestRow } from "./lab-tests.table.ts";

const events = eventTypes("lab_test", {
  created: "a test was added to the catalogue",
  updated: "a test of the catalogue was changed",
});

type Checked = Pick<
  LabTestRow,
  "code" | "kind" | "value_type" | "unit" | "ranges" | "answers" | "tests"
>;

function wrong(path: string, message: string) {
  return fieldError({ path, code: "validation_error", message });
}

function refuseOfKind({ kind, value_type: valueType, unit, ranges, answers, tests }: Checked) {
  if (kind === "panel") {
    if (tests.length === 0) throw wrong("tests", "is required of a panel");
    if (ranges.length > 0) throw wrong("ranges", "are those of the panel's tests");
    return;
  }
  if (tests.length > 0) throw wrong("tests", "are given for a panel alone");
  if (valueType === "numeric" && unit === null) throw wrong("unit", "is required of a number");
  if (valueType !== "numeric" && ranges.length > 0)
    throw wrong("ranges", "are given for numbers alone");
  const isCoded = valueType === "coded";
  if (isCoded && answers.length === 0)
    throw wrong("answers", "are required where codes are answered");
  if (!isCoded && answers.length > 0) throw wrong("answers", "are given for codes alone");
}

async function refuseTest(ctx: WriteContext, test: Checked): Promise<void> {
  refuseOfKind(test);
  if (test.kind !== "panel") return;
  const members = test.tests.filter((code) => code !== test.code);
  const known = new Map(await testsBelow(ctx, members));
  // As it is to be, not as it stands.
  known.delete(test.code);
  refusePanel(test, known);
}

/** What a laboratory can be asked for, with the ranges that its answers are held against. */
export const labTests = defineRecord(labTestsContract, labTestFields, {
  crud: labTestCrud,
  table: labTestsTable,
  events,
  handlers: (records) => ({
    create: async ({ body }, ctx) => {
      refuseForeignScope(body, ctx);
      // Of all branches, so of none.
      const values = { ...records.mapping.first(body), branch_id: null };
      await refuseTest(ctx, values);
      const row = ctx.write.insert(labTestsTable, ctx.newId(labTestCrud.prefix), {
        ...values,
        name_key: "",
      });
      ctx.write.emit(events.created, labTestsTable, row, {});
      return records.present(ctx, row);
    },
    update: async ({ params, body }, ctx) => {
      const row = await records.forChange(ctx, params.id, body);
      const patch = records.mapping.later(body);
      await refuseTest(ctx, { ...row, ...patch });
      const after = ctx.write.update(labTestsTable, row, patch);
      if (after !== row) ctx.write.emit(events.updated, labTestsTable, after, {});
      return records.present(ctx, after);
    },
  }),
});
