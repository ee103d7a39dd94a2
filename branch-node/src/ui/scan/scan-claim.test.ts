import { beforeEach, expect, test } from "vitest";
import { ScanClaim } from "./scan-claim.ts";

let kept: Map<string, string>;
let said: object[];
let claim: ScanClaim;

beforeEach(() => {
  kept = new Map();
  said = [];
  claim = new ScanClaim({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, value),
    removeItem: (name) => kept.delete(name),
  });
});

const all = { type: "scans", wants: "all", scanner_id: null };
const next = { ...all, wants: "next" };

test("a window wants what nobody else has asked for, and the next scan while somebody at it asks", () => {
  claim.attach((message) => said.push(message));
  const stop = claim.ask();
  stop();
  stop();
  expect(said).toEqual([all, next, all]);
});

test("what was asked before a connection was lost is asked again when it is back", () => {
  const lose = claim.attach((message) => said.push(message));
  claim.ask();
  lose();
  claim.claim();
  claim.attach((message) => said.push(message));
  expect(said).toEqual([all, next, next]);
});

test("what a window has asked for holds when the branch has answered all that was said", () => {
  const heard: boolean[] = [];
  claim.subscribe(() => heard.push(claim.isHeld()));
  const lose = claim.attach((message) => said.push(message));
  claim.answered();
  expect(heard).toEqual([false, true]);
  const stop = claim.ask();
  stop();
  claim.ask();
  expect(claim.isHeld()).toBe(false);
  claim.answered();
  claim.answered();
  // What was asked first is asked no longer; of the second one nobody has heard yet.
  expect(claim.isHeld()).toBe(false);
  claim.answered();
  expect(claim.isHeld()).toBe(true);
  claim.claim();
  lose();
  // Nobody is there who could answer, nor who could give its scans to another window.
  expect(claim.isHeld()).toBe(true);
  claim.attach((message) => said.push(message));
  expect(claim.isHeld()).toBe(false);
});

test("the scanner of a desk is kept, and reported at once", () => {
  claim.attach((message) => said.push(message));
  let changes = 0;
  claim.subscribe(() => (changes += 1));
  claim.choose("dev_1");
  expect(claim.scannerId()).toBe("dev_1");
  claim.choose(null);
  expect(said).toEqual([all, { ...all, scanner_id: "dev_1" }, all]);
  expect(changes).toBe(2);
});
