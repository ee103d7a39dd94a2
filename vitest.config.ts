import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.ts";
import { OutsideTests } from "./test/support/outside-tests.ts";
import { ProjectTimes } from "./test/support/project-times.ts";

// How long the workers may be at work for each project, in seconds on two cores that have nothing else to do, four at once
// and the browsers' files among the others. Whoever needs more looks first for what waits, starts or computes more than it
// has to.
const budgets = {
  shared: 35,
  devices: 75,
  hub: 5,
  "branch-node": 25,
  bin: 5,
  architecture: 50,
  support: 5,
  bench: 10,
  printing: 90,
  conformance: 800,
  chaos: 110,
  offline: 1_400,
  e2e: 2_100,
  networks: 100,
};

const cores = Math.max(2, availableParallelism());
// Many files wait: for processes, deadlines and retries. More workers than cores keep the cores at work.
const workers = cores + 2;

/**
 * A room's own tests, beside what they test: quick, and nothing outside the process. Files share nothing but the program
 * itself: `isolate: false` loads it once for each worker and not for each file.
 */
function unit(room: string) {
  return {
    test: {
      name: room,
      include: [`${room}/src/**/*.test.{ts,tsx}`],
      isolate: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      maxWorkers: workers,
      sequence: { groupOrder: 1 },
    },
  };
}

// Much is made by these tests and soon forgotten: with more room for what is young less of it is looked through.
const roomForYoungMb = 64;

/**
 * Tests that cross rooms. They start databases, servers and tools, and the first of them may have to lay out a
 * PostgreSQL cluster before it can begin.
 */
function crossing(name: string, groupOrder: number, testTimeout: number, maxWorkers = workers) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      globalSetup: ["test/support/run-folder.ts"],
      isolate: false,
      execArgv: [`--max-semi-space-size=${roomForYoungMb}`],
      // A bound that only a failure comes to: by itself a poll gives up after a second, which a busy machine needs.
      expect: { poll: { timeout: 60_000 } },
      testTimeout,
      // What is made once in a run may be made in the first hook, and all cores be busy.
      hookTimeout: 360_000,
      maxWorkers,
      sequence: { groupOrder },
    },
  };
}

/** Tests on network cards of software, which are made before any browser is at work. */
function networks() {
  const { test } = crossing("networks", 1, 120_000);
  return { test: { ...test, globalSetup: [...test.globalSetup, "test/support/network-cards.ts"] } };
}

// What a hub promises, once more with its tables spread over a coordinator and two workers.
const spreadTests = [
  "conformance/audit",
  "conformance/feed",
  "conformance/ladder-writes",
  "conformance/lists",
  "conformance/old-answers",
  "conformance/patients",
  "conformance/revenue",
  "conformance/shared-transaction",
  "conformance/tenancy",
  "conformance/webhooks/dispatch",
  "offline/sync/grants",
].map((name) => `test/${name}.test.ts`);

/** The lane of a hub on Citus, which `npm run soak:citus` asks for. One file at a time: all have the machines' ports. */
function citus() {
  const { test } = crossing("citus", 3, 120_000, 1);
  const isAsked = process.env["EDGEWARD_CITUS"] === "1";
  return { test: { ...test, include: [...test.include, ...(isAsked ? spreadTests : [])] } };
}

export default defineConfig({
  test: {
    // Native modules (SQLite, argon2) are loaded once a process; a worker thread would share their globals.
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    reporters: ["default", new ProjectTimes(budgets), new OutsideTests()],
    // What is in one group takes turns on the same workers: one that a project's last file leaves free has the next
    // project's to do.
    projects: [
      unit("shared"),
      unit("devices"),
      unit("hub"),
      unit("branch-node"),
      {
        test: { ...unit("bin").test, include: ["bin/**/*.test.ts"], testTimeout: 30_000 },
      },
      crossing("architecture", 1, 120_000),
      crossing("support", 1, 60_000),
      crossing("bench", 1, 60_000),
      crossing("printing", 1, 60_000),
      crossing("conformance", 1, 60_000),
      crossing("chaos", 1, 240_000),
      crossing("offline", 1, 300_000),
      crossing("e2e", 1, 400_000),
      networks(),
      // One file at a time: a machine that is emulated takes all that there is.
      crossing("usb", 2, 300_000, 1),
      citus(),
    ],
  },
});
