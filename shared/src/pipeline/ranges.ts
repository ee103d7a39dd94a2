/** Which bytes of a file are asked for, both ends included; `unsatisfiable` lies behind its end. */
export type ByteRange =
  | { readonly kind: "whole" | "part"; readonly first: number; readonly last: number }
  | { readonly kind: "unsatisfiable" };

/**
 * Reads `Range`. What is malformed, of another unit or of several ranges is answered with the whole file, as RFC 9110
 * allows. @param ifRange the sender's `If-Range`; another file than it knows is sent whole
 */
export function byteRange(
  header: string | null,
  ifRange: string | null,
  etag: string,
  size: number,
): ByteRange {
  const whole = { kind: "whole", first: 0, last: size - 1 } as const;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  const [, from = "", to = ""] = match ?? [];
  if ((from === "" && to === "") || (ifRange !== null && ifRange !== etag)) return whole;
  if (from === "") {
    const length = Number(to);
    if (length === 0) return { kind: "unsatisfiable" };
    return { kind: "part", first: Math.max(0, size - length), last: size - 1 };
  }
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return whole;
  return first >= size ? { kind: "unsatisfiable" } : { kind: "part", first, last };
}
