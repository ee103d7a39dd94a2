import * as z from "zod";
import type { Client } from "@edgeward/shared/contract/client.ts";
import { wsTicketContract } from "@edgeward/shared/sync/wire/ws-ticket.contract.ts";
import { LiveConnection } from "#support/paired-device.ts";

const scanMessage = z.object({ type: z.literal("scan"), scan: z.object({ text: z.string() }) });

/** A window of the desk that has asked for the scans of one scanner. */
export class ScanPage {
  readonly #line: LiveConnection;
  readonly #scans: string[] = [];
  #messagesRead = 0;

  private constructor(line: LiveConnection) {
    this.#line = line;
  }

  /** Opens one; resolves when the node has heard what it wants. */
  static async open(url: string, client: Client, scannerId: string): Promise<ScanPage> {
    const { body } = await client.call(wsTicketContract.create, { body: {} });
    const line = await LiveConnection.open(url, body.ticket);
    line.send({ type: "scans", wants: "all", scanner_id: scannerId });
    // What comes behind on the same node is answered later.
    await client.call(wsTicketContract.create, { body: {} });
    return new ScanPage(line);
  }

  /** What was scanned so far, in order. */
  get scans(): readonly string[] {
    const news = this.#line.messages.slice(this.#messagesRead);
    this.#messagesRead += news.length;
    const scans = news.flatMap((message) => scanMessage.safeParse(message).data?.scan.text ?? []);
    this.#scans.push(...scans);
    return this.#scans;
  }

  leave(): void {
    this.#line.cut();
  }
}
