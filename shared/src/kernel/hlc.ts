import { AppError } from "./errors.ts";

/** A hybrid logical clock's stamp, taken apart. */
export interface HlcParts {
  /** Milliseconds since the Unix epoch. */
  readonly ms: number;
  /** 0 to 65535: the order within one millisecond. */
  readonly counter: number;
  /** The node that made the stamp; it breaks ties. */
  readonly nodeTag: string;
}

/** A clock whose stamps follow both the time of day and every stamp it has seen. */
export interface HybridClock {
  /** A stamp for something that happens here now: later than every stamp before. */
  readonly tick: () => string;
  /** Takes note of another node's stamp and gives one that is later; see `drift`. Throws `validation_error` for what is no stamp. */
  readonly receive: (remote: string) => string;
  /** The latest stamp given; all zeros before the first. */
  readonly last: () => string;
  /** Goes on after this node's own stored stamp, so that a restart never gives an earlier one. */
  readonly restore: (hlc: string) => void;
  /** Whether the last stamp received was further ahead of this machine's clock than is followed, and so was counted as that far. */
  readonly drift: () => boolean;
}

/** A stamp further ahead than this is a broken clock; following it would put the whole tenant in its future. */
const furthestAheadMs = 24 * 60 * 60 * 1000;
/** The same for a hub, whose stamps every branch takes in: more is no honest clock that has ever spoken with it. */
export const tolerableAheadMs = 5 * 60 * 1000;
const largestCounter = 0xffff;
/** The last millisecond of 13 digits, in the year 2286. */
const largestMs = 9_999_999_999_999;
const form = /^(\d{13})-([0-9a-f]{4})-([0-9a-z_]{1,40})$/u;

/** Takes a stamp apart; undefined when the text is none. */
export function parseHlc(hlc: string): HlcParts | undefined {
  const [, ms, counter, nodeTag] = form.exec(hlc) ?? [];
  if (ms === undefined || counter === undefined || nodeTag === undefined) return undefined;
  return { ms: Number(ms), counter: Number.parseInt(counter, 16), nodeTag };
}

function requireHlc(hlc: string): HlcParts {
  const parts = parseHlc(hlc);
  if (parts === undefined) throw new AppError("validation_error", "not a hybrid clock stamp");
  return parts;
}

/** Every part has a fixed width but the last, so plain comparison of the texts is the order of the stamps. */
function formatHlc({ ms, counter, nodeTag }: HlcParts): string {
  return `${String(ms).padStart(13, "0")}-${counter.toString(16).padStart(4, "0")}-${nodeTag}`;
}

/** The last stamp that a clock may honestly have given by some instant, milliseconds since the epoch. */
export function latestHonest(nowMs: number): string {
  const ms = Math.min(largestMs, nowMs + tolerableAheadMs);
  return `${String(ms).padStart(13, "0")}-ffff-z`;
}

/** Whether the hub has given a stamp: nodes of branches and devices put their ids into theirs. */
export function isStampOfHub(hlc: string): boolean {
  return !/^\d{13}-[0-9a-f]{4}-(?:nod|dev)_/u.test(hlc);
}

/** The order of two stamps: negative, zero or positive, the same as the order of their texts in any database. */
export function compareHlc(left: string, right: string): -1 | 0 | 1 {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The time of day a stamp carries, in milliseconds since the epoch. Throws `validation_error` for what is no stamp. */
export function hlcInstant(hlc: string): number {
  return requireHlc(hlc).ms;
}

type Reading = Pick<HlcParts, "ms" | "counter">;

function later(left: Reading, right: Reading): Reading {
  if (left.ms !== right.ms) return left.ms > right.ms ? left : right;
  return left.counter >= right.counter ? left : right;
}

/** The first reading after `seen` that is not before the clock; a full counter borrows the next millisecond. */
function after(seen: Reading, nowMs: number): Reading {
  if (nowMs > seen.ms) return { ms: nowMs, counter: 0 };
  if (seen.counter < largestCounter) return { ms: seen.ms, counter: seen.counter + 1 };
  return { ms: seen.ms + 1, counter: 0 };
}

/**
 * Makes a hybrid logical clock. A clock of the machine that goes back does not take the stamps back with it.
 * @param source `now` in milliseconds since the epoch; `nodeTag` of 1 to 40 characters 0-9, a-z, _; `mostAheadMs` how far
 * another's stamp is followed beyond this machine's clock, 24 hours where it is not said
 */
export function createHlc(source: {
  readonly now: () => number;
  readonly nodeTag: string;
  readonly mostAheadMs?: number;
}): HybridClock {
  const { nodeTag, mostAheadMs = furthestAheadMs } = source;
  requireHlc(formatHlc({ ms: 0, counter: 0, nodeTag }));
  const wallClock = () => Math.min(largestMs, Math.max(0, Math.floor(source.now())));
  let current: Reading = { ms: 0, counter: 0 };
  let isDrifting = false;
  const last = () => formatHlc({ ...current, nodeTag });

  const advance = (seen: Reading, nowMs: number) => {
    current = after(later(current, seen), nowMs);
    return last();
  };

  return {
    last,
    drift: () => isDrifting,
    tick: () => advance(current, wallClock()),
    receive: (remote) => {
      const seen = requireHlc(remote);
      const now = wallClock();
      const limit = now + mostAheadMs;
      isDrifting = seen.ms > limit;
      return advance(isDrifting ? { ms: limit, counter: 0 } : seen, now);
    },
    restore: (hlc) => {
      current = later(current, requireHlc(hlc));
    },
  };
}
