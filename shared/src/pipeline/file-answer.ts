import {
  isFileContent,
  type Endpoint,
  type FileOutput,
  type RangedBytes,
} from "#contract/endpoint.ts";
import { header, type Answer, type Call } from "./call.ts";
import { byteRange } from "./ranges.ts";

function disposition(filename: string): string {
  const plain = filename.replace(/[^\w.\- ]/g, "_");
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

// Like a body of JSON, a content type that was not declared is a fault of ours.
function refuseUndeclared({ response }: Endpoint, { contentType }: FileOutput): void {
  const types = isFileContent(response) ? response.contentTypes : [];
  const [type = ""] = contentType.split(";");
  const [group = ""] = type.split("/");
  if (!types.some((one) => one === type || one === `${group}/*` || one === "*/*")) {
    throw new Error(`${type} is not a content type of the endpoint's`);
  }
}

// The first piece is read before anything is said, so that bytes that cannot be had are an answer, not a torn one.
async function begun(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces = bytes[Symbol.asyncIterator]();
  const first = await pieces.next();
  return (async function* () {
    try {
      for (let piece = first; piece.done !== true; piece = await pieces.next()) yield piece.value;
    } finally {
      await pieces.return?.();
    }
  })();
}

// How long what is kept may be used is said again with each "it is the same".
function cachingOf({ "Cache-Control": caching }: Answer["headers"]): Answer["headers"] {
  return caching === undefined ? {} : { "Cache-Control": caching };
}

async function rangedAnswer(
  { size, etag: name, read }: RangedBytes,
  call: Call,
  headers: Answer["headers"],
): Promise<Answer> {
  const etag = `"${name}"`;
  if (header(call, "If-None-Match") === etag)
    return { status: 304, headers: { ...cachingOf(headers), ETag: etag }, body: null };
  const range = byteRange(header(call, "Range"), header(call, "If-Range"), etag, size);
  if (range.kind === "unsatisfiable") {
    const reported = { ETag: etag, "Content-Range": `bytes */${size}` };
    return { status: 416, headers: reported, body: null };
  }
  const { first, last } = range;
  const isPart = range.kind === "part";
  return {
    status: isPart ? 206 : 200,
    headers: {
      ...headers,
      ETag: etag,
      "Accept-Ranges": "bytes",
      "Content-Length": String(last - first + 1),
      ...(isPart ? { "Content-Range": `bytes ${first}-${last}/${size}` } : {}),
    },
    body: await begun(read(first, last)),
  };
}

/** A file as it goes out: whole, or the part that is asked for. Whatever it says of itself, a browser runs nothing of it. */
export async function fileAnswer(
  endpoint: Endpoint,
  output: FileOutput,
  call: Call,
): Promise<Answer> {
  refuseUndeclared(endpoint, output);
  const { contentType, filename, bytes } = output;
  const headers = {
    "Content-Type": contentType,
    ...(filename === null ? {} : { "Content-Disposition": disposition(filename) }),
    "Content-Security-Policy": "sandbox; default-src 'none'",
    ...output.headers,
  };
  if ("read" in bytes) return rangedAnswer(bytes, call, headers);
  const { status } = endpoint;
  if (bytes instanceof Uint8Array) return { status, headers, body: bytes };
  return { status, headers, body: await begun(bytes) };
}
