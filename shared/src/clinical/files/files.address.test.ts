import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { CursorCodec } from "#db/page.ts";
import { createCursorCodec } from "#http/cursor.ts";
import { openAddress, sealAddress } from "./files.address.ts";

const tenant = "ten_01jd7x2vry38gapbnk0v8yyk24";
const file = "fil_01jd7x2vry38gapbnk0v8yyk24";
const holder = { id: "stf_01jd7x2vry38gapbnk0v8yyk24", type: "staff" } as const;

let now: number;
let seals: CursorCodec;

beforeEach(() => {
  now = Date.parse("2026-11-23T03:00:00.000Z");
  seals = createCursorCodec(randomBytes(32), () => now);
});

function keyOf(url: string): string {
  return new URL(url, "http://node.example").searchParams.get("key") ?? "";
}

function open(key: string, fileId = file, tenantId = tenant) {
  return openAddress(seals, tenantId, fileId, key, now);
}

test("an address opens for 300 seconds, and not a millisecond longer", () => {
  const { url, expiresAtMs } = sealAddress(seals, tenant, file, holder, now);
  expect(expiresAtMs - now).toBe(300_000);
  now = expiresAtMs - 1;
  expect(open(keyOf(url))).toEqual(holder);
  now = expiresAtMs;
  expect(() => open(keyOf(url))).toThrow(expect.objectContaining({ code: "token_expired" }));
});

test("an address opens nothing but its own file of its own tenant", () => {
  const key = keyOf(sealAddress(seals, tenant, file, holder, now).url);
  const refused = expect.objectContaining({ code: "forbidden" });
  expect(() => open(key, file.replace("24", "25"))).toThrow(refused);
  expect(() => open(key, file, tenant.replace("24", "25"))).toThrow(refused);
});

test("an address with any character changed opens nothing", () => {
  const key = keyOf(sealAddress(seals, tenant, file, holder, now).url);
  const refused = expect.objectContaining({ code: "forbidden" });
  for (let place = 0; place < key.length - 1; place += 1) {
    const other = key.charAt(place) === "A" ? "B" : "A";
    const changed = key.slice(0, place) + other + key.slice(place + 1);
    expect(() => open(changed), `place ${place}`).toThrow(refused);
  }
});

test("an address of another node opens nothing", () => {
  const elsewhere = createCursorCodec(randomBytes(32), () => now);
  const key = keyOf(sealAddress(elsewhere, tenant, file, holder, now).url);
  expect(() => open(key)).toThrow(expect.objectContaining({ code: "forbidden" }));
});
