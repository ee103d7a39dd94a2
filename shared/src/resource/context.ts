import type { CursorCodec } from "#db/page.ts";
import type { Reader, Session } from "#db/session.ts";
import type { ValueSeal } from "#kernel/value-seal.ts";
import type { Write } from "#write/model.ts";

/** Who calls, as the token says it. */
export interface Caller {
  readonly id: string;
  readonly type: "staff" | "user" | "client" | "device" | "system";
  readonly tenantId: string;
  /** Branches the caller may act for; `*` for all of the tenant. */
  readonly branchIds: readonly string[] | "*";
  readonly roles: readonly string[];
  /** Null where the token sets no limits beyond the roles. */
  readonly scopes: ReadonlySet<string> | null;
  readonly clientId: string | null;
  readonly sessionId: string | null;
  readonly deviceId: string | null;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

/** Settings of the acting branch that handlers need. */
export interface BranchSettings {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  /** IANA name. */
  readonly timeZone: string;
  /** ISO 3166-1 alpha-2: how a national phone number is read. */
  readonly country: string;
  /** Whether a branch node owns this branch's records. */
  readonly hasNode: boolean;
}

/** The scope of a surface on which each request acts for one branch. */
export interface BranchScope {
  readonly branch: BranchSettings;
}

/** The scope of a surface on which a request acts for the whole tenant: there is no branch. */
export type TenantScope = object;

/** The scope of a surface whose requests name no tenant: for whom they are is the handler's to find out. */
export type OpenScope = object;

interface CallContext {
  readonly tenantId: string;
  readonly caller: Caller;
  /** The role the request narrowed itself to, or the caller's first. */
  readonly role: string | null;
  readonly requestId: string;
  readonly node: { readonly id: string; readonly kind: "hub" | "branch" };
  /** Milliseconds since the epoch. */
  now(): number;
  /** A page of rows is continued with a cursor that only this node can make. */
  readonly cursors: CursorCodec;
  /** Why the caller looks, as the request says it. */
  readonly reason: string | null;
  /** By which a number is found that is kept sealed. */
  readonly valueSeal: ValueSeal;
}

/** What every handler is given beside its input. The only dependency injection there is. */
export type Context<S = BranchScope> = CallContext & S;

interface Reading {
  readonly db: Reader;
  readonly session: Session;
  /** Notes that this record, or what it is made of, was shown. */
  auditRead(entityType: string, entityId: string | null, patientId: string | null): void;
}

/** A handler that reads. */
export type ReadContext<S = BranchScope> = Context<S> & Reading;

interface Writing {
  readonly db: Reader;
  readonly session: Session;
  readonly write: Write;
  readonly newId: Write["runtime"]["newId"];
  /** The version that the caller's `If-Match` names. */
  readonly ifMatch: number | null;
  /** The body as it came, where its reader has kept it: for what is signed. */
  readonly bodyText?: string;
}

/** A handler that writes; `db` sees the command's own transaction. */
export type WriteContext<S = BranchScope> = Context<S> & Writing;

interface Detached<S> {
  /** The intent's key, where the request has one. */
  readonly idempotencyKey: string | null;
  /** Where the call came from. */
  readonly ip: string | null;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Reads in a snapshot of its own, which ends with `work`. */
  read<T>(work: (ctx: ReadContext<S>) => Promise<T>): Promise<T>;
}

/** A handler that waits or works long, and holds no transaction meanwhile. */
export type DetachedContext<S = BranchScope> = Context<S> & Detached<S>;

/** A handler of a surface whose requests name no tenant: it has no database but what its module was made with. */
export type OpenContext = Pick<
  DetachedContext<OpenScope>,
  "caller" | "ip" | "now" | "requestId" | "signal"
>;
