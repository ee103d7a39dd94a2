import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clinicalModules } from "@edgeward/shared/clinical/index.ts";
import { clinicalPlans, refusedCallers } from "@edgeward/shared/contract/plans.ts";
import { engines } from "#support/engines.ts";
import { startTestHub, type TestHub } from "#support/hub-harness.ts";
import { headersFor, type TestNode, type TokenPlan } from "#support/node.ts";
import type { TestTenant } from "#support/seed.ts";
import { adult } from "./patient-desk.ts";

const problemShape = z.object({ error: z.looseObject({ code: z.string() }) });

async function putOnPlan(node: TestNode, tenant: TestTenant, plan: string): Promise<void> {
  const { store } = node;
  const [at, id] = [1, 2].map((position) => store.dialect.placeholder(position));
  await store.write({ tenantId: tenant.id }, (session) =>
    session.runAll([
      {
        text: `UPDATE tenants SET plan_code = ${at} WHERE tenant_id = ${id}`,
        values: [plan, tenant.id],
      },
    ]),
  );
}

interface Asked {
  readonly status: number;
  readonly left: string | null;
  readonly wait: number;
  readonly code: string | null;
}

describe.each(engines)("calls of a tenant's programs on the $engine", (engine) => {
  let node: TestNode;
  let url: string;

  beforeAll(async () => {
    node = await engine.start();
    ({ url } = node.otherDoor);
    // Before anybody has asked: a plan is remembered for a second.
    await putOnPlan(node, node.other, "starter");
  });
  afterAll(() => node.stop());

  async function ask(
    plan: TokenPlan,
    path = "/v1/patients?limit=1",
    init: Pick<RequestInit, "method" | "body"> & {
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<Asked> {
    const own = await headersFor(node, node.other, plan);
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: {
        ...own,
        ...(init.body === undefined ? {} : { "content-type": "application/json" }),
        ...init.headers,
      },
    });
    const body: unknown = await answer.json().catch(() => null);
    return {
      status: answer.status,
      left: answer.headers.get("x-rate-limit-remaining"),
      wait: Number(answer.headers.get("retry-after")),
      code: problemShape.safeParse(body).data?.error.code ?? null,
    };
  }

  let programs = 0;
  function program(): TokenPlan {
    programs += 1;
    const id = `cli_${String(programs).padStart(26, "0")}`;
    return { claims: { sub: id, client_id: id } };
  }

  async function spendAll(plan: TokenPlan): Promise<void> {
    for (let calls = 0; calls < 200; calls += 1) if ((await ask(plan)).status === 429) return;
    throw new Error("no end of calls");
  }

  test("say how many are left, and after the last how long to wait; whoever waits so long gets through", async () => {
    const plan = program();
    const first = await ask(plan);
    expect(first).toMatchObject({ status: 200, left: "19" });
    const answers = [];
    for (let calls = 0; calls < 40; calls += 1) {
      const answer = await ask(plan);
      answers.push(answer);
      if (answer.status === 429) break;
    }
    const refused = answers.at(-1);
    expect(refused).toMatchObject({ status: 429, code: "rate_limited", wait: 1 });
    // Twenty at once, and what came back while they were asked for one after the other.
    expect(answers.length).toBeGreaterThanOrEqual(20);
    await delay(1_000);
    expect(await ask(plan)).toMatchObject({ status: 200 });
  });

  test("are counted for each program by itself, and without end for a tenant of that plan", async () => {
    const plan = program();
    await spendAll(plan);
    expect(await ask(program())).toMatchObject({ status: 200, left: "19" });
    const headers = await headersFor(node, node.tenant);
    const answer = await fetch(`${node.url}/v1/patients?limit=1`, { headers });
    expect([answer.status, answer.headers.get("x-rate-limit-remaining")]).toEqual([200, null]);
  });

  test("leave nothing behind where there are too many, and the same key is good afterwards", async () => {
    const plan = program();
    await spendAll(plan);
    const body = JSON.stringify({ ...adult, name: `Waits ${engine.engine}` });
    const init = {
      method: "POST",
      body,
      headers: { "Idempotency-Key": `wait-${engine.engine}-1` },
    };
    const refused = await ask(plan, "/v1/patients", init);
    expect(refused).toMatchObject({ status: 429, code: "rate_limited" });
    await delay(refused.wait * 1_000);
    expect(await ask(plan, "/v1/patients", init)).toMatchObject({ status: 201 });
    await delay(1_000);
    const found = await ask(plan, "/v1/patients", init);
    expect(found).toMatchObject({ status: 201 });
  });

  test("do not concern staff, whom no plan limits", async () => {
    const plan = { claims: { sub: node.other.clerkId } };
    for (let calls = 0; calls < 25; calls += 1)
      expect((await ask(plan)).status, String(calls)).toBe(200);
  });

  test("are refused at every endpoint before it looks at anything", async () => {
    const plan = program();
    const doors = clinicalModules.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint));
    expect(doors.length).toBeGreaterThan(40);
    for (const { method, path } of doors) {
      const at = path.replaceAll(/\{[^}]+\}|:\w+/gu, "none");
      let status = 0;
      for (let calls = 0; calls < 30 && status !== 429; calls += 1)
        ({ status } = await ask(plan, at, { method }));
      expect(status, `${method} ${path}`).toBe(429);
    }
  });

  test("with tokens that are none are counted for their address", async () => {
    const statuses = new Set<number>();
    const { burst, perMinute } = refusedCallers;
    const began = Date.now();
    // So many are let through at the most in the time that asking has taken, and not one more.
    const most = () => burst + 1 + ((Date.now() - began) * perMinute) / 60_000;
    for (let calls = 0; calls <= most() && !statuses.has(429); calls += 1) {
      const answer = await fetch(`${url}/v1/patients`, {
        headers: {
          authorization: "Bearer none",
          "x-tenant-id": node.other.id,
          "x-branch-id": node.other.branchId,
        },
      });
      await answer.text();
      statuses.add(answer.status);
    }
    expect([...statuses]).toEqual([401, 429]);
    // Whoever has a good one is not kept out by it.
    expect(await ask(program())).toMatchObject({ status: 200 });
  });
});

