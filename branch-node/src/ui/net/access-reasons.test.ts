import { expect, test } from "vitest";
import { AccessReasons, headerText } from "./access-reasons.ts";

const [vip, other] = ["pat_vip", "pat_other"];

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** A branch that asks for a reason about one patient, and keeps what was said to it. */
function branch() {
  const said: (string | null)[] = [];
  const send = (init: RequestInit | undefined) => {
    const reason = new Headers(init?.headers).get("x-access-reason");
    said.push(reason);
    const error = { code: "access_reason_required", details: { patient_ids: [vip] } };
    return Promise.resolve(
      reason ? new Response("{}") : new Response(JSON.stringify({ error }), { status: 403 }),
    );
  };
  return { said, send };
}

test("asks once for what several requests wait for, and goes on with each", async () => {
  const reasons = new AccessReasons(storage());
  const { said, send } = branch();
  const asked = ["/v1/patients/pat_vip", "/v1/encounters?patient_id=pat_vip"];
  const answers = asked.map((address) => reasons.sent(address, undefined, send));
  await expect.poll(() => said).toHaveLength(2);
  await expect.poll(() => reasons.get()).toMatchObject({ patientIds: [vip] });
  reasons.answer("She asks for her report");
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
  expect(reasons.get()).toBeNull();
  // Whom a reason was said about is asked for with it from then on, and nobody else.
  await reasons.sent("/v1/documents?patient_id=pat_vip", undefined, send);
  expect(said).toEqual([
    null,
    null,
    "She asks for her report",
    "She asks for her report",
    "She asks for her report",
  ]);
});

test("gives the refusal to whoever says no reason, and asks again the next time", async () => {
  const reasons = new AccessReasons(storage());
  const { send } = branch();
  for (let time = 0; time < 2; time += 1) {
    const answer = reasons.sent("/v1/patients/pat_vip", undefined, send);
    await expect.poll(() => reasons.get()).not.toBeNull();
    reasons.answer(null);
    expect((await answer).status).toBe(403);
  }
});

test("keeps a reason for an hour at this window, over a reload, and not for the next person", async () => {
  const kept = storage();
  let now = 0;
  const reasons = new AccessReasons(kept, () => now);
  const { said, send } = branch();
  const first = reasons.sent("/v1/patients/pat_vip", undefined, send);
  await expect.poll(() => reasons.get()).not.toBeNull();
  reasons.answer("Billing");
  await first;
  await new AccessReasons(kept, () => now).sent("/v1/patients/pat_vip", undefined, send);
  await new AccessReasons(kept, () => now).sent(`/v1/patients/${other}`, undefined, (init) => {
    said.push(new Headers(init?.headers).get("x-access-reason"));
    return Promise.resolve(new Response("{}"));
  });
  expect(said.slice(1)).toEqual(["Billing", "Billing", null]);
  now = 60 * 60_000;
  const late = new AccessReasons(kept, () => now);
  const again = late.sent("/v1/patients/pat_vip", undefined, send);
  await expect.poll(() => late.get()).not.toBeNull();
  late.clear();
  expect((await again).status).toBe(403);
});

test("asks nobody where a request says itself why, also with nothing", async () => {
  const reasons = new AccessReasons(storage());
  const { send } = branch();
  const init = { headers: { "x-access-reason": "" } };
  expect((await reasons.sent("/v1/patients/pat_vip", init, send)).status).toBe(403);
  expect(reasons.get()).toBeNull();
});

test("writes letters that no header has in percent-encoded UTF-8", () => {
  expect(headerText("She asks")).toBe("She asks");
  expect(headerText("रिपोर्ट")).toBe(`UTF-8''${encodeURIComponent("रिपोर्ट")}`);
});
