import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Runs a program that is guarded; `drain` and `fault` are its own text. */
function ended(drain: string, fault: string) {
  const program = `
    import { guardProcess } from ${JSON.stringify(`${folder}last-guard.ts`)};
    import { createLogger } from ${JSON.stringify(`${folder}log.ts`)};
    import { setTimeout as delay } from "node:timers/promises";
    const log = createLogger((line) => process.stdout.write(line), {}, () => 0);
    guardProcess({ log: () => log, drain: async () => { ${drain} } });
    setInterval(() => undefined, 1_000);
    ${fault};`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", program],
    { encoding: "utf8" },
  );
  return { status, stdout };
}

test.each([
  ["thrown by a listener", 'setImmediate(() => { throw new RangeError("Asha Rao"); })'],
  ["of a promise that nobody waits for", 'Promise.reject(new RangeError("Asha Rao"))'],
])(
  "a fault %s is reported, what is under way finishes, and the end is one of failure",
  (_which, fault) => {
    const { status, stdout } = ended('await delay(50); process.stdout.write("drained\\n");', fault);
    expect(status).toBe(1);
    expect(stdout).toContain('"level":"error"');
    expect(stdout).toContain('"event":"uncaught_fault"');
    expect(stdout).toContain('"name":"RangeError"');
    expect(stdout).not.toContain("Asha");
    expect(stdout.trimEnd().endsWith("drained")).toBe(true);
  },
);

test("what cannot end in order, or fails once more meanwhile, ends all the same", () => {
  const again =
    'setImmediate(() => { throw new Error("two"); }); await delay(50); throw new Error("three");';
  const { status, stdout } = ended(again, 'setImmediate(() => { throw new Error("one"); })');
  expect(status).toBe(1);
  expect(stdout.match(/"event":"uncaught_fault"/gu)).toHaveLength(2);
  expect(stdout).toContain('"event":"drain_failed"');
});
