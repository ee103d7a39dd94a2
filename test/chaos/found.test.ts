import { beforeAll, expect, test } from "vitest";
import { found } from "./found.ts";
import { layGround, runHistory } from "./run.ts";
import type { Ground } from "./ground.ts";

let ground: Ground;
beforeAll(async () => {
  ground = await layGround();
  return ground.clear;
});

test.each(found)("%s", async (_title, history) => {
  await expect(runHistory(ground, history)).resolves.toBeUndefined();
});
