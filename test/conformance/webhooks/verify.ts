import { createHmac } from "node:crypto";
import type { Received } from "./receiver.ts";

function parts(received: Received): readonly (readonly [string, string])[] {
  const header = String(received.headers["x-service-signature"]);
  return header.split(",").map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)] as const;
  });
}

function expected(received: Received, secret: string): string {
  const at = parts(received).find(([name]) => name === "t")?.[1];
  return createHmac("sha256", secret).update(`${at}.${received.body}`).digest("hex");
}

/** What a receiver is asked to do: accept when any of the signatures matches. */
export function acceptsAnyMatch(received: Received, secret: string): boolean {
  const wanted = expected(received, secret);
  return parts(received).some(([name, value]) => name === "v1" && value === wanted);
}

/** A receiver that keeps the parts in a dictionary, and so the last signature alone. */
export function acceptsLast(received: Received, secret: string): boolean {
  return new Map(parts(received)).get("v1") === expected(received, secret);
}

/** A receiver that takes the second part, and so the first signature alone. */
export function acceptsFirst(received: Received, secret: string): boolean {
  return parts(received)[1]?.[1] === expected(received, secret);
}
