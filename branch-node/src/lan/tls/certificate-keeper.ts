import type { X509Certificate } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { branchNames, lanNames, type LanNames, type Network } from "./lan-names.ts";
import { purposeKey } from "#node/branch-key.ts";
import { keepKeyedFile, readKeyedFile, type KeyedChain, type KeyedFile } from "./keyed-file.ts";

const dayMs = 86_400_000;
// A device whose clock is a little behind must not find a certificate of tomorrow.
const backdateMs = dayMs;
const authorityMs = 3_652 * dayMs;
// Apple's devices refuse more than 398 days of public authorities; 397 in all is what every platform takes.
const leafMs = 396 * dayMs;
const renewBeforeMs = 30 * dayMs;
/** Before this the program was not written: a clock that says so is wrong, and what it dates would be good for nobody. */
const oldestRelease = Date.UTC(2026, 0, 1);

/** Why no certificate can be made, in the words of the status. */
export type CertificateFault = "ca_missing" | "ca_damaged" | "ca_expired" | "clock_wrong";

/** Where a node remembers its authority apart from the file: so that a lost one is noticed and not silently replaced. */
export interface RememberedAuthority {
  readonly read: () => Promise<string | null>;
  readonly write: (fingerprint: string) => Promise<void>;
}

/** What a keeper works with. */
export interface CertificateKeeperOptions {
  readonly folder: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly remembered: RememberedAuthority;
}

/** What is served, and what stands in the way of making another. */
export interface CertificateState {
  readonly leaf: KeyedChain | null;
  readonly authority: X509Certificate | null;
  readonly fault: CertificateFault | null;
}

/** The file of a branch's authority, key and certificate. */
export function authorityFile(folder: string): string {
  return join(folder, "tls", "ca.pem");
}

/** The file of the certificate that is served, with its key. */
export function leafFile(folder: string): string {
  return join(folder, "tls", "server.pem");
}

/** By what the keys of a branch's certificates are sealed. @throws KeyNotOpened */
export function tlsSecret(folder: string): string {
  return purposeKey(folder, "tls").toString("hex");
}

/** The first and the last moment at which a certificate is good, in milliseconds since the epoch. */
export function lifetimeOf(certificate: X509Certificate): { from: number; until: number } {
  return { from: Date.parse(certificate.validFrom), until: Date.parse(certificate.validTo) };
}

/** Makes a branch's authority and keeps it, in place of whatever was there. @param now milliseconds since the epoch */
export async function makeBranchAuthority(
  folder: string,
  site: string,
  hostname: string,
  now: number,
): Promise<void> {
  // 15 MB and 70 ms of processor time, which a branch needs once a year.
  const { makeAuthority } = await import("./certificate-authority.ts");
  const title = `Edgeward ${site.replace(/^edgeward-|\.local$/gu, "")}`;
  const lifetime = { from: now - backdateMs, until: now + authorityMs };
  const made = makeAuthority(`${title} branch CA`, branchNames(site, hostname), lifetime);
  const { privateKeyPem, certificatePem } = made;
  const chain = { privateKeyPem, certificatePems: [certificatePem] };
  keepKeyedFile(authorityFile(folder), tlsSecret(folder), chain);
  rmSync(leafFile(folder), { force: true });
}

function isFor(leaf: X509Certificate, { names, addresses }: LanNames): boolean {
  const listed = (leaf.subjectAltName ?? "").split(", ").length;
  return (
    listed === names.length + addresses.length &&
    names.every((name) => leaf.checkHost(name) !== undefined) &&
    addresses.every((address) => leaf.checkIP(address) !== undefined)
  );
}

function isIssuedBy(leaf: X509Certificate, authority: X509Certificate): boolean {
  return leaf.checkIssued(authority) && leaf.verify(authority.publicKey);
}

/**
 * Keeps a branch's certificates: the authority that is made once, and the server's own, made anew when the names or
 * addresses of the machine are others or its end is near. A lost or damaged authority is never replaced by itself: every
 * device that trusts it would be cut off, and nobody would know why.
 */
export class CertificateKeeper {
  readonly #options: CertificateKeeperOptions;

  constructor(options: CertificateKeeperOptions) {
    this.#options = options;
  }

