import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import type { Store } from "@edgeward/shared/db/session.ts";
import { closeServer, listen } from "@edgeward/shared/http/listen.ts";
import { limitOptions, limitServer, usualLimits } from "@edgeward/shared/http/server-limits.ts";
import type { Logger } from "@edgeward/shared/log/log.ts";
import { readState, stateStatement } from "#db/node-state.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { CertificateKeeper, type CertificateState } from "./certificate-keeper.ts";
import type { KeyedChain } from "./keyed-file.ts";
import { siteName, type Network } from "./lan-names.ts";
import type { LanTlsFault, LanTlsState } from "#lan/lan-tls.contract.ts";
import { stateOf } from "./lan-tls-state.ts";

const lookEveryMs = 10_000;
// A new branch learns its own name with its first exchange, some moments after its start.
const unnamedEveryMs = 500;
const portEveryMs = 60_000;

/** What serving HTTPS needs of the node. */
export interface LanTlsOptions {
  readonly folder: string;
  /** 0 for any free port; null: HTTPS is not served. */
  readonly port: number | null;
  readonly host: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds since some beginning, whatever becomes of the clock; by itself the process's own. */
  readonly elapsed?: () => number;
  readonly network: () => Network;
  readonly store: Store;
  readonly identity: Pick<NodeIdentity, "tenantId" | "branchId">;
  /** Where HTTP is served. */
  readonly nodeUrl: () => string;
  readonly log: Logger;
}

/** What is served over HTTPS: the same as over HTTP. */
export interface Served {
  readonly app: RequestListener;
  /** Takes the live connections of another server. */
  readonly attach: (server: Server) => void;
}

function secureContext({ privateKeyPem, certificates }: KeyedChain) {
  return {
    key: privateKeyPem,
    // The authority comes along: a browser that is asked to accept its key sees it.
    cert: certificates.map((each) => each.toString()).join(""),
    minVersion: "TLSv1.2",
  } as const;
}

function faultOfPort(error: unknown): LanTlsFault {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "EADDRINUSE" ? "port_taken" : "port_refused";
}

/**
 * Serves HTTPS on the branch's network with the branch's own certificates, which it renews while connections stay open.
 * Whatever stands in the way is reported and tried again; it never keeps the branch itself from working.
 */
export class LanTls {
  readonly #options: LanTlsOptions;
  readonly #keeper: CertificateKeeper;
  readonly #stopping = new AbortController();
  #served: Served | null = null;
  #server: Server | null = null;
  #port: number | null = null;
  #portFault: LanTlsFault | null = null;
  #triedAt = Number.NEGATIVE_INFINITY;
  #site: string | null = null;
  #current: CertificateState = { leaf: null, authority: null, fault: null };
  #reported: LanTlsFault | null = null;
  #hasFailed = false;
  #running: Promise<void> = Promise.resolve();
  #looking: Promise<void> = Promise.resolve();

  constructor(options: LanTlsOptions) {
    this.#options = options;
    const { folder, now, store, identity } = options;
    const scope = { tenantId: identity.tenantId };
    const remembered = {
      read: () => store.read(scope, (session) => readState(session, "lan_authority")),
      write: (fingerprint: string) =>
        store.write(scope, (session) =>
          session.runAll([stateStatement(session, "lan_authority", fingerprint)]),
        ),
    };
    this.#keeper = new CertificateKeeper({ folder, now, remembered });
  }

  /** Begins to look, and to serve as soon as it can. */
  start(served: Served): void {
    this.#served = served;
    if (this.#options.port !== null) this.#running = this.#run();
  }

  /** Looks now at certificates and port, as it does by itself every few seconds; resolves when it has. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  /** Ends it; requests under way may finish. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#looking;
    if (this.#port !== null && this.#server !== null) await closeServer(this.#server);
    this.#port = null;
  }

  /** The branch's own name on its network, or null while the branch does not know itself. */
  async siteName(): Promise<string | null> {
    const { store, identity } = this.#options;
    const { tenantId, branchId } = identity;
    const branch = await store.read({ tenantId }, ({ kysely }) =>
      findBranchSettings(kysely, tenantId, branchId),
    );
    return branch === null ? null : siteName(branch.code);
  }

  /** How it stands. */
  state(): LanTlsState {
    const { port, host, network, nodeUrl } = this.#options;
    return stateOf({
      ...this.#current,
      isOn: port !== null,
      fault: this.#fault(),
      port: this.#port,
      host,
      network: network(),
      httpUrl: nodeUrl(),
    });
  }

  /** The authority's certificate as PEM, or null while there is none. */
  authorityPem(): string | null {
    return this.#current.authority?.toString() ?? null;
  }

  #fault(): LanTlsFault | null {
    return this.#hasFailed ? "failed" : (this.#current.fault ?? this.#portFault);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look();
      const rest = this.#site === null ? unnamedEveryMs : lookEveryMs;
      await delay(rest, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    try {
      this.#site ??= await this.siteName();
      if (this.#site === null) return;
      const before = this.#current.leaf?.certificates[0].fingerprint256;
      this.#current = await this.#keeper.look(this.#site, this.#options.network());
      this.#hasFailed = false;
      await this.#serve(before);
    } catch (error) {
      if (!this.#hasFailed) this.#options.log.error("lan_tls_failed", {}, error);
      this.#hasFailed = true;
    }
    this.#notify();
  }

  async #serve(before: string | undefined): Promise<void> {
    const { leaf } = this.#current;
    if (leaf === null || this.#served === null) return;
    const [own] = leaf.certificates;
    if (this.#server === null) this.#server = this.#createServer(this.#served, leaf);
    // Whoever is connected stays so; who comes next is shown the new one.
    else if (own.fingerprint256 !== before) this.#server.setSecureContext(secureContext(leaf));
    if (this.#port === null) await this.#listen(this.#server);
  }

  #createServer(served: Served, leaf: KeyedChain): Server {
    const options = { ...limitOptions(usualLimits), handshakeTimeout: usualLimits.headersMs };
    const server = createServer({ ...options, ...secureContext(leaf) }, served.app);
    limitServer(server, usualLimits);
    // Reported where it is listened; without a listener it would end the process.
    server.on("error", () => undefined);
    served.attach(server);
    return server;
  }

  async #listen(server: Server): Promise<void> {
    const { port, host, log } = this.#options;
    const elapsed = this.#options.elapsed?.() ?? performance.now();
    if (port === null || elapsed - this.#triedAt < portEveryMs) return;
    this.#triedAt = elapsed;
    try {
      this.#port = await listen(server, port, host);
      this.#portFault = null;
      log.info("lan_tls_listening", { port: this.#port });
    } catch (error) {
      this.#portFault = faultOfPort(error);
    }
  }

  /** Each change of what stands in the way is one line of the log. */
  #notify(): void {
    const { log, port } = this.#options;
    const fault = this.#fault();
    if (fault !== null && fault !== this.#reported)
      log.warn("lan_tls_waits", { code: fault, ...(port === null ? {} : { port }) });
    this.#reported = fault;
  }
}
