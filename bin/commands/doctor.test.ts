import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  clockCheck,
  diagnosisLines,
  folderCheck,
  nodeVersionCheck,
  portCheck,
  spaceCheck,
} from "./doctor.ts";

const gigabyte = 1024 ** 3;

test("an older Node.js is found, the tested one and newer ones pass", () => {
  expect(nodeVersionCheck("20.20.2")).toMatchObject({ level: "fail", code: "EDG-RUN-01" });
  expect(nodeVersionCheck("24.1.0").level).toBe("ok");
  expect(nodeVersionCheck("26.0.0").level).toBe("ok");
});

test("a full disk fails, one that fills up warns", () => {
  expect(spaceCheck(100 * gigabyte).level).toBe("ok");
  expect(spaceCheck(2 * gigabyte).level).toBe("warn");
  expect(spaceCheck(gigabyte / 4)).toMatchObject({ level: "fail", detail: "0.3 GB free" });
});

test("a folder that cannot be made is named with the reason, and none is made", () => {
  const folder = mkdtempSync(join(tmpdir(), "edgeward-doctor-"));
  try {
    const file = join(folder, "file");
    writeFileSync(file, "");
    expect(folderCheck(folder).level).toBe("ok");
    expect(folderCheck(join(folder, "new", "data")).level).toBe("ok");
    expect(readdirSync(folder)).toEqual(["file"]);
    expect(folderCheck(join(file, "data"))).toMatchObject({
      level: "fail",
      cause: `${file} is not a folder`,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("a port", () => {
  test("that another program holds fails and names the variable; our own and a free one pass", async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => {
        const address = other.address();
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
    const taken = await portCheck(port, "EDGEWARD_HUB_PORT", false);
    expect(taken).toMatchObject({ level: "fail", detail: "taken" });
    expect(taken.fix).toContain("EDGEWARD_HUB_PORT");
    expect((await portCheck(port, "EDGEWARD_HUB_PORT", true)).level).toBe("ok");
    await new Promise((resolve) => other.close(resolve));
    expect((await portCheck(port, "EDGEWARD_HUB_PORT", false)).level).toBe("ok");
  });
});

describe("the clock", () => {
  const now = Date.UTC(2026, 10, 21);

  test("may be half a minute from the hub's", () => {
    expect(clockCheck(now, now - 20_000).level).toBe("ok");
    expect(clockCheck(now, now + 40_000)).toMatchObject({
      level: "warn",
      detail: "40 s from the hub's",
    });
  });

  test("is doubted without a hub when it shows a time before this program was made", () => {
    expect(clockCheck(now, null).level).toBe("ok");
    expect(clockCheck(Date.UTC(2001, 0, 1), null).level).toBe("warn");
  });
});

test("a finding is shown with its code, cause and fix", () => {
  expect(diagnosisLines(nodeVersionCheck("18.0.0"))).toEqual([
    "fail  EDG-RUN-01  Node.js: 18.0.0",
    "      cause: the product needs Node.js 24 or newer",
    "      fix:   start it with npm, which brings the right one: npm start, npm run edgeward",
  ]);
});
