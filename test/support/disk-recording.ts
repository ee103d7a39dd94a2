import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Chance } from "@edgeward/hub/demo/chance.ts";

/** Compiles the recorder; null where that cannot be done. @param file where the library goes */
export function compileRecorder(file: string): string | null {
  if (process.platform !== "linux") return null;
  const source = fileURLToPath(new URL("disk-recorder.c", import.meta.url));
  try {
    const link = ["-shared", "-fPIC", "-o", file, source, "-ldl", "-lpthread"];
    execFileSync("cc", ["-O2", ...link], { stdio: "pipe" });
    return file;
  } catch {
    return null;
  }
}

/** One operation of a process to a file. */
export interface DiskAct {
  readonly kind: "write" | "truncate" | "sync" | "unlink" | "rename";
  readonly path: string;
  /** Where a write begins; the length after a truncation. */
  readonly offset: number;
  /** What is written; the new name after a renaming. */
  readonly data: Buffer;
  /** How long the recording was with this act at its end, bytes. */
  readonly end: number;
}

const kinds: Readonly<Record<string, DiskAct["kind"]>> = {
  W: "write",
  T: "truncate",
  S: "sync",
  U: "unlink",
  R: "rename",
};
const headBytes = 15;

/** Reads a recording. An act that was being written down when the process ended is left out. */
export function readRecording(file: string): readonly DiskAct[] {
  const bytes = readFileSync(file);
  const acts: DiskAct[] = [];
  for (let at = 0; at + headBytes <= bytes.length;) {
    const pathAt = at + headBytes;
    const dataAt = pathAt + bytes.readUInt16LE(at + 1);
    const end = dataAt + bytes.readUInt32LE(at + 11);
    if (end > bytes.length) break;
    const kind = kinds[bytes.toString("latin1", at, at + 1)];
    if (kind === undefined) throw new Error(`no such act at ${at}`);
    const offset = Number(bytes.readBigUInt64LE(at + 3));
    const path = bytes.toString("utf8", pathAt, dataAt);
    acts.push({ kind, path, offset, data: bytes.subarray(dataAt, end), end });
    at = end;
  }
  return acts;
}

class Content {
  #bytes: Buffer;
  #length: number;

  constructor(bytes: Buffer) {
    this.#bytes = Buffer.from(bytes);
    this.#length = bytes.length;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  apply({ kind, offset, data }: Pick<DiskAct, "kind" | "offset" | "data">): void {
    const end = kind === "truncate" ? offset : offset + data.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(end * 2);
      this.bytes().copy(larger);
      this.#bytes = larger;
    }
    // What was cut off and is written behind again reads as nothing.
    if (kind === "truncate" && end < this.#length) this.#bytes.fill(0, end, this.#length);
    this.#length = kind === "truncate" ? end : Math.max(this.#length, end);
    if (kind === "write") data.copy(this.#bytes, offset);
  }
}

/** What becomes of what the disk had not yet been asked to keep, or had not yet said that it keeps. */
export type Fate = "lost" | "some" | "torn";

const sectorBytes = 512;

function sectorsOf(act: DiskAct, chance: Chance): readonly DiskAct[] {
  const kept: DiskAct[] = [];
  for (let from = 0; from < act.data.length;) {
    const to = Math.min(act.data.length, from + sectorBytes - ((act.offset + from) % sectorBytes));
    const data = act.data.subarray(from, to);
    if (chance.happens(0.5)) kept.push({ ...act, offset: act.offset + from, data });
    from = to;
  }
  return kept;
}

function surviving(pending: readonly DiskAct[], fate: Fate, chance: Chance): readonly DiskAct[] {
  if (fate === "lost") return [];
  if (fate === "some") return pending.filter(() => chance.happens(0.5));
  return pending.flatMap((act) => {
    if (act.kind !== "write") return chance.happens(0.5) ? [act] : [];
    return chance.happens(0.5) ? sectorsOf(act, chance) : [act];
  });
}

interface FileState {
  /** What the disk has promised to keep. */
  readonly kept: Content;
  pending: DiskAct[];
}

/**
 * A disk that goes through a recording and can lose its power at any act. Names are taken to be kept at once: what may
 * be lost is what was written into the files.
 */
export class ReplayedDisk {
  readonly #files = new Map<string, FileState>();
  readonly #before: (path: string) => Buffer;
  readonly #isLying: (path: string) => boolean;

  /** @param before what a file held before the recording @param isLying of which files it forgets what it promised */
  constructor(before: (path: string) => Buffer, isLying: (path: string) => boolean = () => false) {
    this.#before = before;
    this.#isLying = isLying;
  }

  /** Lets one more act happen. */
  step(act: DiskAct): void {
    if (act.kind === "unlink") {
      this.#files.set(act.path, { kept: new Content(Buffer.alloc(0)), pending: [] });
      return;
    }
    const file = this.#file(act.path);
    if (act.kind === "rename") {
      this.#files.set(act.data.toString("utf8"), file);
      this.#files.delete(act.path);
      return;
    }
    if (act.kind !== "sync") {
      file.pending.push(act);
      return;
    }
    if (this.#isLying(act.path)) return;
    for (const one of file.pending) file.kept.apply(one);
    file.pending = [];
  }

  /** What is found on the disk when the power has gone now. */
  powerLoss(fate: Fate, chance: Chance): ReadonlyMap<string, Buffer> {
    const found = new Map<string, Buffer>();
    for (const [path, { kept, pending }] of this.#files) {
      const content = new Content(kept.bytes());
      for (const act of surviving(pending, fate, chance)) content.apply(act);
      found.set(path, content.bytes());
    }
    return found;
  }

  #file(path: string): FileState {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const made = { kept: new Content(this.#before(path)), pending: [] };
    this.#files.set(path, made);
    return made;
  }
}
