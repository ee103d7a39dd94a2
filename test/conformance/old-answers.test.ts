import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draftsContract } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { forgetOldAnswers, mostAnswersAtOnce } from "@edgeward/shared/http/old-answers.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { startTestHub } from "#support/hub-harness.ts";
import { clientFor, headersFor, type TestNode } from "#support/node.ts";

const hour = 3_600_000;
const body = { kind: "patient.register", form_state: { name: "Ash" } } as const;

describe.each([
  { engine: "branch", start: startTestBranch },
  { engine: "hub", start: startTestHub },
])("answers kept at the $engine", ({ start }) => {
  let node: TestNode;
  beforeAll(async () => {
    node = await start();
  });
  afterAll(() => node.stop());

  function forget(afterHours: number): Promise<number> {
    const { id } = node.tenant;
    const now = node.runtime.now() + afterHours * hour;
    return node.store.write({ tenantId: id }, (session) => forgetOldAnswers(session, id, now));
  }

  async function isReplayed(sub: string, key: string): Promise<boolean> {
    const claims = { sub, client_id: sub };
    const headers = await headersFor(node, node.tenant, { claims });
    const answer = await fetch(`${node.url}/v1/drafts`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return answer.headers.get("idempotent-replayed") === "true";
  }

  test("are given again for three days to programs and for a month to people, and forgotten then", async () => {
    const [program, person] = [node.runtime.newId("cli"), node.runtime.newId("stf")];
    const [one, other] = [node.runtime.newId("req"), node.runtime.newId("req")];
    expect(await isReplayed(program, one)).toBe(false);
    expect(await isReplayed(person, other)).toBe(false);
    expect(await forget(71)).toBe(0);
    expect(await isReplayed(program, one)).toBe(true);
    expect(await forget(73)).toBe(1);
    expect(await isReplayed(person, other)).toBe(true);
    expect(await isReplayed(program, one)).toBe(false);
    expect(await forget(30 * 24)).toBe(1);
    expect(await isReplayed(person, other)).toBe(true);
    expect(await forget(31 * 24 + 1)).toBe(1);
    expect(await isReplayed(person, other)).toBe(false);
  });

  test("of one tenant go, a limited number at a time, and nobody else's", async () => {
    const { other } = node;
    const foreign = await clientFor(node, other);
    await foreign.call(draftsContract.create, { body });
    const { id } = node.tenant;
    const rows = Array.from({ length: mostAnswersAtOnce + 7 }, (_one, index) => `old-${index}`);
    await node.store.write({ tenantId: id }, async (session) => {
      const place = (number: number) => session.dialect.placeholder(number);
      for (const key of rows)
        await session.query(
          `INSERT INTO idempotency_keys (tenant_id, principal, idempotency_key, fingerprint, http_status,
              response_body, request_id, created_at)
            VALUES (${place(1)}, 'cli_gone', ${place(2)}, '', 201, '', '', '2020-01-01T00:00:00.000Z')`,
          [id, key],
        );
    });
    expect(await forget(0)).toBe(mostAnswersAtOnce);
    expect(await forget(0)).toBe(7);
    expect(await forget(0)).toBe(0);
    await forget(40 * 24);
    const left = await node.store.read({ tenantId: other.id }, (session) =>
      session.query("SELECT tenant_id FROM idempotency_keys", []),
    );
    expect(left).toContainEqual({ tenant_id: other.id });
  });
});
