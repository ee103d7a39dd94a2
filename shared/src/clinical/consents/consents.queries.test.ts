import { expect, test } from "vitest";
import { standingOf, type Standing } from "./consents.queries.ts";

const now = "2026-06-01T00:00:00.000Z";

function said(status: string, at: string, more: Partial<Standing> = {}): Standing {
  return {
    id: `cns_${at}`,
    status,
    valid_from: null,
    valid_until: null,
    decided_at: status === "requested" ? null : at,
    revoked_at: status === "revoked" ? at : null,
    ...more,
  };
}

const [first, second] = ["2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"];
const over = { valid_until: "2026-03-01T00:00:00.000Z" };
const later = { valid_from: "2026-07-01T00:00:00.000Z" };

test.each<readonly [string, readonly Standing[], string | null]>([
  ["nothing that was only asked", [said("requested", first)], null],
  [
    "what is granted, whatever was said beside it",
    [said("denied", second), said("granted", first)],
    "granted",
  ],
  [
    "what was said last where nothing is granted",
    [said("denied", first), said("revoked", second)],
    "revoked",
  ],
  ["that what was granted is over", [said("granted", first, over)], "expired"],
  [
    "the refusal again when the permission after it is over",
    [said("denied", first), said("granted", second, over)],
    "denied",
  ],
  ["nothing yet of what begins later", [said("granted", first, later)], null],
  [
    "the refusal until what was granted begins",
    [said("denied", first), said("granted", second, later)],
    "denied",
  ],
])("consents together say %s", (_what, all, standing) => {
  expect(standingOf(all, now)).toBe(standing);
});
