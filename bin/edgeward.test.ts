import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const program = fileURLToPath(new URL("./edgeward.ts", import.meta.url));
let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function edgeward(...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: "utf8",
    env: {
      ...process.env,
      EDGEWARD_DATA: join(folder, "data"),
      NODE_NO_WARNINGS: "1",
      npm_lifecycle_event: "",
    },
  });
  return { stdout, stderr, status };
}

describe("what is typed wrongly gets one line and the code of a wrong usage", () => {
  test.each([
    ["an unknown command", ["fly"], /^edgeward: unknown command 'fly'/],
    [
      "an unknown option",
      ["import", "patients", "x.csv", "--fast"],
      /^edgeward: unknown option '--fast'/,
    ],
    ["a missing file name", ["import", "patients"], /^edgeward: missing required argument 'file'/],
    [
      "a choice that is none",
      ["import", "patients", "x.csv", "--to", "moon"],
      /^edgeward: .*Allowed choices are hub, branch/,
    ],
  ])("%s", (_what, args, message) => {
    const { stderr, stdout, status } = edgeward(...args);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect({ stdout, status }).toEqual({ stdout: "", status: 2 });
  });
});

describe("what cannot be done gets one line and no stack trace", () => {
  test("a file that is not there", () => {
    const { stderr, status } = edgeward("import", "patients", "none.csv");
    expect(stderr).toBe(`edgeward: there is no file ${join(folder, "none.csv")}\n`);
    expect(status).toBe(1);
  });

  test("no product that runs", () => {
    writeFileSync(join(folder, "one.csv"), "name,sex,dob\nAsha,F,1990-01-01\n");
    const { stderr, status } = edgeward("import", "patients", "one.csv");
    expect(stderr).toMatch(/^edgeward: no running product found in .*; start it with "npm start"/);
    expect(status).toBe(1);
  });
});

test("a dry run checks every row, keeps the rejected ones with their reason, and says so by its exit code", () => {
  const csv = "sep=;\r\nMRN;Name;Sex;DOB\r\n1;Rao, Asha;F;03/04/1990\r\n2;Bina;?;1990-02-31\r\n";
  writeFileSync(join(folder, "mixed.csv"), csv);
  const args = ["import", "patients", "mixed.csv", "--dry-run", "--json", "--rejects", "bad.csv"];
  const { stdout, stderr, status } = edgeward(...args);
  expect(stderr).toBe("");
  expect(status).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({
    rows: 2,
    registered: 0,
    rejected: 1,
    dates: "day-first",
    mapping: { mrn: ["MRN"], name: ["Name"], gender: ["Sex"], dob: ["DOB"] },
    rejects: [
      { line: 4, field: "gender", reason: "is not a word for a gender" },
      { line: 4, field: "dob", reason: "is no day of the calendar" },
    ],
  });
  expect(readFileSync(join(folder, "bad.csv"), "utf8")).toBe(
    "MRN,Name,Sex,DOB,reason\r\n2,Bina,?,1990-02-31,gender: is not a word for a gender; dob: is no day of the calendar\r\n",
  );
  expect(statSync(join(folder, "bad.csv")).mode & 0o777).toBe(0o600);
});
