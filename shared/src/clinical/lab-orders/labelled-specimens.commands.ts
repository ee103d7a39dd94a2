import type { Reader } from "#db/session.ts";
import { underKey } from "#resource/word-search.ts";
import type { OrderedTest, Specimen } from "./lab-order-parts.contract.ts";
import { labOrdersTable } from "./lab-orders.table.ts";

/** The codes of the tests of an order that are done with a specimen of a type. */
export function testsWith(
  tests: readonly Pick<OrderedTest, "specimen_type" | "test_code">[],
  type: Specimen["type"],
): readonly string[] {
  return tests
    .filter((test) => (test.specimen_type ?? "other") === type)
    .map(({ test_code: code }) => code);
}

/** A specimen of an order, with what is done with it and whose it is. */
interface OrderedSpecimen {
  readonly specimen: Specimen;
  readonly tests: readonly string[];
  readonly patientId: string;
}

// A code is of one order alone, unless two branches have made it apart.
const mostOrders = 20;

/** The specimens of a branch's orders whose label says a code. */
export async function specimensWithBarcode(
  db: Reader,
  tenantId: string,
  branchId: string,
  barcode: string,
): Promise<readonly OrderedSpecimen[]> {
  const orders = await db
    .selectFrom("lab_orders")
    .select(["patient_id", "tests", "specimens"])
    .where("tenant_id", "=", tenantId)
    .where("branch_id", "=", branchId)
    .where(underKey(labOrdersTable, tenantId, `x:${barcode}`, "whole"))
    .limit(mostOrders)
    .execute();
  return orders.flatMap(({ patient_id: patientId, tests, specimens }) =>
    specimens
      .filter((specimen) => specimen.barcode === barcode)
      .map((specimen) => ({ specimen, tests: testsWith(tests, specimen.type), patientId })),
  );
}
