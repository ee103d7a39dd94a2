import { readFileSync } from "node:fs";

const folderMode = 0o40755;
const programMode = 0o100755;
const fileMode = 0o100644;

/** A file of the first file system of a machine. */
export interface InitialFile {
  /** Without a slash in front. */
  readonly path: string;
  readonly content: string | { readonly copyOf: string };
  readonly isProgram: boolean;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}

function entry(inode: number, path: string, mode: number, content: Buffer): Buffer {
  const pathBytes = Buffer.byteLength(path) + 1;
  const numbers = [inode, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, pathBytes, 0];
  const head = numbers.map((number) => number.toString(16).padStart(8, "0")).join("");
  return Buffer.concat([padded(Buffer.from(`070701${head}${path}\0`)), padded(content)]);
}

function bytesOf({ content }: InitialFile): Buffer {
  return typeof content === "string" ? Buffer.from(content) : readFileSync(content.copyOf);
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.map((_, at) => parts.slice(0, at).join("/")).filter((folder) => folder !== "");
}

/**
 * The bytes that a kernel unpacks as its first file system (cpio, "newc"; Linux: `early-userspace/buffer-format`).
 * @param empty folders that are made besides those of the files
 */
export function initramfs(empty: readonly string[], files: readonly InitialFile[]): Buffer {
  // In order of their paths, a folder comes before what is in it.
  const folders = new Set([...empty, ...files.flatMap(({ path }) => foldersOf(path))].sort());
  const made = [
    ...[...folders].map((path) => [path, folderMode, Buffer.alloc(0)] as const),
    ...files.map(
      (file) => [file.path, file.isProgram ? programMode : fileMode, bytesOf(file)] as const,
    ),
    ["TRAILER!!!", 0, Buffer.alloc(0)] as const,
  ];
  return Buffer.concat(made.map(([path, mode, content], at) => entry(at + 1, path, mode, content)));
}
