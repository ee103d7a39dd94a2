import { expect, test } from "vitest";
import { refusalOf } from "#contract/refused-fields.ts";
import { countFaultsIn, refusedCount } from "./count-faults.contract.ts";

const batch = { stock_id: "stk_1", item_id: "itm_1", location_id: "loc_1", batch_no: "B1" };
const few = { ...batch, counted: 95, book_quantity: 100, on_record: 95 };
const many = { ...batch, stock_id: "stk_2", counted: 0, book_quantity: -3, on_record: 0 };
const path = (nth: number) => `changes.${nth}.fields.quantity`;

test("a refusal of counts names each wrong line with its batch and its figures, whatever its sentence says", () => {
  const fields = [refusedCount(path(0), few), refusedCount(path(2), many)];
  expect(refusalOf(fields)).toEqual({ message: "2 fields are wrong", details: { fields } });
  expect(countFaultsIn(fields)).toEqual([few, many]);
  expect(countFaultsIn(fields.map((field) => ({ ...field, message: "" })))).toEqual([few, many]);
});

test("one wrong line is said in words as well", () => {
  expect(refusalOf([refusedCount(path(0), few)]).message).toBe(
    "changes.0.fields.quantity: was counted of 100, and 95 are there: count it again",
  );
});

test("what a refusal of something else names is no line of a count, nor what lacks a figure", () => {
  const [line] = [refusedCount(path(0), few)];
  expect(countFaultsIn([])).toEqual([]);
  expect(countFaultsIn([{ ...line, code: "duplicate_value" }])).toEqual([]);
  const { counted: _counted, ...without } = few;
  expect(countFaultsIn([{ ...line, values: without }])).toEqual([]);
});
