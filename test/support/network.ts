import { execFileSync } from "node:child_process";

/** What a network needs that this machine does not have; null when nothing is missing. */
export function missingForNetworks(): string | null {
  if (process.platform !== "linux") return "Linux";
  if (process.getuid?.() !== 0) return "root";
  const name = `ewp${process.pid}`;
  try {
    execFileSync("nft", ["--version"], { stdio: "ignore" });
    execFileSync("nsenter", ["--version"], { stdio: "ignore" });
    execFileSync("ip", ["netns", "add", name], { stdio: "ignore" });
    execFileSync("ip", ["netns", "delete", name], { stdio: "ignore" });
    return null;
  } catch {
    return "ip, nft and nsenter, and the right to make network namespaces";
  }
}

/** Which way packets are lost, as the hub sees it. */
export type Direction = "in" | "out" | "both";

/** A fault of the way between the hub and one branch. */
export type NetworkFault =
  /** Packets are dropped in silence, as when a cable is pulled. */
  | { readonly kind: "partition"; readonly direction: Direction }
  | { readonly kind: "loss"; readonly percent: number }
  /** The hub receives everything and answers; its answers never arrive, while TCP's own acknowledgements do. */
  | { readonly kind: "answers_lost" }
  /** Every packet is answered with a reset, as by a firewall that has forgotten the connection. */
  | { readonly kind: "reset" }
  /** So many bytes come through, then nothing any more: cut in the middle of whatever is under way. */
  | { readonly kind: "quota"; readonly kilobytes: number };

// Longer than a TCP acknowledgement with all its options.
const longestAcknowledgement = 100;

function rulesOf(fault: NetworkFault, address: string, port: number): readonly string[] {
  const into = `add rule inet faults input ip daddr ${address}`;
  const out = `add rule inet faults output ip saddr ${address}`;
  switch (fault.kind) {
    case "partition":
      return [
        ...(fault.direction === "out" ? [] : [`${into} drop`]),
        ...(fault.direction === "in" ? [] : [`${out} drop`]),
      ];
    case "loss":
      return [into, out].map((rule) => `${rule} numgen random mod 100 < ${fault.percent} drop`);
    case "answers_lost":
      return [`${out} tcp sport ${port} meta length > ${longestAcknowledgement} drop`];
    case "reset":
      return [`${into} meta l4proto tcp reject with tcp reset`];
    case "quota":
      return [`${into} quota over ${fault.kilobytes} kbytes drop`];
  }
}

// Of the process that made it; the workers of the same run find it by this.
const makerVariable = "EDGEWARD_TEST_HUB_NETWORK";
const mostBranches = 10;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Takes away the networks of runs that were killed: nobody else does. */
function removeLeftOver(): void {
  const listed = execFileSync("ip", ["netns", "list"], { encoding: "utf8" });
  for (const [name, maker] of listed.matchAll(/^ewh(\d+)/gmu))
    if (!isRunning(Number(maker))) execFileSync("ip", ["netns", "delete", name]);
}

/**
 * The hub's own network: a namespace joined to this machine by a pair of virtual cables. The hub has an address for
 * each branch, ten at most, so that a fault can hit one of them alone, and one that no fault ever touches.
 */
export class HubNetwork {
  readonly #maker: number;
  readonly #port: number;

  /** The one that this run has made. @param port the hub's */
  constructor(port: number) {
    this.#maker = Number(process.env[makerVariable]);
    this.#port = port;
    if (!(this.#maker > 0)) throw new Error("this run has made no network for a hub");
  }

  /** Makes it, for this process and those that it starts; what killed runs have left goes first, as it may have its addresses. */
  static make(): HubNetwork {
    removeLeftOver();
    process.env[makerVariable] = String(process.pid);
    const network = new HubNetwork(0);
    network.#make();
    return network;
  }

  #make(): void {
    const ip = (...args: readonly string[]) => execFileSync("ip", args);
    const inside = (...args: readonly string[]) => ip("netns", "exec", this.#name, "ip", ...args);
    ip("netns", "add", this.#name);
    ip("link", "add", this.#near, "type", "veth", "peer", "name", "hub0", "netns", this.#name);
    ip("addr", "add", `${this.#prefix}.254/24`, "dev", this.#near);
    ip("link", "set", this.#near, "up");
    inside("link", "set", "lo", "up");
    inside("link", "set", "hub0", "up");
    inside("addr", "add", `${this.safeAddress}/24`, "dev", "hub0");
    for (let branch = 0; branch < mostBranches; branch += 1)
      inside("addr", "add", `${this.addressFor(branch)}/24`, "dev", "hub0");
  }

  get #name(): string {
    return `ewh${this.#maker}`;
  }

  get #near(): string {
    return `ewn${this.#maker}`;
  }

  get #prefix(): string {
    return `198.18.${this.#maker % 250}`;
  }

  /** What starts a process in this network. */
  get within(): readonly string[] {
    return ["nsenter", `--net=/run/netns/${this.#name}`];
  }

  /** The hub's address that no fault touches. */
  get safeAddress(): string {
    return `${this.#prefix}.1`;
  }

  /** The hub's address for one branch. @param branch counted from 0 */
  addressFor(branch: number): string {
    return `${this.#prefix}.${10 + branch}`;
  }

  /** Ends every fault, and begins these. */
  strike(faults: readonly { readonly branch: number; readonly fault: NetworkFault }[]): void {
    const rules = faults.flatMap(({ branch, fault }) =>
      rulesOf(fault, this.addressFor(branch), this.#port),
    );
    const chains = ["input", "output"].map(
      (hook) =>
        `add chain inet faults ${hook} { type filter hook ${hook} priority 0; policy accept; }`,
    );
    const script = ["add table inet faults", "flush table inet faults", ...chains, ...rules];
    const [command = "", ...before] = this.within;
    execFileSync(command, [...before, "nft", "-f", "-"], { input: `${script.join("\n")}\n` });
  }

  /** Ends every fault. */
  heal(): void {
    this.strike([]);
  }

  /** Lets no more than so many kilobits a second out of the hub and into it; null: as many as there are. */
  setRate(kilobits: number | null): void {
    const change = kilobits === null ? "delete" : "replace";
    const shape =
      kilobits === null
        ? []
        : ["tbf", "rate", `${kilobits}kbit`, "burst", "16kb", "latency", "400ms"];
    const [command = "", ...before] = this.within;
    execFileSync(command, [...before, "tc", "qdisc", change, "dev", "hub0", "root", ...shape]);
    execFileSync("tc", ["qdisc", change, "dev", this.#near, "root", ...shape]);
  }

  /** Takes the network away; whatever still runs in it is cut off. */
  remove(): void {
    execFileSync("ip", ["link", "delete", this.#near]);
    execFileSync("ip", ["netns", "delete", this.#name]);
  }
}
