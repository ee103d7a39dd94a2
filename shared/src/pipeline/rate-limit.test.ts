import { expect, test } from "vitest";
import { addressGroup } from "./address-group.ts";
import { RateLimiter } from "./rate-limit.ts";

const rule = { burst: 3, perMinute: 6 };

function limiter() {
  const clock = { ms: 1_000_000 };
  return { clock, limits: new RateLimiter(rule, () => clock.ms) };
}

test("a caller may do so many at once, then waits as long as it is told, and others do not wait", () => {
  const { clock, limits } = limiter();
  expect([1, 2, 3].map(() => limits.take("one"))).toEqual([2, 1, 0]);
  expect(() => limits.take("one")).toThrowError(
    expect.objectContaining({ code: "rate_limited", details: { retry_after: 10 } }),
  );
  expect(limits.take("other")).toBe(2);
  clock.ms += 9_000;
  expect(() => limits.take("one")).toThrowError(
    expect.objectContaining({ details: { retry_after: 1 } }),
  );
  clock.ms += 1_000;
  expect(limits.take("one")).toBe(0);
});

test("nobody saves up more than the share, and a clock that is put back takes none away", () => {
  const { clock, limits } = limiter();
  limits.take("one");
  clock.ms += 3_600_000;
  expect(limits.take("one")).toBe(2);
  clock.ms -= 7_200_000;
  expect([limits.take("one"), limits.take("one")]).toEqual([1, 0]);
  expect(() => limits.take("one")).toThrowError("Too many requests; wait 10 s.");
});

test("ever new callers cost no more memory than so many, and one who goes on is not forgotten for them", () => {
  const { limits } = limiter();
  for (let nth = 0; nth < 27_000; nth += 1) {
    limits.take(`stranger ${nth}`);
    if (nth % 9_000 === 0) limits.take("one");
  }
  expect(() => limits.take("one")).toThrowError("Too many requests");
  expect(limits.take("stranger 0")).toBe(2);
});

test("an address stands for its network of IPv6, and for itself otherwise", () => {
  expect(addressGroup("2001:db8:1:2:3:4:5:6")).toBe(addressGroup("2001:db8:1:2::9"));
  expect(addressGroup("2001:db8:1:2::9")).not.toBe(addressGroup("2001:db8:1:3::9"));
  expect(addressGroup("fe80::1%eth0")).toBe(addressGroup("fe80::2"));
  expect(addressGroup("::ffff:10.0.0.5")).toBe("10.0.0.5");
  expect(addressGroup(null)).toBe("unknown");
});
