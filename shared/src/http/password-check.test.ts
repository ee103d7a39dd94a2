import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { isPassword, verifierFor } from "./password-check.ts";

function attempt(isKnown: boolean) {
  const taken = { back: 0 };
  const unseen = async () => {
    taken.back += 1;
  };
  return { isKnown, unseen, taken };
}

test("looks at four at a time, lets 64 wait, tells the rest to come again without counting it, and then takes others", async () => {
  const verifier = await hash("right");
  const attempts = Array.from({ length: 100 }, () => attempt(false));
  const asked = attempts.map((each) => isPassword(verifier, "right", each));
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(100 - 4 - 64);
  expect(refused[0]).toMatchObject({
    reason: { code: "rate_limited", details: { retry_after: expect.any(Number) } },
  });
  const isRefused = answers.map(({ status }) => (status === "rejected" ? 1 : 0));
  expect(attempts.map(({ taken }) => taken.back)).toEqual(isRefused);
  expect(await isPassword(verifier, "right", attempt(false))).toBe(true);
  expect(await isPassword(verifier, "wrong", attempt(false))).toBe(false);
});

test("looks first at those who have been there before, however many strangers wait", async () => {
  const verifier = await hash("right");
  const ended: string[] = [];
  const ask = async (name: string, isKnown: boolean) => {
    const isRight = await isPassword(verifier, "right", attempt(isKnown)).catch(() => null);
    if (isRight !== null) ended.push(name);
    return isRight;
  };
  const crowd = Array.from({ length: 100 }, () => ask("stranger", false));
  const doctor = ask("doctor", true);
  const pin = verifierFor("4711").then((made) => {
    ended.push("pin");
    return made;
  });
  expect(await doctor).toBe(true);
  expect(await isPassword(await pin, "4711", attempt(true))).toBe(true);
  await Promise.all(crowd);
  expect(ended).toHaveLength(4 + 64 + 2);
  // In their turn they would come last. A busy machine may leave their threads behind those of some strangers.
  expect(ended.indexOf("doctor")).toBeLessThan(34);
  expect(ended.indexOf("pin")).toBeLessThan(34);
});
