import { webcrypto } from "node:crypto";
import { CompactSign, SignJWT, exportJWK, type JWK } from "jose";
import { WebSocket } from "ws";
import * as z from "zod";
import { pairingContract } from "@edgeward/branch-node/pairing/pairing.contract.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";

/** What a door answered. */
export interface PlainAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Posts JSON without a token. */
export async function post(url: string, body: object): Promise<PlainAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: z.record(z.string(), z.unknown()).parse(await response.json()),
  };
}

/** The machine code of a refusal. */
export function codeOf(answer: PlainAnswer): string {
  return z.object({ error: z.object({ code: z.string() }) }).parse(answer.body).error.code;
}

/** A key as a browser makes it. */
export interface DeviceKeyPair {
  readonly algorithm: "EdDSA" | "ES256";
  readonly privateKey: webcrypto.CryptoKey;
  readonly publicJwk: JWK;
}

/** Makes a key of one of the two kinds. */
export async function makeKey(algorithm: "EdDSA" | "ES256"): Promise<DeviceKeyPair> {
  const name = algorithm === "EdDSA" ? "Ed25519" : { name: "ECDSA", namedCurve: "P-256" };
  const pair = await webcrypto.subtle.generateKey(name, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("there is no key pair");
  // What the standard adds for the browser's own use (`ext`, `key_ops`) is nothing to send.
  return { algorithm, privateKey: pair.privateKey, publicJwk: await exportJWK(pair.publicKey) };
}

/** Signs a code as proof that the key is held. */
export function prove(key: DeviceKeyPair, code: string): Promise<string> {
  return new CompactSign(new TextEncoder().encode(code))
    .setProtectedHeader({ alg: key.algorithm })
    .sign(key.privateKey);
}

/** What an assertion may say otherwise than it should. */
export interface AssertionPlan {
  readonly audience?: string;
  readonly issuedAt?: number;
  readonly id?: string;
}

const tokenShape = z.object({
  access_token: z.string(),
  tenant_id: z.string(),
  branch: z.object({ id: z.string() }),
});

/** A kiosk or tablet, as its page behaves. */
export class PairedDevice {
  readonly url: string;
  readonly id: string;
  readonly key: DeviceKeyPair;
  readonly audience: string;

  constructor(url: string, key: DeviceKeyPair, paired: { device_id: string; audience: string }) {
    this.url = url;
    this.key = key;
    this.id = paired.device_id;
    this.audience = paired.audience;
  }

  assertion(plan: AssertionPlan = {}): Promise<string> {
    const now = plan.issuedAt ?? Math.floor(Date.now() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg: this.key.algorithm, kid: this.id })
      .setIssuer(this.id)
      .setSubject(this.id)
      .setAudience(plan.audience ?? this.audience)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .setJti(plan.id ?? webcrypto.randomUUID())
      .sign(this.key.privateKey);
  }

  /** Asks for a token with an assertion. */
  async askToken(assertion?: string): Promise<PlainAnswer> {
    return post(`${this.url}/auth/device/token`, {
      assertion: assertion ?? (await this.assertion()),
    });
  }

  /** What its requests say of who it is, with a fresh token. */
  async headers(): Promise<Readonly<Record<string, string>>> {
    const { access_token, tenant_id, branch } = tokenShape.parse((await this.askToken()).body);
    return {
      authorization: `Bearer ${access_token}`,
      "x-tenant-id": tenant_id,
      "x-branch-id": branch.id,
    };
  }

  /** A client with a fresh token. */
  async client(): Promise<Client> {
    const headers = await this.headers();
    return createClient({ baseUrl: this.url, headers: () => headers });
  }

  /** Opens its live connection. */
  async connect(): Promise<LiveConnection> {
    const client = await this.client();
    const { body } = await client.call(pairingContract.connect, { body: {} });
    return LiveConnection.open(this.url, body.ticket);
  }
}

const messageShape = z.looseObject({ type: z.string() });

/** A live connection, and what has come over it. */
export class LiveConnection {
  readonly messages: z.output<typeof messageShape>[] = [];
  /** The code with which it ended. */
  readonly closed: Promise<number>;
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.once("close", resolve));
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => {
      this.messages.push(messageShape.parse(JSON.parse(data.toString("utf8"))));
    });
  }

  /** Opens one with a ticket. @throws Error when it is refused */
  static async open(url: string, ticket: string): Promise<LiveConnection> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/ws?ticket=${ticket}`);
    const connection = new LiveConnection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return connection;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Goes without a word, as a device does whose power fails. */
  cut(): void {
    this.#socket.terminate();
  }
}

const pairedShape = z.object({ device_id: z.string(), audience: z.string() });

/** Pairs a screen that is registered with a key of its own, by the code that an administrator is offered. */
export async function pairScreen(
  url: string,
  admin: Client,
  id: string,
  kind: "kiosk" | "bedside_tablet" = "kiosk",
): Promise<PairedDevice> {
  const { code } = (await admin.call(pairingContract.offer, { params: { id }, body: {} })).body;
  const key = await makeKey("EdDSA");
  const answer = await post(`${url}/auth/device/pair`, {
    code,
    device_type: kind,
    public_key: key.publicJwk,
    proof: await prove(key, code),
  });
  return new PairedDevice(url, key, pairedShape.parse(answer.body));
}
