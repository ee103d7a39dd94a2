import { createHmac, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createKeyedHash } from "./keyed-hash.ts";

test("gives what RFC 4231 says for its keys and data", () => {
  // Test cases 1, 2 and 6: a short key, a text for a key, a key longer than a block.
  expect(createKeyedHash(Buffer.alloc(20, 0x0b))("Hi There")).toBe(
    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
  );
  expect(createKeyedHash(Buffer.from("Jefe"))("what do ya want for nothing?")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
  expect(
    createKeyedHash(Buffer.alloc(131, 0xaa))(
      "Test Using Larger Than Block-Size Key - Hash Key First",
    ),
  ).toBe("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
});

test("gives what the platform's own HMAC gives, for any key and text, in any order", () => {
  const texts = ["", "a", "Lakshmi", "लक्ष्मी 🏥", "x".repeat(5_000), "a"];
  for (const length of [1, 32, 63, 64, 65, 200]) {
    const key = randomBytes(length);
    const keyed = createKeyedHash(key);
    for (const text of texts) {
      expect(keyed(text)).toBe(createHmac("sha256", key).update(text).digest("hex"));
    }
  }
});

test("forgets short texts in time and mixes none up, whatever their number", () => {
  const key = randomBytes(32);
  const keyed = createKeyedHash(key);
  const short = Array.from({ length: 1_200 }, (_, index) => `"${index}"`);
  for (const text of [...short, ...short, "क".repeat(341), "क".repeat(342)]) {
    expect(keyed(text)).toBe(createHmac("sha256", key).update(text).digest("hex"));
  }
});
