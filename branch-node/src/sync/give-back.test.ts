import { expect, test } from "vitest";
import * as z from "zod";
import { documents, record } from "@edgeward/shared/sync/merge/merge-samples.ts";
import { givingBack } from "./give-back.ts";
import { HubRefusal } from "./hub-client.ts";

const sentShape = z.object({ rows: z.array(z.object({ row: z.object({ id: z.string() }) })) });

test("where a gateway lets through less than the hub takes, what is given back goes in smaller pieces, and a row that is too large alone costs itself", async () => {
  const taken: string[] = [];
  const keys = new Set<string>();
  const post = async (_path: string, body: unknown, key: string) => {
    const ids = sentShape.parse(body).rows.map(({ row }) => row.id);
    if (ids.length > 2 || ids.includes("note_3"))
      throw new HubRefusal(413, "unknown", "HTTP 413", {});
    keys.add(key);
    taken.push(...ids);
    return { refused: [] };
  };
  const rows = Array.from({ length: 7 }, (_, count) => record({ id: `note_${count}` }));
  await givingBack({ hub: { post } })(documents, rows);
  expect(taken.toSorted()).toEqual(["note_0", "note_1", "note_2", "note_4", "note_5", "note_6"]);
  expect(keys.size).toBeGreaterThan(2);
});
