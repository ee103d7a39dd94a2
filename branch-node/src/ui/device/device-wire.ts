import { readFields, readNumber, readText, tryRead } from "#ui/wire/read.ts";
import { publicKeyOf, signText, type DeviceIdentity } from "./device-key.ts";

/** The pages that a device can be paired for. */
export type DevicePage = "kiosk" | "bedside_tablet";

/** What a paired device acts with. */
export interface DeviceToken {
  readonly access_token: string;
  readonly expires_in: number;
  readonly device: { readonly id: string; readonly name: string };
  readonly tenant_id: string;
  readonly branch: { readonly id: string; readonly name: string; readonly time_zone: string };
}

function readToken(value: unknown): DeviceToken {
  const answer = readFields(value);
  const device = readFields(answer["device"]);
  const branch = readFields(answer["branch"]);
  return {
    access_token: readText(answer["access_token"]),
    expires_in: readNumber(answer["expires_in"]),
    device: { id: readText(device["id"]), name: readText(device["name"]) },
    tenant_id: readText(answer["tenant_id"]),
    branch: {
      id: readText(branch["id"]),
      name: readText(branch["name"]),
      time_zone: readText(branch["time_zone"]),
    },
  };
}

/** A refusal by the branch, with its machine code. */
export class DeviceRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the branch refused: ${code}`);
    this.name = "DeviceRefused";
    this.code = code;
  }
}

function refusalCode(answer: unknown): string {
  return (
    tryRead(answer, (value) => readText(readFields(readFields(value)["error"])["code"])) ??
    "unknown"
  );
}

/** What one request says beside its address. */
export interface DeviceRequest {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Asks the branch: with a body by POST, else by GET. @throws DeviceRefused */
export async function askBranch(path: string, request: DeviceRequest): Promise<unknown> {
  const { body, headers = {}, signal } = request;
  const isWrite = body !== undefined;
  const response = await fetch(path, {
    method: isWrite ? "POST" : "GET",
    headers: {
      ...headers,
      ...(isWrite
        ? { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }
        : {}),
    },
    ...(isWrite ? { body: JSON.stringify(body) } : {}),
    ...(signal === undefined ? {} : { signal }),
    cache: "no-store",
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  throw new DeviceRefused(refusalCode(answer));
}

/** Gives the branch the public half of a key with the code. @throws DeviceRefused */
export async function pairDevice(
  page: DevicePage,
  code: string,
  keys: CryptoKeyPair,
): Promise<DeviceIdentity> {
  const body = {
    code,
    device_type: page,
    public_key: await publicKeyOf(keys),
    proof: await signText(keys, code),
  };
  const paired = readFields(await askBranch("/auth/device/pair", { body }));
  return { deviceId: readText(paired["device_id"]), audience: readText(paired["audience"]), keys };
}

/** The branch's clock in milliseconds: a kiosk's own may be wrong by days, and what it signs must be of now. */
async function branchNow(): Promise<number> {
  const response = await fetch("/healthz", { cache: "no-store" });
  // An answer that nobody reads keeps its connection.
  await response.text();
  const said = Date.parse(response.headers.get("date") ?? "");
  return Number.isNaN(said) ? Date.now() : said;
}

/** A token for a signature. @throws DeviceRefused */
export async function askToken(identity: DeviceIdentity): Promise<DeviceToken> {
  const issuedAt = Math.floor((await branchNow()) / 1000);
  const claims = JSON.stringify({
    iss: identity.deviceId,
    sub: identity.deviceId,
    aud: identity.audience,
    iat: issuedAt,
    exp: issuedAt + 60,
    jti: crypto.randomUUID(),
  });
  const assertion = await signText(identity.keys, claims, { kid: identity.deviceId });
  return readToken(await askBranch("/auth/device/token", { body: { assertion } }));
}
