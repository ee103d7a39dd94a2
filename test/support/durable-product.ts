import { startDurablePostgres, type DurablePostgres } from "./durable-postgres.ts";
import { startProduct, type Product, type ProductPlan } from "./product.ts";

/** A product whose PostgreSQL keeps every commit, and can be stopped, killed and put back under it. */
export interface DurableProduct {
  readonly product: Product;
  readonly postgres: DurablePostgres;
}

/** Brings one up. @param disk where the data of its PostgreSQL lie */
export async function startDurableProduct(
  plan: Omit<ProductPlan, "openDatabase"> = {},
  disk?: string,
): Promise<DurableProduct> {
  const { promise, resolve } = Promise.withResolvers<DurablePostgres>();
  const product = await startProduct({
    ...plan,
    openDatabase: async (data) => {
      const opened = await startDurablePostgres(disk, data);
      resolve(opened);
      return opened.url;
    },
  });
  const postgres = await promise;
  product.atEnd(() => postgres.stop());
  return { product, postgres };
}
