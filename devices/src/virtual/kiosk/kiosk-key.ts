import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from "node:crypto";

/** An Ed25519 key of a kiosk without hardware. It signs as a kiosk's browser does (RFC 7515, compact form). */
export class KioskKey {
  readonly #privateKey: KeyObject;

  private constructor(privateKey: KeyObject) {
    this.#privateKey = privateKey;
  }

  /** Makes a new one. */
  static make(): KioskKey {
    return new KioskKey(generateKeyPairSync("ed25519").privateKey);
  }

  /** The one that was kept. @throws Error for what is no key */
  static fromPem(pem: string): KioskKey {
    return new KioskKey(createPrivateKey(pem));
  }

  /** What keeps it over a restart. A real kiosk's browser gives its key to nobody, and keeps it itself. */
  get pem(): string {
    return this.#privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  }

  /** The public half, as the branch takes it. */
  get publicJwk(): object {
    const { kty, crv, x } = createPublicKey(this.#privateKey).export({ format: "jwk" });
    return { kty, crv, x };
  }

  /** Signs a text. */
  signText(text: string, header: Readonly<Record<string, string>> = {}): string {
    const parts = [JSON.stringify({ alg: "EdDSA", ...header }), text];
    const signed = parts.map((part) => Buffer.from(part).toString("base64url")).join(".");
    return `${signed}.${sign(null, Buffer.from(signed), this.#privateKey).toString("base64url")}`;
  }
}
