import { createCipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chunkBytes } from "#clinical/files/files.contract.ts";
import { FileStore } from "./file-store.ts";
import { FileDamaged } from "./sealed-file.ts";

const tenant = "ten_01jd7x2vry38gapbnk0v8yyk24";
const other = "ten_01jd7x2vry38gapbnk0v8yyk25";
const key = randomBytes(32);

let folder: string;
let files: FileStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-files-"));
  files = new FileStore({ folder, key, instance: "one" });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function keep(bytes: Buffer, piece = 100_000): Promise<string> {
  const staging = await files.stage();
  for (let from = 0; from < bytes.length; from += piece) {
    await staging.write(bytes.subarray(from, from + piece));
  }
  const { sha256 } = await staging.finish();
  await files.keep(tenant, staging, sha256);
  return sha256;
}

async function readAll(sha256: string): Promise<Buffer> {
  const reader = await files.open(tenant, sha256);
  if (reader === null) throw new Error("no file");
  try {
    const chunks = [];
    for (let index = 0; index < reader.chunkCount; index += 1) {
      chunks.push(await reader.chunk(index));
    }
    return Buffer.concat(chunks);
  } finally {
    await reader.close();
  }
}

function diskPath(sha256: string): string {
  return join(folder, "kept", tenant, sha256.slice(0, 2), sha256);
}

test.each([1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes, 2 * chunkBytes + 5])(
  "a file of %d bytes is read as it was written, in chunks of 1 MiB",
  async (length) => {
    const bytes = randomBytes(length);
    const sha256 = await keep(bytes);
    expect(sha256).toBe(hashOf(bytes));
    const reader = await files.open(tenant, sha256);
    expect([reader?.size, reader?.chunkCount]).toEqual([length, Math.ceil(length / chunkBytes)]);
    await reader?.close();
    expect(hashOf(await readAll(sha256))).toBe(sha256);
  },
);

test("a file is its tenant's alone", async () => {
  const sha256 = await keep(randomBytes(10));
  expect(await files.open(other, sha256)).toBeNull();
});

test("no name but an id and a hash becomes a path", () => {
  expect(() => files.open("../..", "0".repeat(64))).toThrow("not a tenant's id and a hash");
  expect(() => files.open(tenant, "../../secret")).toThrow("not a tenant's id and a hash");
});

describe("what is not as it was written is damaged", () => {
  let sha256: string;
  let disk: Buffer;
  beforeEach(async () => {
    sha256 = await keep(randomBytes(3 * chunkBytes));
    disk = readFileSync(diskPath(sha256));
  });

  const sealed = chunkBytes + 16;
  const head = 84;
  test.each([
    ["a letter of its head", (bytes: Buffer) => flipped(bytes, 1)],
    ["a bit of the salt", (bytes: Buffer) => flipped(bytes, 20)],
    ["a bit of its wrapped key", (bytes: Buffer) => flipped(bytes, 50)],
    ["a bit of the text", (bytes: Buffer) => flipped(bytes, head + 5)],
    ["a bit of a tag", (bytes: Buffer) => flipped(bytes, head + sealed - 1)],
    ["its last chunk missing", (bytes: Buffer) => bytes.subarray(0, head + 2 * sealed)],
    ["its end cut off", (bytes: Buffer) => bytes.subarray(0, -7)],
    [
      "two chunks changed about",
      (bytes: Buffer) =>
        Buffer.concat([
          bytes.subarray(0, head),
          bytes.subarray(head + sealed, head + 2 * sealed),
          bytes.subarray(head, head + sealed),
          bytes.subarray(head + 2 * sealed),
        ]),
    ],
    ["nothing left", () => Buffer.alloc(0)],
  ])("with %s", async (_, change) => {
    writeFileSync(diskPath(sha256), change(disk));
    await expect(readAll(sha256)).rejects.toThrow(FileDamaged);
  });
});

function flipped(bytes: Buffer, position: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(position) ^ 4, position);
  return copy;
}

// What files from before begin with: letters and a salt, from which their key was made.
function fromBefore(bytes: Buffer): Buffer {
  const salt = randomBytes(32);
  const own = Buffer.from(hkdfSync("sha256", key, salt, "edgeward file", 32));
  const cipher = createCipheriv("aes-256-gcm", own, Buffer.alloc(12));
  cipher.setAAD(Buffer.from([0, 0, 0, 0, 1]));
  const body = Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  return Buffer.concat([Buffer.from("EWF1"), salt, body]);
}

