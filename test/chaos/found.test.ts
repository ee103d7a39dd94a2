import { rmSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { Command, History, Kind } from "./commands.ts";
import { layGround, runHistory } from "./run.ts";
import type { Ground } from "./world.ts";

// Histories that a long search has found once, each the shortest that broke a promise then.

let ground: Ground;
beforeAll(async () => {
  ground = await layGround();
  return () => rmSync(ground.folder, { recursive: true, force: true });
});

function atSecond(kind: Kind, one: number, two: number): Command {
  return { kind, at: 1, one, two };
}

function among(branches: number, commands: readonly Command[]): History {
  return { branches, commands };
}

const found: readonly (readonly [string, History])[] = [
  [
    "what a branch wrote after it was put back stays on top of what it takes back of its own",
    among(2, [
      atSecond("backup", 2, 2),
      atSecond("move", 2, 2),
      atSecond("push", 0, 1),
      atSecond("put_back", 0, 3),
      atSecond("move", 1, 3),
      atSecond("pull", 6, 2),
    ]),
  ],
];

test.each(found)("%s", async (_title, history) => {
  await expect(runHistory(ground, history)).resolves.toBeUndefined();
});
