import { afterAll, beforeAll, expect, test } from "vitest";
import { compactFeed } from "@edgeward/hub/fleet/feed/compaction.ts";
import { readFeed } from "@edgeward/hub/fleet/feed/feed.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { SqlRow } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { clientFor } from "#support/node.ts";

let hub: TestHub;

beforeAll(async () => {
  hub = await startTestHub();
});

afterAll(() => hub.stop());

/** A session whose statements run one behind the other in the order in which they are sent, as on one connection. */
function inOrder(session: Session, before: (text: string) => Promise<void>): Session {
  let last: Promise<unknown> = Promise.resolve();
  const query = (text: string, values: readonly unknown[]): Promise<readonly SqlRow[]> => {
    const asked = last.then(async () => {
      await before(text);
      return session.query(text, values);
    });
    last = asked.catch(() => undefined);
    return asked;
  };
  return new Proxy(session, {
    get: (target, name): unknown => (name === "query" ? query : Reflect.get(target, name)),
  });
}

test("a page that compaction overtakes is refused, for the horizon is asked behind the entries", async () => {
  const client = await clientFor(hub, hub.tenant);
  const scope = { tenantId: hub.tenant.id };
  const asked = {
    ...scope,
    branchId: hub.tenant.branchId,
    nodeId: "nod_none",
    limit: 500,
    now: new Date().toISOString(),
  };
  const body = { name: "Anita Rao", gender: "female", dob: "1990-05-01" } as const;
  const { id } = (await client.call(patientsContract.create, { body })).body;
  const { cursor } = await hub.store.read(scope, (session) =>
    readFeed(session, { ...asked, cursor: undefined }),
  );
  for (const language of ["hi", "mr", "ta"])
    await client.call(patientsContract.update, {
      params: { id },
      body: { preferred_language: language },
    });

  let compacted = 0;
  const page = hub.store.read(scope, (session) => {
    // Between what is asked before the entries and the entries themselves.
    const overtaken = inOrder(session, async (text) => {
      if (compacted === 0 && text.includes("entry_kind"))
        compacted = await compactFeed(hub.store, hub.tenant.id, 0);
    });
    return readFeed(overtaken, { ...asked, cursor });
  });
  await expect(page).rejects.toMatchObject({ code: "cursor_expired" });
  expect(compacted).toBeGreaterThan(0);
});
