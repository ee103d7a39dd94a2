import { expect, test } from "vitest";
import { revenueCsv, revenueRows } from "./revenue-rows.ts";

const bills = {
  invoices: 2,
  billed_minor: 150_000,
  discount_minor: 5_000,
  tax_minor: 1_250,
  credited_minor: 0,
  paid_minor: 100_000,
  due_minor: 50_000,
  written_off_minor: 0,
};
const takings = { credit_notes_minor: 0, collected_minor: 100_000, refunded_minor: 2_505 };

test("lines have their names, and no amount where their kind has none", () => {
  const series = [
    { key: "dep", bills, takings: null },
    { key: null, bills: null, takings },
  ];
  const rows = revenueRows({ series }, (key) => (key === null ? "None" : `Of ${key}`));
  expect(rows).toMatchObject([
    { id: "dep", name: "Of dep", invoices: 2, billed: 150_000, due: 50_000, collected: null },
    { id: "none", name: "None", invoices: null, billed: null, collected: 100_000, refunded: 2_505 },
  ]);
});

test("a table program reads the lines, and works nothing out that stands in a name", () => {
  const series = [{ key: "x", bills, takings }];
  const titles = ["Doctor", "Bills", "Billed", "Discount", "Tax", "Collected", "Refunded", "Due"];
  const csv = (name: string) =>
    revenueCsv(
      revenueRows({ series }, () => name),
      titles,
    );
  const amounts = "2,1500.00,50.00,12.50,1000.00,25.05,500.00";
  expect(csv("Rao, Anita")).toBe(`${titles.join(",")}\r\n"Rao, Anita",${amounts}\r\n`);
  expect(csv("=1+1")).toContain(`\r\n'=1+1,${amounts}`);
  expect(csv('5" splint')).toContain('\r\n"5"" splint",2');
});
