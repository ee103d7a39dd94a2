import { defineConfig } from "vitest/config";

/** A room's own tests, beside what they test: quick, and nothing outside the process. */
function unit(room: string) {
  return {
    test: {
      name: room,
      include: [`${room}/src/**/*.test.{ts,tsx}`],
      testTimeout: 15_000,
      hookTimeout: 60_000,
      sequence: { groupOrder: 0 },
    },
  };
}

/**
 * Tests that cross rooms. They start databases, servers and tools, so they come after the unit tests,
 * and the first of them may have to lay out a PostgreSQL cluster before it can begin.
 */
function crossing(name: string, groupOrder: number, testTimeout: number) {
  return {
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      testTimeout,
      hookTimeout: 240_000,
      sequence: { groupOrder },
    },
  };
}

/** One file at a time: these tests share a browser, a screen or the machine's clock of patience. */
function oneAtATime(name: string, groupOrder: number, testTimeout: number) {
  const project = crossing(name, groupOrder, testTimeout);
  return { test: { ...project.test, maxWorkers: 1 } };
}

export default defineConfig({
  test: {
    // Native modules (SQLite, argon2) are loaded once a process; a worker thread would share their globals.
    pool: "forks",
    reporters: ["default"],
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
      crossing("conformance", 2, 60_000),
      crossing("chaos", 2, 120_000),
      crossing("offline", 3, 120_000),
      oneAtATime("e2e", 4, 180_000),
      oneAtATime("usb", 5, 300_000),
    ],
  },
});
