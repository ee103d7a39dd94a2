import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { databaseKey, keepKey, keptBy, passphraseFileVariable } from "./branch-key.ts";
import { KeyNotOpened, openBytes, openKey, sealBytes, sealKey } from "./key-seal.ts";

const passphrase = "seven wet umbrellas";
const key = Buffer.from("5b".repeat(32), "hex");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-key-"));
});
afterEach(() => {
  delete process.env[passphraseFileVariable];
  rmSync(folder, { recursive: true, force: true });
});

const keyFile = () => join(folder, "database.key");

describe("what is sealed", () => {
  test("is opened by its own key alone, and not when a bit of it is another", () => {
    const sealed = sealBytes(key, Buffer.from("secret"));
    expect(openBytes(key, sealed)?.toString()).toBe("secret");
    expect(openBytes(Buffer.alloc(32), sealed)).toBeNull();
    const bytes = Buffer.from(sealed, "base64");
    for (let at = 0; at < bytes.length; at += 1) {
      const other = Buffer.from(bytes);
      other.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(openBytes(key, other.toString("base64")), String(at)).toBeNull();
    }
    expect(openBytes(key, "")).toBeNull();
  });

  test("by a passphrase is opened by that one, however its letters are composed", () => {
    const sealed = sealKey(key, { kept: "passphrase", passphrase: "Zürich am Morgen" });
    expect(openKey(sealed, () => "Zu\u0308rich am Morgen")).toEqual(key);
    expect(() => openKey(sealed, () => "Zurich am Morgen")).toThrow("another one");
    expect(JSON.stringify(sealed)).not.toContain(key.toString("hex"));
  });
});

describe("a branch's key", () => {
  test("that lies in its file is the same with every start, and sealed is the same key", () => {
    const first = databaseKey(folder);
    expect(keptBy(folder)).toBe("file");
    keepKey(folder, { kept: "passphrase", passphrase });
    expect(keptBy(folder)).toBe("passphrase");
    expect(readFileSync(keyFile(), "utf8")).not.toContain(first.toString("hex"));
    expect(databaseKey(folder)).toEqual(first);
    keepKey(folder, { kept: "file" });
    expect(readFileSync(keyFile(), "utf8")).toBe(first.toString("hex"));
  });

  function inAnotherProcess(variables: Readonly<Record<string, string>> = {}) {
    const file = new URL("branch-key.ts", import.meta.url).href;
    const code = `const { databaseKey } = await import(${JSON.stringify(file)});
      try { process.stdout.write(databaseKey(${JSON.stringify(folder)}).toString("hex")); }
      catch (error) { process.stdout.write(error.name + ": " + error.message); }`;
    const options = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", code];
    return spawnSync(process.execPath, options, {
      encoding: "utf8",
      env: { ...process.env, ...variables },
    }).stdout;
  }

  test("is opened in another process by the passphrase in a file, and by no other", () => {
    const first = databaseKey(folder).toString("hex");
    keepKey(folder, { kept: "passphrase", passphrase });
    const [right, wrong] = [join(folder, "right"), join(folder, "wrong")];
    writeFileSync(right, `${passphrase}\n`);
    writeFileSync(wrong, "seven dry umbrellas\n");
    expect(inAnotherProcess({ [passphraseFileVariable]: right })).toBe(first);
    expect(inAnotherProcess({ [passphraseFileVariable]: wrong })).toMatch(/another one/u);
    expect(inAnotherProcess({ [passphraseFileVariable]: join(folder, "none") })).toMatch(
      /cannot be read/u,
    );
    expect(inAnotherProcess()).toMatch(
      new RegExp(`KeyNotOpened: .*${passphraseFileVariable}`, "u"),
    );
  });

  test("is opened by a command that IT has chosen, which gets it on its input and never as a word", () => {
    const script = join(folder, "turn");
    // It turns each byte round, and so back again.
    writeFileSync(
      script,
      `#!${process.execPath}
const given = [];
process.stdin.on("data", (some) => given.push(some)).on("end", () => {
  process.stdout.write(Buffer.concat(given).map((byte) => byte ^ 255));
});
`,
    );
    chmodSync(script, 0o700);
    const first = databaseKey(folder).toString("hex");
    keepKey(folder, { kept: "command", seal: [script], open: [script] });
    expect(inAnotherProcess()).toBe(first);
    rmSync(script);
    expect(inAnotherProcess()).toMatch(/KeyNotOpened: .*could not be run/u);
  });

  test("stays as it was where a command fails, or gives back another key", () => {
    const first = databaseKey(folder);
    const before = readFileSync(keyFile(), "utf8");
    expect(() => keepKey(folder, { kept: "command", seal: ["false"], open: ["cat"] })).toThrow(
      KeyNotOpened,
    );
    expect(() =>
      keepKey(folder, {
        kept: "command",
        seal: ["tr", "\\000-\\377", "\\001-\\377\\000"],
        open: ["cat"],
      }),
    ).toThrow(KeyNotOpened);
    expect(() =>
      keepKey(folder, { kept: "command", seal: ["edgeward-no-such"], open: ["cat"] }),
    ).toThrow("could not be run");
    expect(readFileSync(keyFile(), "utf8")).toBe(before);
    expect(databaseKey(folder)).toEqual(first);
  });

  const hasSystemd = spawnSync("systemd-creds", ["--version"]).status === 0;
  test.skipIf(!hasSystemd)("is sealed by the machine where it can", ({ skip }) => {
    const first = databaseKey(folder).toString("hex");
    try {
      keepKey(folder, { kept: "system" });
    } catch (error) {
      // A container may have neither a TPM nor a place for the machine's own key.
      skip(String(error));
    }
    expect(keptBy(folder)).toBe("system");
    expect(readFileSync(keyFile(), "utf8")).not.toContain(first);
    expect(inAnotherProcess()).toBe(first);
  });

  test("is not made anew where its file is damaged", () => {
    databaseKey(folder);
    for (const text of ["", "{}", "zz", '{"kept":"passphrase"}', "00".repeat(31)]) {
      writeFileSync(keyFile(), text);
      expect(() => databaseKey(folder), text).toThrow("damaged");
      expect(readFileSync(keyFile(), "utf8")).toBe(text);
    }
  });
});
