import { createInterface } from "node:readline/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { BranchCertificate } from "@edgeward/branch-node/branch-certificate.ts";
import { CommandFailure, messageOf, usageExit } from "../failure.ts";
import { dataFolder, givenPath } from "../running-demo.ts";
import { columnsOf, jsonLine, type Terminal } from "../terminal.ts";

interface CertificateOptions {
  readonly json?: boolean;
  readonly export?: string;
  readonly renewCa?: boolean;
  readonly yes?: boolean;
}

const cost =
  "every kiosk, tablet and browser that trusts the present certificate will refuse the branch until it trusts the new one";

const lacking = {
  missing:
    "there is no tls/ca.pem: a branch makes it at its first start with HTTPS; where it was lost, put it back from a backup, or make another: edgeward branch certificate --renew-ca",
  damaged:
    "the file of the branch's authority is damaged; put tls/ca.pem back from a backup, or make another: edgeward branch certificate --renew-ca",
} as const;

async function requireConsent(options: CertificateOptions): Promise<void> {
  if (options.yes === true) return;
  if (!process.stdin.isTTY)
    throw new CommandFailure(`${cost}; say --yes if you are sure`, usageExit);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${cost}.\nMake a new one? Type yes: `);
  asking.close();
  if (answer.trim().toLowerCase() !== "yes") throw new CommandFailure("nothing was changed");
}

async function renew(folder: string, options: CertificateOptions, terminal: Terminal) {
  await requireConsent(options);
  const { renewBranchAuthority } = await import("@edgeward/branch-node/branch-certificate.ts");
  try {
    await renewBranchAuthority(folder);
  } catch (error) {
    throw new CommandFailure(messageOf(error));
  }
  terminal.err("a new authority was made; a node that runs serves by it within seconds");
}

function dayOf(certificate: { readonly validTo: string }): string {
  return new Date(certificate.validTo).toISOString();
}

async function summaryOf({ authority, served }: BranchCertificate) {
  const { hostsOf } = await import("@edgeward/branch-node/lan/tls/lan-tls-state.ts");
  const hosts = served === null ? null : hostsOf(served);
  const { keyPin } = await import("@edgeward/branch-node/lan/tls/key-pin.ts");
  return {
    authority: authority.subject.replace(/^CN=/u, ""),
    ca_sha256: authority.fingerprint256,
    ca_pin: keyPin(authority),
    ca_ends_at: dayOf(authority),
    certificate_ends_at: served === null ? null : dayOf(served),
    certificate_for: [...(hosts?.names ?? []), ...(hosts?.addresses ?? [])],
  };
}

async function showCertificate(options: CertificateOptions, terminal: Terminal): Promise<void> {
  const folder = join(dataFolder(), "branch");
  if (options.renewCa === true) await renew(folder, options, terminal);
  const { readBranchCertificate } = await import("@edgeward/branch-node/branch-certificate.ts");
  const found = readBranchCertificate(folder);
  if (typeof found === "string") throw new CommandFailure(lacking[found]);
  if (options.export !== undefined)
    writeFileSync(givenPath(options.export), found.authority.toString());
  const summary = await summaryOf(found);
  if (options.json === true) return terminal.out(jsonLine(summary));
  const rows = [
    ["authority", summary.authority],
    ["fingerprint (SHA-256)", summary.ca_sha256],
    ["key pin for kiosks", summary.ca_pin],
    ["ends", summary.ca_ends_at],
    ["certificate ends", summary.certificate_ends_at ?? "not made yet"],
    ["certificate is for", summary.certificate_for.join(", ")],
  ];
  terminal.out(columnsOf(["WHAT", "VALUE"], rows));
}

/** `edgeward branch certificate`. */
export function addCertificate(branch: Command, terminal: Terminal): void {
  branch
    .command("certificate")
    .description("what HTTPS on the branch's network is served with, and the authority behind it")
    .option("--json", "in one line of JSON")
    .option("--export <file>", "write the authority's certificate, to hand it out to devices")
    .option("--renew-ca", "make another authority: every device has to trust the branch anew")
    .option("--yes", "do not ask whether --renew-ca is meant")
    .action((options: CertificateOptions) => showCertificate(options, terminal));
}
