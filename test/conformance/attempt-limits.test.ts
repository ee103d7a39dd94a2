import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgresStore } from "@edgeward/hub/db/postgres-store.ts";
import type { Session } from "@edgeward/shared/db/session.ts";
import { AttemptLimits, type AttemptedEntry } from "@edgeward/shared/http/attempt-limits.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { startTestHub } from "#support/hub-harness.ts";

type Write = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/** Both engines, with the transaction in which each counts. */
const nodes = [
  {
    engine: "branch",
    start: async () => {
      const node = await startTestBranch();
      const write: Write = (work) => node.store.write({ tenantId: node.tenant.id }, work);
      return { write, stop: () => node.stop() };
    },
  },
  {
    engine: "hub",
    start: async () => {
      const node = await startTestHub();
      const store = openPostgresStore({ url: node.urls.app, size: 2, instance: "attempts" });
      const stop = async () => {
        await store.close();
        await node.stop();
      };
      const write: Write = (work) => store.platform(work);
      return { write, stop };
    },
  },
];

describe.each(nodes)("attempts to get in, counted by the $engine", ({ start }) => {
  let limits: AttemptLimits;
  let now = Date.parse("2031-03-01T08:00:00Z");
  let stop: () => Promise<void>;

  beforeAll(async () => {
    const started = await start();
    stop = started.stop;
    limits = new AttemptLimits({ write: started.write, now: () => now });
  });
  afterAll(() => stop());

  const by = (name: string, address: string): AttemptedEntry => ({
    purpose: "staff_password",
    name,
    address,
  });
  const refused = (retryAfter: number) => ({
    code: "rate_limited",
    details: { retry_after: retryAfter },
  });

  async function failTimes(times: number, entry: (nth: number) => AttemptedEntry): Promise<void> {
    for (let nth = 0; nth < times; nth += 1) await limits.take(entry(nth));
  }

  test("do not count where nobody could look at them", async () => {
    const entry = by("meera", "10.1.0.1");
    for (let nth = 0; nth < 30; nth += 1) await (await limits.take(entry)).unseen();
    await failTimes(4, () => entry);
    await (await limits.take(entry)).unseen();
    await limits.take(entry);
    await expect(limits.take(entry)).rejects.toMatchObject(refused(30));
  });

  test("leave no longer wait when nobody could look at the one that was allowed after it", async () => {
    const entry = by("ravi", "10.1.0.2");
    await failTimes(5, () => entry);
    now += 31_000;
    await (await limits.take(entry)).unseen();
    await limits.take(entry);
    await expect(limits.take(entry)).rejects.toMatchObject(refused(60));
  });

  test("are those of somebody known once they have got in there, and only there", async () => {
    const here = by("asha", "10.1.0.3");
    const first = await limits.take(here);
    expect(first.isKnown).toBe(false);
    await first.passed();
    expect((await limits.take(here)).isKnown).toBe(true);
    expect((await limits.take(by("asha", "10.1.0.4"))).isKnown).toBe(false);
    now += 91 * 24 * 60 * 60_000;
    expect((await limits.take(here)).isKnown).toBe(false);
  });

  test("of a place count no more than were looked at, whatever the names", async () => {
    const entry = (nth: number) => by(`somebody-${nth}`, "10.1.0.5");
    await failTimes(19, entry);
    for (let nth = 20; nth < 40; nth += 1) await (await limits.take(entry(nth))).unseen();
    await (await limits.take(entry(40))).passed();
    await limits.take(entry(41));
    await expect(limits.take(entry(42))).rejects.toMatchObject(refused(30));
    expect((await limits.take(entry(40))).isKnown).toBe(true);
  });
});
