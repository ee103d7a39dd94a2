import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
// oxlint-disable-next-line no-restricted-imports -- the scripts are in no package, so this is the way to them
import { freePort } from "../../scripts/free-port.ts";

const script = fileURLToPath(new URL("../../scripts/start.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "edgeward-start-"));
let occupant: Server;
let takenPort = 0;

beforeAll(async () => {
  occupant = createServer();
  await new Promise<void>((resolve) => occupant.listen(0, "127.0.0.1", resolve));
  const address = occupant.address();
  takenPort = typeof address === "object" && address !== null ? address.port : 0;
});

afterAll(() => {
  occupant.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly out: string;
  /** What was said on standard error, line by line. */
  readonly lines: readonly string[];
}

/** Starts the product as `npm start` does, with other settings, and waits for its end. */
function startWith(env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
      env: { ...process.env, EDGEWARD_DATA: join(folder, "data"), ...env },
    });
    let out = "";
    let err = "";
    child.stdout.on("data", (chunk: unknown) => (out += String(chunk)));
    child.stderr.on("data", (chunk: unknown) => (err += String(chunk)));
    child.once("close", (code) => resolve({ code, out, lines: err.trim().split("\n") }));
  });
}

test.each(["EDGEWARD_HUB_PORT", "EDGEWARD_BRANCH_PORT"])(
  "a port that is taken is one line that names the port and %s, and nothing is left running or written",
  async (variable) => {
    const ended = await startWith({ ...(await freePorts()), [variable]: String(takenPort) });
    expect(ended.code).toBe(1);
    expect(ended.out).toBe("");
    expect(ended.lines).toHaveLength(1);
    expect(ended.lines[0]).toContain(String(takenPort));
    expect(ended.lines[0]).toContain(variable);
    expect(existsSync(join(folder, "data", "postgres"))).toBe(false);
  },
);

async function freePorts() {
  return {
    EDGEWARD_HUB_PORT: String(await freePort()),
    EDGEWARD_BRANCH_PORT: String(await freePort()),
  };
}

test.each(["eighty", "0", "65536", "80.5"])(
  "%s as a port is one line that names the variable",
  async (port) => {
    const ended = await startWith({ ...(await freePorts()), EDGEWARD_HUB_PORT: port });
    expect(ended.code).toBe(1);
    expect(ended.lines).toEqual(["edgeward: EDGEWARD_HUB_PORT is not a port number"]);
  },
);

test("what is neither a port of HTTPS nor off is one line that names the variable", async () => {
  const ended = await startWith({ ...(await freePorts()), EDGEWARD_BRANCH_TLS_PORT: "https" });
  expect(ended.code).toBe(1);
  expect(ended.lines).toEqual(['edgeward: EDGEWARD_BRANCH_TLS_PORT is neither a port nor "off"']);
});

test("a data folder that cannot be written is one line that names the folder and the variable", async () => {
  const file = join(folder, "a-file");
  writeFileSync(file, "");
  // Below a file nobody can make a folder, root included.
  const ended = await startWith({ ...(await freePorts()), EDGEWARD_DATA: join(file, "data") });
  expect(ended.code).toBe(1);
  expect(ended.out).toBe("");
  expect(ended.lines).toHaveLength(1);
  expect(ended.lines[0]).toContain(join(file, "data"));
  expect(ended.lines[0]).toContain("EDGEWARD_DATA");
});
