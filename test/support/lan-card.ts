import { execFileSync } from "node:child_process";

/** What a network card of software needs that this machine does not have; null when nothing is missing. */
export function missingForCards(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "Linux, and root";
  try {
    const card = new LanCard();
    card.remove();
    return null;
  } catch {
    return "ip, and the right to make network cards";
  }
}

/** A network card of software on this machine, with an address that is not the machine's own loopback. */
export class LanCard {
  readonly #name = `ewl${process.pid}`;
  /** Nobody's but this process's. */
  readonly address = `10.${100 + (process.pid % 100)}.${process.pid % 250}.1`;

  constructor() {
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
