import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomFillSync,
  type KeyObject,
} from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import { operationShape } from "@edgeward/shared/sync/wire/batch.contract.ts";

const lengthBytes = 4;
const hashBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = lengthBytes + hashBytes;

const recordShape = z.object({ epoch: z.int(), seq: z.int(), operation: operationShape });

const baseShape = z.object({
  base: z.object({
    epoch: z.int(),
    counters: z.array(z.tuple([z.string(), z.int()])),
  }),
});

/** One operation as the mirror keeps it, with its place in the journal. */
export type MirrorRecord = z.output<typeof recordShape>;

/** Where a mirror begins that has left out what the hub has: the node's epoch, and how far its series of numbers had come. */
export type MirrorBase = z.output<typeof baseShape>["base"];

/** What stands before the first record. */
export const mirrorStart: Buffer = Buffer.alloc(hashBytes);

/** The key in the form in which it can be used again and again. */
export function mirrorKey(key: Buffer): KeyObject {
  return createSecretKey(key);
}

// Each hash covers the one before it, so that a record taken out of the middle is noticed like one that was changed.
function hashOf(previous: Buffer, payload: Buffer): Buffer {
  return createHash("sha256").update(previous).update(payload).digest();
}

/** One record behind another: its length, its hash, and the sealed text. */
export function sealRecord(
  key: KeyObject,
  previous: Buffer,
  text: string,
): { readonly bytes: Buffer; readonly hash: Buffer } {
  const nonce = randomFillSync(Buffer.allocUnsafe(nonceBytes));
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  const sealed = cipher.update(text, "utf8");
  cipher.final();
  const payload = Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  const hash = hashOf(previous, payload);
  const length = Buffer.allocUnsafe(lengthBytes);
  length.writeUInt32BE(payload.length);
  return { bytes: Buffer.concat([length, hash, payload]), hash };
}

function unsealed(key: KeyObject, payload: Buffer): unknown {
  const cipher = createDecipheriv("aes-256-gcm", key, payload.subarray(0, nonceBytes));
  cipher.setAuthTag(payload.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = Buffer.concat([
    cipher.update(payload.subarray(nonceBytes + tagBytes)),
    cipher.final(),
  ]);
  return JSON.parse(text.toString("utf8"));
}

/** What stands in the file without the operations themselves: quick, and the same in memory whatever its length. */
export interface MirrorScan {
  /** Null where the file has everything from the first operation on. */
  readonly base: MirrorBase | null;
  /** The newest operation that is whole. */
  readonly last: MirrorRecord | null;
  /** Bytes that are whole and in order. */
  readonly goodBytes: number;
  readonly totalBytes: number;
  /** The hash of the last whole record, on which the next builds. */
  readonly lastHash: Buffer;
}

/** Everything in the file. */
export interface MirrorReading extends MirrorScan {
  readonly records: readonly MirrorRecord[];
}

function* payloadsIn(
  bytes: Buffer,
): Generator<{ readonly payload: Buffer; readonly hash: Buffer }> {
  let previous: Buffer = mirrorStart;
  for (let at = 0; at + headBytes <= bytes.length;) {
    const end = at + headBytes + bytes.readUInt32BE(at);
    const payload = bytes.subarray(at + headBytes, end);
    const hash = bytes.subarray(at + lengthBytes, at + headBytes);
    if (end > bytes.length || !hashOf(previous, payload).equals(hash)) return;
    yield { payload, hash };
    previous = hash;
    at = end;
  }
}

function bytesOf(file: string): Buffer {
  return existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
}

function scan(bytes: Buffer, key: KeyObject): MirrorScan {
  let [goodBytes, count] = [0, 0];
  let first: Buffer | null = null;
  let newest: { readonly payload: Buffer; readonly hash: Buffer } | null = null;
  for (const record of payloadsIn(bytes)) {
    first ??= record.payload;
    newest = record;
    count += 1;
    goodBytes += headBytes + record.payload.length;
  }
  const base =
    first === null ? null : (baseShape.safeParse(unsealed(key, first)).data?.base ?? null);
  const hasOperation = newest !== null && (base === null || count > 1);
  return {
    base,
    last: hasOperation && newest !== null ? recordShape.parse(unsealed(key, newest.payload)) : null,
    goodBytes,
    totalBytes: bytes.length,
    // A copy: the slice would keep the whole file in memory for as long as the node runs.
    lastHash: Buffer.from(newest?.hash ?? mirrorStart),
  };
}

/** Looks the mirror through as far as it is whole. @throws Error when it was sealed with another key */
export function scanMirror(file: string, key: Buffer): MirrorScan {
  return scan(bytesOf(file), mirrorKey(key));
}

/** Reads the mirror as far as it is whole. @throws Error when it was sealed with another key */
export function readMirror(file: string, key: Buffer): MirrorReading {
  const [bytes, secret] = [bytesOf(file), mirrorKey(key)];
  const found = scan(bytes, secret);
  const payloads = Array.from(payloadsIn(bytes), (record) => record.payload);
  const operations = found.base === null ? payloads : payloads.slice(1);
  return {
    ...found,
    records: operations.map((payload) => recordShape.parse(unsealed(secret, payload))),
  };
}
