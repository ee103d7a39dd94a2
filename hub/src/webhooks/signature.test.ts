import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { newSigningSecret, signatureHeader, signDelivery, standardHeaders } from "./signature.ts";

const secret = "whsec_test_secret";
const at = 1_614_265_330;
const body = '{"id":"evt_test_webhook","object":"event"}';
const digest = "3c5817089d739023dd6190f70a3757e04f7a2fd8b5dab12c2e000f51970dccff";

describe("the signature of a delivery", () => {
  test("reproduces a published vector of the scheme", () => {
    expect(signDelivery(secret, at, body)).toBe(digest);
    expect(signatureHeader([secret], at, body)).toBe(`t=${at},v1=${digest}`);
  });

  test("changes with the timestamp, the body and the secret", () => {
    const changed = [
      signDelivery(secret, at + 1, body),
      signDelivery(secret, at, `${body} `),
      signDelivery("test_secret", at, body),
    ];
    expect(new Set([digest, ...changed]).size).toBe(4);
  });

  test("stands once for each secret in force, the newest first", () => {
    const header = signatureHeader([secret, "whsec_old"], at, body);
    expect(header).toBe(`t=${at},v1=${digest},v1=${signDelivery("whsec_old", at, body)}`);
  });

  test("covers the bytes of a body outside ASCII", () => {
    const text = '{"name":"लक्ष्मी"}';
    const expected = createHmac("sha256", Buffer.from(secret))
      .update(Buffer.concat([Buffer.from(`${at}.`), Buffer.from(text, "utf8")]))
      .digest("hex");
    expect(signDelivery(secret, at, text)).toBe(expected);
  });
});

describe("the Standard Webhooks headers", () => {
  test("reproduce the convention's own example", () => {
    const headers = standardHeaders({
      secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      eventId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      timestampSeconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    });
    expect(headers["webhook-id"]).toBe("msg_p5jXN8AQM9LWM0D4loKWxJek");
    expect(headers["webhook-timestamp"]).toBe("1614265330");
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  test("part the signatures of several secrets by a space", () => {
    const delivery = { eventId: "evt_1", timestampSeconds: at, body };
    const [one, two] = [newSigningSecret(), newSigningSecret()];
    const sign = (secrets: string[]) =>
      standardHeaders({ ...delivery, secrets })["webhook-signature"];
    expect(sign([one, two])).toBe(`${sign([one])} ${sign([two])}`);
  });
});

test("a new secret is 32 random bytes behind its prefix", () => {
  const made = Array.from({ length: 50 }, newSigningSecret);
  expect(new Set(made).size).toBe(50);
  for (const one of made) {
    expect(one).toMatch(/^whsec_/);
    expect(Buffer.from(one.slice(6), "base64")).toHaveLength(32);
  }
});
