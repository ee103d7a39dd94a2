import busboy from "busboy";
import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { maximumFileBytes } from "#clinical/files/files.contract.ts";
import { AppError, fieldError } from "#kernel/errors.ts";

/** The file in a form, as its sender calls it. */
export interface FormFile {
  readonly filename: string;
  readonly contentType: string;
}

/** What a form holds beside the bytes of its file. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: FormFile;
}

/** Takes a file's bytes in their order. */
export type ByteSink = (bytes: Uint8Array) => Promise<void>;

const maximumFields = 16;
const maximumFieldBytes = 4_096;
// Field names, boundaries and headers of the form's parts.
const formAllowance = 65_536;
const longestName = 150;

function tooLarge(): AppError {
  return new AppError("payload_too_large", "A file may have at most 52,428,800 bytes.", {
    maximum_bytes: maximumFileBytes,
  });
}

function unreadable(): AppError {
  return new AppError("bad_request", "The form cannot be read, or ended before its end.");
}

/**
 * A name that no file system, header or page takes for anything but a name: without folders, control characters and
 * characters that turn the direction of text (with which `exe.pdf` is made to look like `fdp.exe`).
 */
export function safeFilename(given: string): string {
  const last = given.normalize("NFC").split(/[/\\]/u).at(-1) ?? "";
  const plain = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>|:*?;]/gu, "")
    .trim()
    .replace(/^\.+/u, "");
  const extension = /\.[A-Za-z0-9]{1,10}$/u.exec(plain)?.[0] ?? "";
  const stem = Array.from(plain.slice(0, plain.length - extension.length));
  const short = stem
    .slice(0, longestName - extension.length)
    .join("")
    .trimEnd();
  return `${short === "" ? "file" : short}${extension}`;
}

/** Refuses by its headers what need not be read. @throws AppError payload_too_large, unsupported_media_type */
export function refuseByHeaders(request: Pick<IncomingMessage, "headers">): void {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;/iu.test(type)) {
    throw new AppError("unsupported_media_type", "Send the file as multipart/form-data.");
  }
  const announced = Number(request.headers["content-length"] ?? "0");
  if (announced > maximumFileBytes + formAllowance) throw tooLarge();
}

function createParser(request: IncomingMessage) {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: "utf8",
      limits: {
        // A file of exactly the limit counts as cut off, so the limit is one byte more and is counted here.
        fileSize: maximumFileBytes + 1,
        files: 1,
        fields: maximumFields,
        fieldSize: maximumFieldBytes,
      },
    });
  } catch {
    throw unreadable();
  }
}

async function drainInto(stream: Readable, sink: ByteSink): Promise<void> {
  let bytes = 0;
  for await (const part of stream) {
    if (!(part instanceof Uint8Array)) throw unreadable();
    bytes += part.length;
    if (bytes > maximumFileBytes) throw tooLarge();
    await sink(part);
  }
}

function fileOf(info: busboy.FileInfo): FormFile {
  const contentType = info.mimeType.toLowerCase();
  return { filename: safeFilename(info.filename ?? ""), contentType };
}

/**
 * Reads a form with one file in the part `file`, whose bytes go to the sink as they come.
 * @throws AppError bad_request, payload_too_large, validation_error
 */
export async function readForm(request: IncomingMessage, sink: ByteSink): Promise<Form> {
  const parser = createParser(request);
  const fields = new Map<string, string>();
  let file: FormFile | null = null;
  let receiving: Promise<void> = Promise.resolve();
  const { promise, resolve, reject } = Promise.withResolvers<void>();

  const refuse = (path: string, message: string) =>
    reject(fieldError({ path, code: "validation_error", message }));
  parser.on("file", (name, stream, info) => {
    if (name !== "file") refuse(name, "is not the part of the file, which is called file");
    file = fileOf(info);
    receiving = drainInto(stream, sink);
    receiving.catch(reject);
  });
  parser.on("field", (name, value, info) => {
    if (fields.has(name)) refuse(name, "is given twice");
    if (info.valueTruncated || info.nameTruncated) refuse(name, "is too long");
    fields.set(name, value);
  });
  parser.on("filesLimit", () => refuse("file", "is given twice"));
  parser.on("fieldsLimit", () => reject(unreadable()));
  parser.on("error", () => reject(unreadable()));
  parser.on("close", () => {
    receiving.then(resolve, reject);
  });
  // A sender that is gone never ends its form.
  request.once("close", () => {
    if (!request.complete) parser.destroy(unreadable());
  });
  request.pipe(parser);
  try {
    await promise;
  } catch (error) {
    // What is still coming is let go by, so that the sender reads the refusal.
    request.unpipe(parser);
    parser.destroy();
    request.resume();
    await receiving.catch(() => undefined);
    throw error;
  }
  if (file === null) {
    throw fieldError({ path: "file", code: "validation_error", message: "is required" });
  }
  return { fields: Object.fromEntries(fields), file };
}