describe("a file's own key", () => {
  const place = { begin: 36, end: 84 };

  test("is another one for the same bytes, and stands wrapped in the file", async () => {
    const bytes = randomBytes(500);
    await keep(bytes);
    const before = readFileSync(diskPath(hashOf(bytes)));
    await keep(bytes);
    const after = readFileSync(diskPath(hashOf(bytes)));
    expect(after.subarray(place.begin, place.end)).not.toEqual(
      before.subarray(place.begin, place.end),
    );
    expect(after.subarray(place.end)).not.toEqual(before.subarray(place.end));
    expect(hashOf(await readAll(hashOf(bytes)))).toBe(hashOf(bytes));
  });

  test("opens its file alone: once it is overwritten, or another's stands there, nobody does", async () => {
    const [one, second] = [await keep(randomBytes(500)), await keep(randomBytes(500))];
    const erased = readFileSync(diskPath(one));
    const rest = Buffer.from(erased);
    rest.fill(0, place.begin, place.end);
    writeFileSync(diskPath(one), rest);
    await expect(files.open(tenant, one)).rejects.toThrow(FileDamaged);
    readFileSync(diskPath(second)).copy(rest, 0, 0, place.end);
    writeFileSync(diskPath(one), rest);
    await expect(readAll(one)).rejects.toThrow(FileDamaged);
    writeFileSync(diskPath(one), erased);
    expect(hashOf(await readAll(one))).toBe(one);
  });

  test("was not there in files from before, which are read as they were written", async () => {
    const bytes = randomBytes(700);
    const sha256 = await keep(bytes);
    writeFileSync(diskPath(sha256), fromBefore(bytes));
    const reader = await files.open(tenant, sha256);
    expect([reader?.size, reader?.chunkCount]).toEqual([700, 1]);
    await reader?.close();
    expect((await readAll(sha256)).equals(bytes)).toBe(true);
  });
});

describe("a file that is erased", () => {
  test.each(["of now", "from before"])(
    "is gone, and what is left of one %s on the disk is opened by nobody",
    async (age) => {
      const bytes = randomBytes(500);
      const sha256 = await keep(bytes);
      if (age === "from before") writeFileSync(diskPath(sha256), fromBefore(bytes));
      expect(await readAll(sha256)).toEqual(bytes);
      const left = join(folder, "left");
      linkSync(diskPath(sha256), left);
      await files.erase(tenant, sha256);
      expect(await files.open(tenant, sha256)).toBeNull();
      renameSync(left, diskPath(sha256));
      await expect(readAll(sha256)).rejects.toThrow(FileDamaged);
    },
  );

  test("takes its chunks along, leaves every other file, and is erased once more without harm", async () => {
    const bytes = randomBytes(chunkBytes + 3);
    const sha256 = hashOf(bytes);
    const another = await keep(Buffer.from("another"));
    await files.keepChunk(tenant, sha256, 1, bytes.subarray(chunkBytes));
    await files.erase(tenant, sha256);
    await files.erase(tenant, sha256);
    expect(await files.arrived(tenant, sha256)).toEqual([]);
    expect(existsSync(diskPath(another))).toBe(true);
  });
});

test("two nodes' stores cannot read each other's files", async () => {
  const sha256 = await keep(randomBytes(50));
  const stranger = new FileStore({ folder, key: randomBytes(32), instance: "two" });
  await expect(stranger.open(tenant, sha256)).rejects.toThrow(FileDamaged);
});

test("what was half written before a crash is gone after the start, and only its own", async () => {
  const half = await files.stage();
  await half.write(randomBytes(2 * chunkBytes));
  const neighbour = new FileStore({ folder, key, instance: "two" });
  const under = await neighbour.stage();
  expect(readdirSync(join(folder, "staging", "one"))).toHaveLength(1);
  files = new FileStore({ folder, key, instance: "one" });
  expect(readdirSync(join(folder, "staging", "one"))).toEqual([]);
  expect(readdirSync(join(folder, "staging", "two"))).toHaveLength(1);
  await under.discard();
  await half.discard();
});

describe("a file that comes in chunks", () => {
  const bytes = randomBytes(2 * chunkBytes + 9);
  const sha256 = hashOf(bytes);
  const chunk = (index: number) => bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes);

  test("is put together when all have come, in whatever order and however often", async () => {
    for (const index of [2, 0, 2]) await files.keepChunk(tenant, sha256, index, chunk(index));
    expect(await files.arrived(tenant, sha256)).toEqual([0, 2]);
    expect(await files.open(tenant, sha256)).toBeNull();
    await files.keepChunk(tenant, sha256, 1, chunk(1));
    expect(await files.assemble(tenant, sha256, 3)).toBe(true);
    expect(hashOf(await readAll(sha256))).toBe(sha256);
    expect(await files.arrived(tenant, sha256)).toEqual([]);
  });

  test("is not taken when together they are another file, and its chunks are asked for again", async () => {
    for (const index of [0, 1]) await files.keepChunk(tenant, sha256, index, chunk(index));
    await files.keepChunk(tenant, sha256, 2, randomBytes(9));
    expect(await files.assemble(tenant, sha256, 3)).toBe(false);
    expect(await files.open(tenant, sha256)).toBeNull();
    expect(await files.arrived(tenant, sha256)).toEqual([]);
  });
});
