import { once } from "node:events";
import { WebSocket } from "ws";
import * as z from "zod";
import { inTime } from "./waits.ts";

const messageShape = z.looseObject({ type: z.string() });

/** What came over a live connection. */
export type LineMessage = z.output<typeof messageShape>;

interface Kept {
  readonly message: LineMessage;
  readonly at: number;
}

interface Waiter {
  readonly fits: (message: LineMessage) => boolean;
  readonly resolve: (at: number) => void;
}

/** A live connection of a page or a device that notes when each message came, by `performance.now()`. */
export class TimedLine {
  readonly #socket: WebSocket;
  readonly #ended = Promise.withResolvers<number>();
  readonly #waiters = new Set<Waiter>();
  #kept: Kept[] = [];

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.once("close", () => this.#ended.resolve(performance.now()));
    socket.on("error", () => undefined);
    socket.on("message", (data: Buffer) => {
      this.#hear(messageShape.parse(JSON.parse(data.toString("utf8"))), performance.now());
    });
  }

  /** Opens one. @param query `ticket=…` of a page or device, or `display=…` of a board @throws Error when refused */
  static async open(url: string, query: string): Promise<TimedLine> {
    const socket = new WebSocket(`${url.replace(/^http/u, "ws")}/ws?${query}`);
    const line = new TimedLine(socket);
    await once(socket, "open");
    return line;
  }

  /** Forgets what came so far: to be called before what is measured begins. */
  forget(): void {
    this.#kept = [];
  }

  /** When the first fitting message came that is not forgotten; null when none comes within half a minute. */
  seen(fits: (message: LineMessage) => boolean): Promise<number | null> {
    const known = this.#kept.find(({ message }) => fits(message));
    if (known !== undefined) return Promise.resolve(known.at);
    const { promise, resolve } = Promise.withResolvers<number>();
    const waiter: Waiter = { fits, resolve };
    this.#waiters.add(waiter);
    return inTime(promise.finally(() => this.#waiters.delete(waiter)));
  }

  /** When the other end closed it; null when it does not within half a minute. */
  ended(): Promise<number | null> {
    return inTime(this.#ended.promise);
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  cut(): void {
    this.#socket.terminate();
  }

  #hear(message: LineMessage, at: number): void {
    this.#kept.push({ message, at });
    for (const { fits, resolve } of this.#waiters) if (fits(message)) resolve(at);
  }
}
