import { execFileSync } from "node:child_process";

/** What a network card of software needs that this machine does not have; null when nothing is missing. */
export function missingForCards(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "Linux, and root";
  try {
    execFileSync("ip", ["-V"], { stdio: "ignore" });
    execFileSync("unshare", ["--net", "true"], { stdio: "ignore" });
    return null;
  } catch {
    return "ip, and the right to make network cards";
  }
}

// Of the process that made it; the workers of the same run find it by this.
const makerVariable = "EDGEWARD_TEST_LAN_CARD";

/** A network card of software on this machine, with an address that is not the machine's own loopback. */
export class LanCard {
  readonly #name: string;
  /** Nobody's but this run's. */
  readonly address: string;

  /** The one that this run has made. */
  constructor() {
    const maker = Number(process.env[makerVariable]);
    if (!(maker > 0)) throw new Error("this run has made no network card");
    this.#name = `ewl${maker}`;
    this.address = `10.${100 + (maker % 100)}.${maker % 250}.1`;
  }

  /** Makes it, for this process and those that it starts. */
  static make(): LanCard {
    process.env[makerVariable] = String(process.pid);
    const card = new LanCard();
    card.#make();
    return card;
  }

  #make(): void {
    execFileSync("ip", [
      "link",
      "add",
      this.#name,
      "type",
      "veth",
      "peer",
      "name",
      `${this.#name}p`,
    ]);
    execFileSync("ip", ["addr", "add", `${this.address}/32`, "dev", this.#name]);
    // With both ends up it has a carrier, without which it counts as a card whose cable is out.
    for (const end of [this.#name, `${this.#name}p`])
      execFileSync("ip", ["link", "set", end, "up"]);
  }

  remove(): void {
    execFileSync("ip", ["link", "delete", this.#name]);
  }
}