  /** Looks at what is there, and makes what is missing. @param site the branch's own name */
  async look(site: string, network: Network): Promise<CertificateState> {
    const { folder, now } = this.#options;
    const found = await this.#authority(site, network);
    const leaf = readKeyedFile(leafFile(folder), tlsSecret(folder));
    const known = typeof leaf === "string" ? null : leaf;
    if (typeof found === "string") return this.#withoutAuthority(known, found);
    const [authority] = found.certificates;
    const own = known !== null && isIssuedBy(known.certificates[0], authority) ? known : null;
    const { from, until } = lifetimeOf(authority);
    if (now() < from) return this.#withoutAuthority(own, "clock_wrong", authority);
    if (now() >= until) return this.#withoutAuthority(own, "ca_expired", authority);
    const fresh = await this.#fresh(found, own, lanNames(site, network));
    return { leaf: fresh, authority, fault: null };
  }

  /** What still holds is served to its end, whatever has become of the authority. */
  #withoutAuthority(
    leaf: KeyedChain | null,
    fault: CertificateFault,
    authority: X509Certificate | null = leaf?.certificates[1] ?? null,
  ): CertificateState {
    const now = this.#options.now();
    const isGood = leaf !== null && now < lifetimeOf(leaf.certificates[0]).until;
    return { leaf: isGood ? leaf : null, authority, fault };
  }

  async #authority(site: string, network: Network): Promise<KeyedChain | CertificateFault> {
    const { folder, now, remembered } = this.#options;
    const known = await remembered.read();
    const read = () => readKeyedFile(authorityFile(folder), tlsSecret(folder));
    const found = read();
    if (found === "damaged") return "ca_damaged";
    if (found === "missing" && known !== null) return "ca_missing";
    if (found === "missing" && now() < oldestRelease) return "clock_wrong";
    if (found === "missing") await makeBranchAuthority(folder, site, network.hostname, now());
    const chain: KeyedFile = found === "missing" ? read() : found;
    if (typeof chain === "string") return "ca_damaged";
    const [{ fingerprint256 }] = chain.certificates;
    // Another one than before was put there by the operator: nothing else writes this file.
    if (known !== fingerprint256) await remembered.write(fingerprint256);
    return chain;
  }

  async #fresh(
    authority: KeyedChain,
    leaf: KeyedChain | null,
    wanted: LanNames,
  ): Promise<KeyedChain> {
    if (leaf !== null && this.#isInTime(leaf, authority) && isFor(leaf.certificates[0], wanted))
      return leaf;
    const issuing = await import("./certificate-authority.ts");
    const [own] = authority.certificates;
    const permitted = issuing.permittedNames(own.toString());
    // A name that the machine was given later is no name of this authority's; the others are served all the same.
    const names = wanted.names.filter((name) => permitted.includes(name));
    const subject = { ...wanted, names };
    if (leaf !== null && this.#isInTime(leaf, authority) && isFor(leaf.certificates[0], subject))
      return leaf;
    const pair = { certificatePem: own.toString(), privateKeyPem: authority.privateKeyPem };
    const made = issuing.issueCertificate(pair, subject, this.#lifetimeUnder(own));
    const { folder } = this.#options;
    const [file, secret] = [leafFile(folder), tlsSecret(folder)];
    const certificatePems = [made.certificatePem, own.toString()];
    keepKeyedFile(file, secret, { privateKeyPem: made.privateKeyPem, certificatePems });
    const kept = readKeyedFile(file, secret);
    if (typeof kept === "string") throw new Error(`${file} was not kept`);
    return kept;
  }

  #lifetimeUnder(authority: X509Certificate): { from: number; until: number } {
    const now = this.#options.now();
    const { from, until } = lifetimeOf(authority);
    return { from: Math.max(from, now - backdateMs), until: Math.min(until, now + leafMs) };
  }

  /** Whether a certificate is good now and for a month, or for as long as its authority lets any be. */
  #isInTime(leaf: KeyedChain, authority: KeyedChain): boolean {
    const now = this.#options.now();
    const { from, until } = lifetimeOf(leaf.certificates[0]);
    const latest = lifetimeOf(authority.certificates[0]).until;
    return now >= from && (until - now > renewBeforeMs || (until === latest && now < until));
  }
}
