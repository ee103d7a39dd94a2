import type { SqlRow } from "#db/model.ts";
import { isoInstant } from "#kernel/clock.ts";
import { addMoney, halfUpDivide } from "#kernel/money.ts";
import { addDays, instantOf } from "#kernel/zones.ts";
import type { RevenueClaims } from "./revenue.contract.ts";
import type { Period } from "./revenue.periods.ts";
import type { Place } from "./revenue.reading.ts";

/** A branch that is summed up, and the zone whose clocks say when its days begin. */
export interface PlaceBranch {
  readonly id: string;
  readonly zone: string;
}

const measures = [
  "submitted",
  "submitted_minor",
  "decided",
  "rejected",
  "approved_minor",
  "deducted_minor",
  "settled",
  "settled_minor",
  "tds_minor",
] as const;

type Measure = (typeof measures)[number];

interface Step {
  /** When it was taken. */
  readonly at: "submitted_at" | "decided_at" | "settled_at";
  readonly where: string;
  readonly amounts: Readonly<Partial<Record<Measure, string>>>;
}

// Each step by an index of its own. A rejected claim that is appealed is undecided again.
const steps: readonly Step[] = [
  {
    at: "submitted_at",
    where: "status NOT IN ('draft', 'cancelled')",
    amounts: { submitted: "count(*)", submitted_minor: "sum(claimed_minor)" },
  },
  {
    at: "decided_at",
    where: "status IN ('approved', 'partially_approved', 'settled', 'rejected')",
    amounts: {
      decided: "count(*)",
      rejected: "sum(CASE WHEN status = 'rejected' THEN 1 ELSE 0 END)",
      approved_minor: "sum(approved_minor)",
      deducted_minor: "sum(deducted_minor)",
    },
  },
  {
    at: "settled_at",
    where: "status = 'settled'",
    amounts: {
      settled: "count(*)",
      settled_minor: "sum(settled_minor)",
      tds_minor: "sum(tds_minor)",
    },
  },
];

interface Wanted {
  readonly branchIds: readonly string[];
  /** Whose clocks say when the days begin. */
  readonly zone: string;
  readonly period: Period;
}

/** What one step comes to at branches whose days begin at the same instants. */
async function stepSums(
  { session, tenantId }: Place,
  { at, where, amounts }: Step,
  { branchIds, zone, period: { date_from: from, date_to: to } }: Wanted,
): Promise<readonly SqlRow[]> {
  const { dialect } = session;
  const own = branchIds.map((_, nth) => dialect.placeholder(nth + 4)).join(", ");
  const begin = isoInstant(instantOf(from, "00:00", zone));
  const end = isoInstant(instantOf(addDays(to, 1), "00:00", zone));
  const sums = Object.entries(amounts).map(([name, sum]) => `CAST(${sum} AS BIGINT) AS ${name}`);
  return session.query(
    `SELECT ${sums.join(", ")} FROM payer_claims
      WHERE tenant_id = ${dialect.placeholder(1)} AND ${at} >= ${dialect.placeholder(2)}
        AND ${at} < ${dialect.placeholder(3)} AND branch_id IN (${own}) AND ${where}`,
    [tenantId, begin, end, ...branchIds],
  );
}

/** What was asked of payers in a time, and what they have decided and paid in it. */
export async function claimsOf(
  place: Place,
  branches: readonly PlaceBranch[],
  period: Period,
): Promise<RevenueClaims> {
  const rows: SqlRow[] = [];
  for (const [zone, own] of Map.groupBy(branches, (branch) => branch.zone)) {
    const branchIds = own.map(({ id }) => id);
    for (const step of steps)
      rows.push(...(await stepSums(place, step, { branchIds, zone, period })));
  }
  const sum = (name: Measure) => addMoney(...rows.map((row) => Number(row[name] ?? 0)));
  const [decided, rejected] = [sum("decided"), sum("rejected")];
  return {
    submitted: sum("submitted"),
    submitted_minor: sum("submitted_minor"),
    decided,
    rejected,
    approved_minor: sum("approved_minor"),
    deducted_minor: sum("deducted_minor"),
    denial_rate_bp:
      decided === 0 ? 0 : Number(halfUpDivide(BigInt(rejected) * 10_000n, BigInt(decided))),
    settled: sum("settled"),
    settled_minor: sum("settled_minor"),
    tds_minor: sum("tds_minor"),
  };
}
