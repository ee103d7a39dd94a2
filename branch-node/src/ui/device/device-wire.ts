import * as z from "zod";
import { errorShape } from "#ui/wire/auth.ts";
import { publicKeyOf, signText, type DeviceIdentity } from "./device-key.ts";

/** The pages that a device can be paired for. */
export type DevicePage = "kiosk" | "bedside_tablet";

const pairedShape = z.object({ device_id: z.string(), audience: z.string() });

const sessionShape = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  device: z.object({ id: z.string(), name: z.string() }),
  tenant_id: z.string(),
  branch: z.object({ id: z.string(), name: z.string(), time_zone: z.string() }),
});

/** What a paired device acts with. */
export type DeviceToken = z.output<typeof sessionShape>;

/** A refusal by the branch, with its machine code. */
export class DeviceRefused extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the branch refused: ${code}`);
    this.name = "DeviceRefused";
    this.code = code;
  }
}

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    cache: "no-store",
  });
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  throw new DeviceRefused(errorShape.safeParse(answer).data?.error.code ?? "unknown");
}

/** Gives the branch the public half of a key with the code. @throws DeviceRefused */
export async function pairDevice(
  page: DevicePage,
  code: string,
  keys: CryptoKeyPair,
): Promise<DeviceIdentity> {
  const answer = await post("/auth/device/pair", {
    code,
    device_type: page,
    public_key: await publicKeyOf(keys),
    proof: await signText(keys, code),
  });
  const { device_id: deviceId, audience } = pairedShape.parse(answer);
  return { deviceId, audience, keys };
}

/** The branch's clock in milliseconds: a kiosk's own may be wrong by days, and what it signs must be of now. */
async function branchNow(): Promise<number> {
  const response = await fetch("/healthz", { cache: "no-store" });
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
  return sessionShape.parse(await post("/auth/device/token", { assertion }));
}
