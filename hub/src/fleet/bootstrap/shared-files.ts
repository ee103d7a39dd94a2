import { readFileSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { Secrets } from "#tenancy/secrets.ts";
import type { SnapshotFile } from "./snapshot-notes.ts";

// Beside each finished file lies a note of what it is, sealed by the hub's secret; whoever builds one leaves a marker meanwhile.
const noteEnding = ".note";
const markerEnding = ".building";
const snapshotEnding = ".snapshot";
const nameOf = /^[\w-]+\.snapshot$/u;

const noteShape = z.strictObject({
  version: z.string(),
  tenantId: z.string(),
  nodeId: z.string(),
  madeAt: z.number(),
  sha256: z.string(),
  size: z.number(),
  key: z.string(),
  cursor: z.string(),
});

/** What is known of a finished file beside its bytes. */
export type FileNote = z.infer<typeof noteShape>;

/** A finished file with what is known of it. */
export interface NotedFile {
  readonly name: string;
  readonly note: FileNote;
}

const markerShape = z.strictObject({ host: z.string(), pid: z.int() });

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What the hub's processes share the files through. */
export interface SharedFilesOptions {
  readonly folder: string;
  readonly secrets: Pick<Secrets, "seal" | "open">;
  /** How long building a file may take before another process begins it anew, in milliseconds. */
  readonly mostBuildMs: number;
  /** Milliseconds since the epoch, by the clock that the folder's files are stamped with. */
  readonly now: () => number;
}

/** The folder of the bootstrap files, which all processes of a hub on one machine share. */
export class SharedFiles {
  readonly #options: SharedFilesOptions;
  readonly #known = new Map<string, FileNote>();

  constructor(options: SharedFilesOptions) {
    this.#options = options;
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** Where a file of that name lies. */
  pathOf(name: string): string {
    return join(this.folder, name);
  }

  /** The newest file of a scope's version, or null. */
  async newest(version: string): Promise<NotedFile | null> {
    const all = await this.#all();
    const own = all.filter(({ note }) => note.version === version);
    return own.toSorted((one, other) => other.note.madeAt - one.note.madeAt)[0] ?? null;
  }

  /** A file by its name, whichever process made it, or null. */
  async find(name: string): Promise<FileNote | null> {
    if (!nameOf.test(name)) return null;
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    return this.#read(name);
  }

  /** Lets the other processes know of a finished file. */
  async publish(name: string, note: FileNote): Promise<void> {
    const path = this.pathOf(name) + noteEnding;
    await writeFile(`${path}.new`, this.#options.secrets.seal(JSON.stringify(note)), {
      mode: 0o600,
    });
    await rename(`${path}.new`, path);
    this.#known.set(name, note);
  }

  /** Takes it upon this process to build a file; false where another one is building it. */
  async begin(version: string): Promise<boolean> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const marker = this.pathOf(version + markerEnding);
    const text = JSON.stringify({ host: hostname(), pid: process.pid });
    if (await this.#isLeft(marker)) await rm(marker, { force: true });
    try {
      await writeFile(marker, text, { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
      throw error;
    }
  }

  /** After `begin`, whether a file came of it or not. */
  async end(version: string): Promise<void> {
    await rm(this.pathOf(version + markerEnding), { force: true });
  }

  /** Removes files that were made before a moment, and what processes that broke down have left of that age. */
  async dropOld(before: number): Promise<void> {
    for (const entry of await this.#entries()) {
      const path = this.pathOf(entry);
      const found = await stat(path).catch(() => null);
      if (found === null || found.mtimeMs > before) continue;
      await rm(path, { force: true });
      this.#known.delete(entry);
    }
  }

  // A process that broke down finishes nothing.
  async #isLeft(marker: string): Promise<boolean> {
    const { mostBuildMs, now } = this.#options;
    try {
      if (statSync(marker).mtimeMs < now() - mostBuildMs) return true;
      const { host, pid } = markerShape.parse(JSON.parse(readFileSync(marker, "utf8")));
      return host === hostname() && !isRunning(pid);
    } catch {
      // Not there, or only just being written.
      return false;
    }
  }

  async #entries(): Promise<readonly string[]> {
    return readdir(this.folder).catch(() => []);
  }

  async #all(): Promise<readonly NotedFile[]> {
    const files: NotedFile[] = [];
    const entries = new Set(await this.#entries());
    for (const name of entries) {
      if (!name.endsWith(snapshotEnding) || !entries.has(name + noteEnding)) continue;
      const note = await this.find(name);
      if (note !== null) files.push({ name, note });
    }
    return files;
  }

  async #read(name: string): Promise<FileNote | null> {
    try {
      const sealed = await readFile(this.pathOf(name) + noteEnding, "utf8");
      const note = noteShape.parse(JSON.parse(this.#options.secrets.open(sealed)));
      this.#known.set(name, note);
      return note;
    } catch {
      // Gone, cut short when a machine went down, or of another secret: a new file is made.
      return null;
    }
  }
}

/** A finished file as whoever serves it needs it. */
export function asSnapshot(path: string, note: FileNote): SnapshotFile {
  const { sha256, size, key, cursor } = note;
  return { path, sha256, size, key, cursor };
}
