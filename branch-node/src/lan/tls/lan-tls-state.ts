import type { X509Certificate } from "node:crypto";
import { isIPv4, isIPv6 } from "node:net";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { lifetimeOf, type CertificateState } from "./certificate-keeper.ts";
import { keyPin } from "./key-pin.ts";
import { isOwnMachine, type LanNames, type Network } from "./lan-names.ts";
import type { LanTlsFault, LanTlsState } from "#lan/lan-tls.contract.ts";

/** What the state is derived from. */
export interface LanTlsFacts extends Pick<CertificateState, "leaf" | "authority"> {
  readonly isOn: boolean;
  readonly fault: LanTlsFault | null;
  /** Where HTTPS is served, or null. */
  readonly port: number | null;
  /** On which address the node listens. */
  readonly host: string;
  readonly network: Network;
  readonly httpUrl: string;
}

const everyIPv4 = "0.0.0.0";
const everyAddress = "::";

/** A host as it stands in an address. */
function inUrl(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** Under which addresses other machines reach a node that listens there, the likeliest first. */
export function reachableAddresses(host: string, network: Network): readonly string[] {
  if (isOwnMachine(host)) return [];
  if (host !== everyIPv4 && host !== everyAddress) return [host];
  const usual = network.addresses.filter((address) => isIPv4(address));
  return host === everyIPv4
    ? usual
    : [...usual, ...network.addresses.filter((address) => isIPv6(address))];
}

/** The names and addresses that a certificate is for. */
export function hostsOf(certificate: X509Certificate): LanNames {
  const listed = certificate.subjectAltName?.split(", ") ?? [];
  const of = (kind: string) =>
    listed.flatMap((entry) => (entry.startsWith(kind) ? [entry.slice(kind.length)] : []));
  // As an address has it: `::1`, where a certificate is stated with all its zeros.
  const plain = (address: string) => new URL(`http://${inUrl(address)}/`).hostname;
  return {
    names: of("DNS:"),
    addresses: of("IP Address:").map((each) => plain(each).replaceAll(/^\[|\]$/gu, "")),
  };
}

function phaseOf({ isOn, port, fault }: LanTlsFacts): LanTlsState["state"] {
  if (!isOn) return "off";
  if (port !== null) return "listening";
  return fault === null ? "starting" : "waiting";
}

/** How HTTPS stands, as it is reported. */
export function stateOf(facts: LanTlsFacts): LanTlsState {
  const { leaf, authority, port, host, network, httpUrl } = facts;
  const [address] = reachableAddresses(host, network);
  const hosts = leaf === null ? { names: [], addresses: [] } : hostsOf(leaf.certificates[0]);
  const endOf = (certificate: Parameters<typeof lifetimeOf>[0] | null | undefined) =>
    certificate === null || certificate === undefined
      ? null
      : isoInstant(lifetimeOf(certificate).until);
  return {
    state: phaseOf(facts),
    fault: facts.fault,
    is_on_network: !isOwnMachine(host),
    port,
    names: [...hosts.names],
    addresses: [...hosts.addresses],
    certificate_ends_at: endOf(leaf?.certificates[0]),
    ca_ends_at: endOf(authority),
    ca_sha256: authority?.fingerprint256 ?? null,
    ca_pin: authority === null ? null : keyPin(authority),
    trust_address:
      port === null || address === undefined
        ? null
        : `http://${inUrl(address)}:${new URL(httpUrl).port}/trust`,
  };
}

/** By what a device reaches a node that a desk has reached by `asked`: the same, unless that is the desk's own machine. */
function reachedHost(
  asked: string,
  { names, addresses, trust_address }: LanTlsState,
): string | null {
  if (trust_address === null) return null;
  const host = asked.replaceAll(/^\[|\]$/gu, "");
  const isServed = [...names, ...addresses].includes(host) && !isOwnMachine(host);
  return isServed ? asked : new URL(trust_address).hostname;
}

/**
 * Where a device should open the node, given where a desk has opened it: over HTTPS and by an address that other machines
 * reach, where there is one.
 */
export function deviceOrigin(origin: string, state: LanTlsState): string {
  const { protocol, hostname } = new URL(origin);
  const reached = reachedHost(hostname, state);
  const isSecureAlready = protocol === "https:" && !isOwnMachine(hostname);
  if (state.port === null || reached === null || isSecureAlready) return origin;
  return `https://${reached}:${state.port}`;
}

/** Where a device learns to trust the branch, or null where none reaches it. @param asked the `Host` of a desk's request */
export function trustAddress(asked: string | undefined, state: LanTlsState): string | null {
  const { trust_address: usual } = state;
  if (usual === null || asked === undefined || !URL.canParse(`http://${asked}`)) return usual;
  const reached = reachedHost(new URL(`http://${asked}`).hostname, state);
  const { port } = new URL(usual);
  return reached === null ? usual : `http://${reached}:${port}/trust`;
}
