import { randomUUID } from "node:crypto";
import type { KioskKey } from "./kiosk-key.ts";

/** A refusal by the branch, with its machine code. */
export class BranchRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the branch refused: ${code}`);
    this.name = "BranchRefused";
    this.code = code;
  }
}

/** Who a kiosk is at its branch. */
export interface KioskIdentity {
  readonly branchUrl: string;
  readonly deviceId: string;
  /** Whom its signatures are for. */
  readonly audience: string;
  readonly key: KioskKey;
}

/** What a kiosk acts with. */
export interface KioskSession {
  readonly token: string;
  readonly lastsMs: number;
  readonly name: string;
  readonly branchName: string;
  readonly headers: Readonly<Record<string, string>>;
}

const answerWithinMs = 5_000;

/** What lies at a path in an answer, if it is of that kind. */
function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined,
    value,
  );
}

function textAt(value: unknown, ...path: readonly string[]): string {
  const found = at(value, ...path);
  if (typeof found === "string") return found;
  throw new Error(`the branch's answer has no ${path.join(".")}`);
}

async function post(url: string, body: object, headers = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerWithinMs),
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const code = at(answer, "error", "code");
  throw new BranchRefused(typeof code === "string" ? code : "unknown");
}

/** Gives the branch the public half of a new key with a one-time code. @throws BranchRefused */
export async function pairKiosk(
  branchUrl: string,
  code: string,
  key: KioskKey,
): Promise<KioskIdentity> {
  const answer = await post(`${branchUrl}/auth/device/pair`, {
    code,
    device_type: "kiosk",
    public_key: key.publicJwk,
    proof: key.signText(code),
  });
  const [deviceId, audience] = [textAt(answer, "device_id"), textAt(answer, "audience")];
  return { branchUrl, deviceId, audience, key };
}

/** The branch's clock in milliseconds: what a kiosk signs must be of the branch's now. */
async function branchNow(branchUrl: string): Promise<number> {
  const response = await fetch(`${branchUrl}/healthz`, {
    signal: AbortSignal.timeout(answerWithinMs),
  });
  await response.body?.cancel();
  const said = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(said) ? Date.now() : said;
}

/** A token for a signature. @throws BranchRefused */
export async function askKioskToken(identity: KioskIdentity): Promise<KioskSession> {
  const { branchUrl, deviceId, audience, key } = identity;
  const iat = Math.floor((await branchNow(branchUrl)) / 1000);
  const claims = { iss: deviceId, sub: deviceId, aud: audience, iat, exp: iat + 60 };
  const assertion = key.signText(JSON.stringify({ ...claims, jti: randomUUID() }), {
    kid: deviceId,
  });
  const answer = await post(`${branchUrl}/auth/device/token`, { assertion });
  const token = textAt(answer, "access_token");
  return {
    token,
    lastsMs: Number(at(answer, "expires_in")) * 1000,
    name: textAt(answer, "device", "name"),
    branchName: textAt(answer, "branch", "name"),
    headers: {
      authorization: `Bearer ${token}`,
      "x-tenant-id": textAt(answer, "tenant_id"),
      "x-branch-id": textAt(answer, "branch", "id"),
    },
  };
}

/** The address of a kiosk's own live connection, good for half a minute and once. @throws BranchRefused */
export async function askKioskSocket(
  { branchUrl }: KioskIdentity,
  { headers }: KioskSession,
): Promise<string> {
  const own = { ...headers, "idempotency-key": randomUUID() };
  const ticket = textAt(await post(`${branchUrl}/v1/devices/self/tickets`, {}, own), "ticket");
  const url = new URL("/ws", branchUrl);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set("ticket", ticket);
  return url.href;
}
