import { hash } from "@node-rs/argon2";
import { expect, test } from "vitest";
import { isPassword } from "./password-check.ts";

test("looks at four at a time, lets 64 wait, tells the rest to come again, and then takes others", async () => {
  const verifier = await hash("right");
  const asked = Array.from({ length: 100 }, () => isPassword(verifier, "right"));
  const answers = await Promise.allSettled(asked);
  const refused = answers.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(100 - 4 - 64);
  expect(refused[0]).toMatchObject({
    reason: { code: "rate_limited", details: { retry_after: expect.any(Number) } },
  });
  expect(await isPassword(verifier, "right")).toBe(true);
  expect(await isPassword(verifier, "wrong")).toBe(false);
});
