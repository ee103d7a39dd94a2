import { expect, test } from "vitest";
import { taxedPrice } from "@edgeward/shared/clinical/dispenses/dispense-rules.contract.ts";
import { demoBatches, demoItems } from "./goods.ts";

test("each batch of the demo can be given out at the listed price of its item, tax included", () => {
  const batches = demoBatches(1, "2026-06-01");
  const kept = demoItems.filter(({ kind }) => kind !== "service");
  expect(new Set(batches.map(({ item }) => item.code))).toEqual(
    new Set(kept.map(({ code }) => code)),
  );
  const above = batches
    .map((batch) => ({ ...batch, asked: taxedPrice(batch.item.price_minor, batch.gst_rate_bp) }))
    .filter(({ asked, mrp_minor }) => asked > mrp_minor)
    .map(({ item, asked, mrp_minor }) => `${item.name}: ${asked} of ${mrp_minor}`);
  expect(above).toEqual([]);
  expect(batches.filter(({ item, cost_minor }) => cost_minor >= item.price_minor)).toEqual([]);
});
