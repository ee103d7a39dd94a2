import {
  HubRefusal,
  HubUnreachable,
  type HubClient,
} from "@edgeward/branch-node/sync/hub-client.ts";
import { Answers } from "./answers.ts";
import type { ReceivedOperation, SimNode } from "./hub.ts";
import type { SimHub } from "./sim-hub.ts";

/** What becomes of a request on its way. */
export const fates = ["ok", "request_lost", "reply_lost", "late", "twice"] as const;
export type Fate = (typeof fates)[number];

const batchPath = "/v1/sync/offline-batch";

/** What a branch has sent. */
export interface Letter {
  readonly path: string;
  readonly body: unknown;
}

/** Looks at an answer before the branch reads it. */
export type OnAnswer = (answer: unknown) => void;

/** The line between one branch and the hub, where everything can happen to a message that can happen on a network. */
export class Line implements Pick<HubClient, "get" | "post" | "download"> {
  readonly #hub: SimHub;
  readonly #node: SimNode;
  /** Batches under way: sent, given up by the sender, not yet arrived. */
  readonly #late: Letter[] = [];
  /** Every batch that the hub ever took. */
  readonly sent: Letter[] = [];
  #answers = new Answers();
  fate: Fate = "ok";
  onPage: OnAnswer = () => undefined;

  constructor(hub: SimHub, node: SimNode) {
    this.#hub = hub;
    this.#node = node;
  }

  /** A line of another node to the same hub. */
  of(node: SimNode): Line {
    return new Line(this.#hub, node);
  }

  /** The hub remembers none of its answers any more. */
  forgetAnswers(): void {
    this.#answers = new Answers();
  }

  /** Nothing moves any more at the hub. */
  holdAnswers(received: readonly ReceivedOperation[]): void {
    this.#answers.hold(received);
  }

  async post(path: string, body: unknown): Promise<unknown> {
    const letter = { path, body: structuredClone(body) };
    if (this.fate === "late") this.#late.push(letter);
    if (this.fate === "late" || this.fate === "request_lost") throw new HubUnreachable("lost");
    const first = await this.#deliver(letter);
    if (this.fate === "reply_lost") throw new HubUnreachable("no answer");
    return this.fate === "twice" ? this.#deliver(letter) : first;
  }

  async get(path: string): Promise<unknown> {
    if (this.fate === "request_lost" || this.fate === "late") throw new HubUnreachable("lost");
    const answer = await this.#hub.get(this.#node, path);
    if (this.fate === "reply_lost") throw new HubUnreachable("no answer");
    if (path.startsWith("/v1/sync/feed")) this.onPage(answer);
    return answer;
  }

  async download(
    path: string,
    from: number,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<boolean> {
    if (this.fate === "request_lost" || this.fate === "late") throw new HubUnreachable("lost");
    const isServed = await this.#hub.download(this.#node, path, from, onChunk);
    if (this.fate === "reply_lost") throw new HubUnreachable("cut in the middle");
    return isServed;
  }

  /** Lets one late batch arrive; kept, it arrives again another time. */
  async arrive(place: number, isKept: boolean): Promise<void> {
    if (this.#late.length === 0) return;
    const [letter] = this.#late.slice(place % this.#late.length);
    if (!isKept) this.#late.splice(place % this.#late.length, 1);
    if (letter !== undefined) await this.#unheard(letter);
  }

  async arriveAll(): Promise<void> {
    for (const letter of this.#late.splice(0)) await this.#unheard(letter);
  }

  /** Sends a batch once more; nobody waits for the answer. */
  async repeat(place: number): Promise<unknown> {
    const [letter] = this.sent.slice(place);
    return letter === undefined ? null : this.#unheard(letter);
  }

  /** Sends a batch that somebody else made; nobody waits for the answer. */
  slip(body: unknown): Promise<unknown> {
    return this.#unheard({ path: batchPath, body: structuredClone(body) });
  }

  async #unheard(letter: Letter): Promise<unknown> {
    try {
      return await this.#deliver(letter);
    } catch (error) {
      if (!(error instanceof HubRefusal)) throw error;
      return null;
    }
  }

  async #deliver(letter: Letter): Promise<unknown> {
    const answer = await this.#hub.post(this.#node, letter.path, structuredClone(letter.body));
    if (letter.path !== batchPath) return answer;
    this.#answers.note(answer);
    if (!this.sent.includes(letter)) this.sent.push(letter);
    return answer;
  }
}