const reportShape = z.object({
  taken: z.int(),
  refused: z.int(),
  late: z.int(),
  began: z.number(),
  ended: z.number(),
});

describe("calls to several processes of the hub", () => {
  let hub: TestHub;
  beforeAll(async () => {
    hub = await startTestHub();
  });
  afterAll(() => hub.stop());

  const file = fileURLToPath(new URL("call-limits-process.ts", import.meta.url));
  const limited = Object.entries(clinicalPlans).flatMap(([name, rule]) =>
    rule === null ? [] : [{ name, ...rule }],
  );

  test.each(limited)(
    "of a program on $name are as many together as one process would let through",
    async ({ name, burst, perMinute }) => {
      const ms = 1_500;
      const children = ["one", "two", "three"].map((instance) =>
        fork(
          file,
          [hub.urls.app, instance, `test ${name}`, String(burst), String(perMinute), String(ms)],
          {
            execArgv: ["--disable-warning=ExperimentalWarning"],
          },
        ),
      );
      await Promise.all(children.map((child) => once(child, "message")));
      for (const child of children) child.send("go");
      const reports = await Promise.all(
        children.map(async (child) => reportShape.parse((await once(child, "message"))[0])),
      );
      const taken = reports.reduce((sum, report) => sum + report.taken, 0);
      const began = Math.min(...reports.map((report) => report.began));
      const ended = Math.max(...reports.map((report) => report.ended));
      const last = Math.min(...reports.map((report) => report.ended));
      expect(reports.reduce((sum, report) => sum + report.refused, 0)).toBeGreaterThan(0);
      const late = reports.reduce((sum, report) => sum + report.late, 0);
      expect(taken).toBeLessThanOrEqual(burst + ((ended - began) * perMinute) / 60_000 + 1 + late);
      expect(taken).toBeGreaterThanOrEqual(
        Math.floor(burst + ((last - began - 500) * perMinute) / 60_000) - 1,
      );
    },
  );
});
