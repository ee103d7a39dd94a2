import { describe, expect, test } from "vitest";
import { isAllowed, roles } from "@edgeward/shared/contract/access.ts";
import { homeOf } from "./home-of.ts";
import { mayRead, wayAt, ways, waysOf } from "./ways.ts";

/** Those who sign in at a desk. */
const people = roles.filter((role) => !["integrator", "device", "platform", "node"].includes(role));

describe.each(people)("the navigation of %s", (role) => {
  const offered = waysOf([role]);

  test("leads to no page that may not be read, and leaves out none for which nothing lacks", () => {
    const refused = offered.filter(({ needs }) => !isAllowed([role], needs.resource, "read"));
    expect(refused.map(({ to }) => to)).toEqual([]);
    const left = ways.filter((way) => !offered.includes(way));
    const lacking = left.filter(
      ({ needs, isOf }) =>
        (isOf !== undefined && isOf !== role) ||
        !isAllowed([role], needs.resource, needs.action) ||
        !isAllowed([role], needs.resource, "read"),
    );
    expect(lacking).toEqual(left);
  });

  test("offers the page at which their day begins", () => {
    expect(offered.map(({ to }) => to)).toContain(homeOf({ roles: [role], department: null }));
  });
});

test("whoever holds two roles is offered the pages of both", () => {
  const both = waysOf(["lab", "front_desk"]).map(({ to }) => to);
  expect(both).toEqual(expect.arrayContaining(["/today", "/lab"]));
});

test("an address that is typed is refused where its page may not be read, and left to itself where it is none", () => {
  expect(mayRead(["stores"], "/patients")).toBe(false);
  expect(mayRead(["lab"], "/today")).toBe(false);
  expect(mayRead(["front_desk"], "/today")).toBe(true);
  expect(mayRead(["stores"], "/nowhere")).toBe(true);
});

test.each([
  ["/stores", "/stores"],
  ["/stores/orders/new", "/stores"],
  ["/stores/items/itm_1", "/stores/items"],
  ["/storeroom", undefined],
] as const)("%s lights one entry of the navigation: %s", (pathname, to) => {
  expect(wayAt(ways, pathname)?.to).toBe(to);
});
