import fc from "fast-check";
import type { Fate } from "./line.ts";

const hour = 3_600_000;

/** How far a machine's clock is off. Whole seconds back meet the very instants of earlier commands. */
export const skews: readonly number[] = [
  0,
  48 * hour,
  -48 * hour,
  hour,
  -1_000,
  -2_000,
  // Little enough for the others' clocks to follow.
  2 * 60_000,
  25 * hour,
];

/** What becomes of a push; more than half of them get through. */
export const pushFates: readonly Fate[] = [
  "ok",
  "ok",
  "ok",
  "ok",
  "reply_lost",
  "late",
  "twice",
  "request_lost",
];

/** The steps of a history and how often each is taken. */
const weights = {
  register: 2,
  edit: 6,
  edit_first: 4,
  allergy: 2,
  visit: 2,
  progress: 3,
  reading: 1,
  refer: 2,
  move: 7,
  stock: 3,
  bill: 3,
  newer: 2,
  poison: 2,
  foreign: 1,
  beyond: 2,
  resolve: 2,
  tablet_reading: 2,
  tablet_edit: 3,
  tablet_send: 5,
  push: 14,
  pull: 12,
  pull_lost: 1,
  arrive: 3,
  repeat: 2,
  skip: 1,
  regroup: 2,
  book: 5,
  rebook: 2,
  cancel: 2,
  check_in: 4,
  leave: 2,
  return: 2,
  order: 2,
  order_move: 3,
  result: 2,
  study: 2,
  study_move: 3,
  consent: 2,
  consent_decide: 3,
  preauth: 2,
  preauth_note: 4,
  payer_claim: 2,
  payer_claim_note: 4,
  paper: 3,
  paper_change: 3,
  prescribe: 2,
  certify: 2,
  certificate_cancel: 2,
  prescription_stop: 2,
  medicine: 3,
  medicine_correct: 2,
  invoice: 3,
  invoice_go_on: 3,
  cash_shift: 3,
  pay: 4,
  payer: 2,
  price_list: 3,
  agree_here: 1,
  place_change: 2,
  refund: 3,
  advance_use: 3,
  catalogue_add: 2,
  catalogue_change: 4,
  stock_up: 3,
  stock_move: 3,
  send_goods: 3,
  receive_goods: 4,
  order_goods: 2,
  take_goods_in: 2,
  order_goods_go_on: 2,
  dispense: 4,
  hand_over: 3,
  furnish: 4,
  take_in: 4,
  go_on: 4,
  urgent: 3,
  retriage: 3,
  open_record: 3,
  review_opening: 2,
  own_work: 4,
  claim: 4,
  heard_of: 3,
  many: 1,
  hub_edit: 5,
  hub_book: 2,
  staff: 2,
  ask: 3,
  decide: 3,
  compact: 2,
  hub_pause: 1,
  hub_resume: 1,
  hub_backup: 2,
  hub_put_back: 2,
  grants_end: 1,
  hub_open: 2,
  hub_commit: 2,
  crash: 6,
  full: 2,
  restart: 3,
  clock: 3,
  grant: 3,
  revoke: 2,
  anew: 1,
  file: 2,
  backup: 3,
  put_back: 2,
  lose_database: 1,
  rotate: 1,
} as const;

export type Kind = keyof typeof weights;

/** One step: what, at which branch, and two numbers that choose among what is there. */
export interface Command {
  readonly kind: Kind;
  readonly at: number;
  readonly one: number;
  readonly two: number;
}

/** What happens between a hub and its branches. */
export interface History {
  readonly branches: number;
  readonly commands: readonly Command[];
}

const kinds: readonly Kind[] = Object.entries(weights).flatMap(([name, weight]) => {
  const kind = kindNamed(name);
  return Array.from({ length: weight }, () => kind);
});

function kindNamed(name: string): Kind {
  if (isKind(name)) return name;
  throw new Error(`${name} is no step`);
}

/** Whether there is a step of this name. */
export function isKind(name: string): name is Kind {
  return Object.hasOwn(weights, name);
}

// The steps that are asked for make most of a history.
const oftenWeight = 100;

/** Which steps histories are made of. */
export interface StepChoice {
  /** Steps to take more often than usual. */
  readonly often?: readonly Kind[];
  /** Steps to leave out. */
  readonly without?: readonly Kind[];
}

/** Histories of two to eight branches, mostly few, so that they meet. */
export function histories(
  longest: number,
  { often = [], without = [] }: StepChoice = {},
): fc.Arbitrary<History> {
  const more = often.flatMap((kind) => Array.from({ length: oftenWeight }, () => kind));
  const usual = kinds.filter((kind) => !without.includes(kind));
  const command: fc.Arbitrary<Command> = fc.record({
    kind: fc.constantFrom(...usual, ...more),
    at: fc.nat({ max: 7 }),
    one: fc.nat({ max: 7 }),
    two: fc.nat({ max: 3 }),
  });
  return fc.record({
    // Where some steps are asked for, two branches meet in them soonest.
    branches: often.length > 0 ? fc.constant(2) : fc.constantFrom(2, 2, 2, 2, 3, 3, 3, 4, 6, 8),
    commands: fc.array(command, { minLength: 1, maxLength: longest, size: "max" }),
  });
}

/** A history in one line a step, as a person reads it. */
export function notify(history: History): string {
  const lines = history.commands.map(
    ({ kind, at, one, two }) => `  ${kind} at ${(at % history.branches) + 1} (${one}, ${two})`,
  );
  return [`${history.branches} branches, ${lines.length} steps:`, ...lines].join("\n");
}
