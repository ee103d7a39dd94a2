import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { until } from "#support/until.ts";
import { startProduct, type RunningProduct } from "./running-product.ts";

const runShape = z.object({
  hub: z.string(),
  branch: z.string(),
  operator_token: z.string(),
  pids: z.object({ supervisor: z.number(), hub: z.number(), branch: z.number() }),
});

let product: RunningProduct;

function runFile() {
  return runShape.parse(JSON.parse(readFileSync(join(product.folder, "run.json"), "utf8")));
}

beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop("killed");
});

const nodes = [
  ["branch", "hub"],
  ["hub", "branch"],
] as const;

test.each(nodes)(
  "a %s that ends by itself is started again, and the %s goes on",
  async (gone, other) => {
    const before = runFile();
    process.kill(before.pids[gone], "SIGKILL");
    await until(
      `the ${gone} is written down anew`,
      60_000,
      () => runFile().pids[gone] !== before.pids[gone],
    );
    const after = runFile();
    expect(after.pids[other]).toBe(before.pids[other]);
    expect(after.pids.supervisor).toBe(before.pids.supervisor);
    for (const url of [after.hub, after.branch])
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    // The operator's command still finds the way in, to the node that is new as well, and they are in touch again.
    await until("all is well", 60_000, async () => (await product.edgeward("status")).code === 0);
  },
);
