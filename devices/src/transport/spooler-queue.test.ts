import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printWithAcknowledgement } from "#printer/print.ts";
import { generic80mm } from "#printer/profile.ts";
import { createMemoryTransport } from "./memory.ts";
import { createSpoolerTransport, spoolerCommand } from "./spooler-queue.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-queue-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function printBy(program: string, args: readonly string[], submitMs = 5_000) {
  const transport = createSpoolerTransport({ queue: "q", submitMs }, { program, args });
  const connection = await transport.open();
  await connection.write(Buffer.alloc(200_000, 0x41), { timeoutMs: 1_000 });
  await connection.close();
  return connection.closed;
}

describe("a queue of the operating system", () => {
  test("gets every byte untouched", async () => {
    const file = join(folder, "out");
    expect(await printBy("tee", [file])).toEqual({ kind: "by_us" });
    expect(readFileSync(file).equals(Buffer.alloc(200_000, 0x41))).toBe(true);
  });

  test.each([
    ["refuses", "false", [], "not_accepting"],
    ["does not exist", "/nowhere/lp", [], "not_accepting"],
    ["never ends", "sleep", ["60"], "write_timeout"],
  ])("whose program %s fails the document", async (_what, program, args, code) => {
    const reason = await printBy(program, args, 300);
    const isUntouched = code === "not_accepting" ? { isUntouched: true } : {};
    expect(reason).toEqual({ kind: "failed", code, ...isUntouched });
  });

  test("that refuses a document leaves the job to be tried again, and is not asked again at once", async () => {
    const transport = createSpoolerTransport({ queue: "q" }, { program: "false", args: [] });
    const parts = { body: Buffer.from("a slip"), trailer: Buffer.alloc(0) };
    const options = { jobTag: "job", profile: generic80mm };
    const refused = { state: "not_started", reason: "not_accepting" };
    expect(await printWithAcknowledgement(transport, parts, options)).toEqual(refused);
    await expect(transport.open()).rejects.toMatchObject({ code: "not_accepting" });
  });

  test("is told how many copies to make, for two PDFs one after the other are none", async () => {
    const transport = createSpoolerTransport({ queue: "q", takes: "pages", platform: "linux" });
    expect(transport.takesCopies).toBe(true);
    const { args } = spoolerCommand({ queue: "q", takes: "pages", copies: 3 }, "linux");
    expect(args.join(" ")).toContain("-n 3");
  });

  test("of CUPS is given a PDF to draw, and bytes as they are", () => {
    const { args } = spoolerCommand({ queue: "q", takes: "pages", copies: 1 }, "linux");
    expect(args).toContain("document-format=application/pdf");
    expect(args).not.toContain("raw");
    expect(spoolerCommand({ queue: "q", takes: "raw", copies: 1 }, "linux").args).toContain("raw");
    const transport = createSpoolerTransport({ queue: "q", takes: "pages", platform: "linux" });
    expect(transport.pagesAs).toBeUndefined();
  });

  test("of Windows is given pictures of pages, which its driver draws, and bytes as they are", () => {
    const scriptFor = (takes: "pages" | "raw") =>
      spoolerCommand({ queue: "q", takes, copies: 1 }, "win32").args.find((arg) =>
        arg.endsWith(".ps1"),
      ) ?? "";
    expect(scriptFor("pages")).toMatch(/windows-pages\.ps1$/u);
    expect(scriptFor("raw")).toMatch(/windows-raw\.ps1$/u);
    for (const takes of ["pages", "raw"] as const) {
      expect(readFileSync(scriptFor(takes), "utf8")).toMatch(/\$Queue[^]*\$Copies/u);
    }
    const queue = { queue: "q", platform: "win32" } as const;
    expect(createSpoolerTransport({ ...queue, takes: "pages" }).pagesAs?.format).toBe("png");
    expect(createSpoolerTransport(queue).pagesAs).toBeUndefined();
  });

  test("is named by an argument of its own, whatever characters are in it", () => {
    const name = 'Desk "1"; rm -rf $HOME';
    const named = { queue: name, takes: "raw", copies: 1 } as const;
    expect(spoolerCommand(named, "linux").args).toContain(name);
    expect(spoolerCommand(named, "win32").args).toContain(name);
    expect(spoolerCommand(named, "win32").program).toBe("powershell.exe");
  });
});

test("a memory keeps what was written, connection after connection, and nothing after the close", async () => {
  const memory = createMemoryTransport();
  for (const text of ["one ", "two"]) {
    const connection = await memory.open();
    await connection.write(Buffer.from(text), { timeoutMs: 100 });
    await connection.close();
    await expect(connection.write(Buffer.from("late"), { timeoutMs: 100 })).rejects.toMatchObject({
      code: "closed",
    });
  }
  expect(Buffer.from(memory.bytes()).toString()).toBe("one two");
});
